"""Command lines of `check` as nobody chose them, over the texts of docs/findings.md, wrong and
corrected: each ends by itself, within its time, and what it writes can be read. So many as
STRIDESCOPE_CHECK_LINES says; the nightly run tries 500."""

import csv
import io
import json
import os
import random
import subprocess
import tempfile
import time
import unittest

import findings_test

CLI = os.environ["STRIDESCOPE_CLI"]
LINES = int(os.environ.get("STRIDESCOPE_CHECK_LINES", "40"))
SEED = int(os.environ.get("STRIDESCOPE_CHECK_SEED", "1"))
#: Seconds that the machine beside it may take: the program's start, and what it writes.
SLACK = 10 * int(os.environ.get("STRIDESCOPE_PATIENCE", "30")) / 30
#: Right, wrong, not understood: what check ends with.
CODES = (0, 1, 2)


def flags_of(hand, seconds):
    """Some of what check takes, now and then with a value that it refuses."""
    all_flags = [
        ["--schedule", hand.choice(["ascending", "descending", "random:%d" % hand.randrange(1 << 32),
                                    "lane-random:%d" % hand.randrange(1 << 32), "sideways"])],
        ["--memory", hand.choice(["immediate", "weak:%d" % hand.randrange(1 << 16)])],
        ["--sms", str(hand.choice([1, 2, 4, 132, 0]))],
        ["--resident", str(hand.choice([1, 2, 16, 32]))],
        ["--blocks", hand.choice(["all", "first:1", "first:64", "first:100000"])],
        ["--format", hand.choice(["text", "csv", "json"])],
        ["--megabytes", str(hand.choice([1, 64, 1024]))],
        ["--launch", hand.choice(["k<<<1, 32>>>(in, out)", "k<<<3, 1024>>>(in, out)", "k<<<0, 1>>>(in)",
                                  "k<<<1>>>"])],
        ["--arg", hand.choice(["in=random:7", "in=3", "n=5", "out=iota"])],
        ["--expect", hand.choice(["out = scan(in)", "out = in"])],
        ["-D", hand.choice(["N=5", "in=out", "k=m"])],
        ["--args", hand.choice(["1024", "-v 3", ""])],
        ["--verbose"],
        ["--other-schedules"],
    ]
    chosen = hand.sample(all_flags, hand.randrange(0, 5))
    return ["--seconds", str(seconds)] + [word for flag in chosen for word in flag]


class CheckLines(unittest.TestCase):
    def test_each_ends_within_its_time(self):
        hand = random.Random(SEED)
        with tempfile.TemporaryDirectory() as folder:
            kept = findings_test.Kept(folder)
            texts = kept.wrong + kept.right + ["nowhere.cu"]
            for number in range(LINES):
                seconds = hand.choice([0.05, 0.3, 1])
                files = hand.sample(texts, hand.randrange(1, 4))
                line = flags_of(hand, seconds) + files
                with self.subTest(number=number, line=" ".join(line)):
                    self.try_line(line, folder, seconds, len(files))

    def try_line(self, line, folder, seconds, files):
        # Searching other schedules may take as long as the text itself, once more.
        most = seconds * files * (3 if "--other-schedules" in line else 1) + SLACK
        begin = time.monotonic()
        done = subprocess.run([CLI, "check", *line], check=False, cwd=folder, capture_output=True,
                              text=True, timeout=most + 60)
        self.assertLess(time.monotonic() - begin, most)
        self.assertIn(done.returncode, CODES, done.stderr[-2000:])
        if not done.stdout:
            self.assertTrue(done.stderr.strip(), "it says nothing at all")
        elif "json" in line:
            self.assertEqual(len(json.loads(done.stdout)), files)
        elif "csv" in line:
            self.assertEqual(len(list(csv.reader(io.StringIO(done.stdout)))), files + 1)


if __name__ == "__main__":
    unittest.main()
