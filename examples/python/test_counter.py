"""Run by `coxswain test-server -- python3 -m unittest`, which sets the variables."""

import json
import os
import unittest
import urllib.request
from urllib.error import HTTPError

from counter import TRIES, Counter


def switch(**fault):
    urllib.request.urlopen(urllib.request.Request(os.environ["COXSWAIN_FAULTS_URL"], json.dumps(fault).encode())).close()


class CounterTest(unittest.TestCase):
    def setUp(self):
        switch(fault="reset")
        self.counter = Counter(os.environ["COXSWAIN_URL"], os.environ["COXSWAIN_TOKEN"], "visits")
        self.counter.create()

    def test_counts(self):
        self.assertEqual([self.counter.increment(), self.counter.increment()], [1, 2])

    def test_counts_when_somebody_else_writes_first(self):
        switch(fault="conflict-next", writes=TRIES - 1)
        self.assertEqual(self.counter.increment(), 1)

    def test_gives_up_in_the_end(self):
        switch(fault="conflict-next", writes=TRIES)
        with self.assertRaises(HTTPError):
            self.counter.increment()


if __name__ == "__main__":
    unittest.main()
