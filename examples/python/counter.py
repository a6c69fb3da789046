"""A counter in a ConfigMap, with nothing but the standard library."""

import json
import urllib.request
from urllib.error import HTTPError

TRIES = 5


class Counter:
    def __init__(self, server, token, name):
        self._url = f"{server}/api/v1/namespaces/default/configmaps"
        self._token = token
        self._name = name

    def create(self):
        return self._send("POST", self._url, {"metadata": {"name": self._name}, "data": {"count": "0"}})

    def increment(self):
        """Reads, counts and writes under the version that was read, until nobody was faster."""
        for attempt in range(TRIES):
            counter = self._send("GET", f"{self._url}/{self._name}")
            counter["data"]["count"] = str(int(counter["data"]["count"]) + 1)
            try:
                written = self._send("PUT", f"{self._url}/{self._name}", counter)
                return int(written["data"]["count"])
            except HTTPError as error:
                is_conflict = error.code == 409 and json.load(error)["reason"] == "Conflict"
                if not is_conflict or attempt == TRIES - 1:
                    raise

    def _send(self, method, url, body=None):
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as answer:
            return json.load(answer)
