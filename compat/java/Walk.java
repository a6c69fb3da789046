import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Uses the server as programs with the fabric8 client do. Prints `ok NAME` for each step that held. */
public class Walk {
  static final String NAMESPACE = System.getenv("COXSWAIN_NAMESPACE");
  static KubernetesClient client;
  static NonNamespaceOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> maps;

  interface Step {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Config config = Config.fromKubeconfig(Files.readString(Path.of(System.getenv("KUBECONFIG"))));
    client = new KubernetesClientBuilder().withConfig(config).build();
    maps = client.configMaps().inNamespace(NAMESPACE);
    step("create, read, AlreadyExists", Walk::createAndRead);
    step("a stale update is a conflict", Walk::staleUpdate);
    step("edit retries", Walk::edit);
    step("patches and apply", Walk::patchAndApply);
    step("list in pages", Walk::listInPages);
    step("watch from a list", Walk::watchFromList);
    step("informer", Walk::follow);
    step("delete a collection and the namespace", Walk::deleteAll);
    client.close();
    System.exit(0);
  }

  static void step(String name, Step step) {
    try {
      step.run();
      System.out.println("ok " + name);
    } catch (Throwable error) {
      System.err.println(name + ":");
      error.printStackTrace();
      System.exit(1);
    }
  }

  static void expect(boolean holds, Object... what) {
    if (!holds) throw new AssertionError(List.of(what).toString());
  }

  static void refused(int code, String reason, Step call) throws Exception {
    try {
      call.run();
    } catch (KubernetesClientException error) {
      expect(error.getCode() == code && error.getStatus().getReason().equals(reason), error.getMessage());
      return;
    }
    throw new AssertionError(code + " " + reason + " was expected");
  }

  static ConfigMap map(String name, Map<String, String> data) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().withData(data).build();
  }

  static void createAndRead() throws Exception {
    client.namespaces().resource(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build()).create();
    ConfigMap made = maps.resource(map("game", Map.of("level", "1"))).create();
    ConfigMap read = maps.withName("game").get();
    expect(read.getMetadata().getResourceVersion().equals(made.getMetadata().getResourceVersion()), read, made);
    refused(409, "AlreadyExists", () -> maps.resource(map("game", Map.of())).create());
    expect(maps.withName("none").get() == null, "none was found");
  }

  static void staleUpdate() throws Exception {
    ConfigMap old = maps.withName("game").get();
    maps.resource(new ConfigMapBuilder(old).addToData("level", "2").build()).update();
    refused(409, "Conflict", () -> maps.resource(new ConfigMapBuilder(old).addToData("level", "0").build()).update());
    expect(maps.withName("game").get().getData().get("level").equals("2"), "the refused update changed the object");
  }

  static void edit() {
    maps.withName("game").edit(it -> new ConfigMapBuilder(it).addToData("edited", "1").build());
    expect(maps.withName("game").get().getData().get("edited").equals("1"), "edited");
  }

  static void patchAndApply() {
    maps.withName("game").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"merge\":\"1\"}}");
    maps.withName("game").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"strategic\":\"1\"}}");
    maps.resource(map("game", Map.of("lives", "3"))).fieldManager("java").serverSideApply();
    expect(maps.withName("game").get().getData().keySet().containsAll(List.of("merge", "strategic", "lives")), "keys");
  }

  static void listInPages() {
    for (int i = 0; i < 25; i++)
      maps.resource(new ConfigMapBuilder().withNewMetadata().withName("page-" + i).addToLabels("in", "pages").endMetadata().build()).create();
    int seen = 0;
    String token = null;
    do {
      ConfigMapList page = maps.withLabel("in", "pages").list(new ListOptionsBuilder().withLimit(10L).withContinue(token).build());
      seen += page.getItems().size();
      token = page.getMetadata().getContinue();
    } while (token != null && !token.isEmpty());
    expect(seen == 25, seen);
  }

  static void watchFromList() throws Exception {
    String version = maps.list().getMetadata().getResourceVersion();
    maps.resource(map("between", Map.of())).create();
    maps.withName("between").delete();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    var watch =
        maps.watch(
            new ListOptionsBuilder().withResourceVersion(version).build(),
            new Watcher<ConfigMap>() {
              public void eventReceived(Action action, ConfigMap object) {
                events.add(action + " " + object.getMetadata().getName());
              }

              public void onClose(WatcherException cause) {}
            });
    try (watch) {
      expect("ADDED between".equals(events.poll(20, TimeUnit.SECONDS)), "ADDED");
      expect("DELETED between".equals(events.poll(20, TimeUnit.SECONDS)), "DELETED");
    }
  }

  static void follow() throws Exception {
    try (SharedIndexInformer<ConfigMap> informer = maps.inform()) {
      expect(informer.hasSynced() && informer.getStore().getByKey(NAMESPACE + "/game") != null, "not synced");
      maps.withName("game").edit(it -> new ConfigMapBuilder(it).addToData("level", "seen").build());
      for (int waited = 0; waited < 2000; waited++) {
        if ("seen".equals(informer.getStore().getByKey(NAMESPACE + "/game").getData().get("level"))) return;
        Thread.sleep(10);
      }
      throw new AssertionError("the informer did not see the change");
    }
  }

  static void deleteAll() throws Exception {
    maps.withLabel("in", "pages").delete();
    expect(maps.withLabel("in", "pages").list().getItems().isEmpty(), "pages are left");
    client.namespaces().withName(NAMESPACE).delete();
    client.namespaces().withName(NAMESPACE).waitUntilCondition(it -> it == null, 20, TimeUnit.SECONDS);
  }
}
