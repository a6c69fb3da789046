"""Uses the server as programs with the Python client do. Prints `ok NAME` for each step that held."""

import base64
import os
import sys
import threading

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

namespace = os.environ["COXSWAIN_NAMESPACE"]
config.load_kube_config(os.environ["KUBECONFIG"])
core = client.CoreV1Api()


def config_map(name, data=None, labels=None):
    return client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name, labels=labels), data=data)


def refused(code, reason, call):
    try:
        call()
    except ApiException as error:
        assert error.status == code, error
        assert f'"reason":"{reason}"' in error.body.replace(" ", ""), error.body
        return
    raise AssertionError(f"{code} {reason} was expected")


def create_and_read():
    core.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=namespace)))
    made = core.create_namespaced_config_map(namespace, config_map("game", {"level": "1"}))
    read = core.read_namespaced_config_map("game", namespace)
    assert read.metadata.resource_version == made.metadata.resource_version
    assert read.data == {"level": "1"}
    refused(409, "AlreadyExists", lambda: core.create_namespaced_config_map(namespace, config_map("game")))
    refused(404, "NotFound", lambda: core.read_namespaced_config_map("none", namespace))


def stale_update():
    old = core.read_namespaced_config_map("game", namespace)
    changed = core.read_namespaced_config_map("game", namespace)
    changed.data["level"] = "2"
    core.replace_namespaced_config_map("game", namespace, changed)
    old.data["level"] = "0"
    refused(409, "Conflict", lambda: core.replace_namespaced_config_map("game", namespace, old))
    assert core.read_namespaced_config_map("game", namespace).data["level"] == "2"


def count_on(each):
    done = 0
    while done < each:
        it = core.read_namespaced_config_map("count", namespace)
        it.data["n"] = str(int(it.data["n"]) + 1)
        try:
            core.replace_namespaced_config_map("count", namespace, it)
            done += 1
        except ApiException as error:
            assert error.status == 409, error


def count_together():
    core.create_namespaced_config_map(namespace, config_map("count", {"n": "0"}))
    writers = [threading.Thread(target=count_on, args=(10,)) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert core.read_namespaced_config_map("count", namespace).data["n"] == "40"


def patch_and_apply():
    core.patch_namespaced_config_map("game", namespace, {"data": {"strategic": "1"}})
    core.patch_namespaced_config_map(
        "game", namespace, [{"op": "add", "path": "/data/json", "value": "1"}], _content_type="application/json-patch+json"
    )
    maps = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="v1", kind="ConfigMap")
    wanted = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "game"}, "data": {"lives": "3"}}
    applied = maps.server_side_apply(namespace=namespace, name="game", body=wanted, field_manager="python")
    assert {"strategic", "json", "lives"} <= set(applied.data.to_dict()), applied.data


def list_in_pages():
    for i in range(25):
        core.create_namespaced_config_map(namespace, config_map(f"page-{i:02}", labels={"in": "pages"}))
    seen, token = 0, None
    while True:
        page = core.list_namespaced_config_map(namespace, label_selector="in=pages", limit=10, _continue=token)
        seen += len(page.items)
        token = page.metadata._continue
        if not token:
            break
    assert seen == 25, seen


def watch_from_list():
    version = core.list_namespaced_config_map(namespace).metadata.resource_version
    core.create_namespaced_config_map(namespace, config_map("between"))
    core.delete_namespaced_config_map("between", namespace)
    events = watch.Watch().stream(
        core.list_namespaced_config_map, namespace, resource_version=version, timeout_seconds=20
    )
    seen = []
    for event in events:
        seen.append((event["type"], event["object"].metadata.name))
        if event["type"] == "DELETED":
            break
    assert seen == [("ADDED", "between"), ("DELETED", "between")], seen


def secrets():
    core.create_namespaced_secret(
        namespace, client.V1Secret(metadata=client.V1ObjectMeta(name="key"), string_data={"a": "b"})
    )
    read = core.read_namespaced_secret("key", namespace)
    assert base64.b64decode(read.data["a"]) == b"b"


def delete_all():
    core.delete_collection_namespaced_config_map(namespace, label_selector="in=pages")
    assert core.list_namespaced_config_map(namespace, label_selector="in=pages").items == []
    version = core.list_namespace().metadata.resource_version
    core.delete_namespace(namespace)
    for event in watch.Watch().stream(
        core.list_namespace, field_selector=f"metadata.name={namespace}", resource_version=version, timeout_seconds=20
    ):
        if event["type"] == "DELETED":
            return
    raise AssertionError("the namespace did not go")


STEPS = {
    "create, read, AlreadyExists, NotFound": create_and_read,
    "a stale replace is a conflict": stale_update,
    "writers with retry lose nothing": count_together,
    "patches and apply": patch_and_apply,
    "list in pages": list_in_pages,
    "watch from a list": watch_from_list,
    "secrets": secrets,
    "delete a collection and the namespace": delete_all,
}

for name, step in STEPS.items():
    step()
    print("ok", name)
    sys.stdout.flush()
