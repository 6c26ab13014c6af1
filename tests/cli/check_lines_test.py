"""Command lines of `check` as nobody chose them, over the texts of docs/findings.md, wrong and
corrected, over the library's and over those of tests/data/told: each ends by itself, within its
time, and what it writes can be read; said twice, it is the same; correct texts are never accused,
whatever their knobs are. So many as STRIDESCOPE_CHECK_LINES says; the nightly run tries 500."""

import csv
import io
import json
import os
import pathlib
import random
import re
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
SOURCE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
#: What depends on how far a run came in its time.
OF_TIME = re.compile(r"stopped after|there was time|there was no time|there was room")


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


def knobs_of(text):
    """The knobs that a text's card has, each with its choices."""
    found = []
    for line in text.splitlines()[:40]:
        for knob in re.split(r"\bknob:", line)[1:] if line.startswith("//") else []:
            name, *choices = re.split(r"\s{4,}", knob.strip())[0].split(None, 1)
            between = ", " if choices and "," in choices[0] else " "
            found.append((name, [c.strip() for c in choices[0].split(between)] if choices else []))
    return found


def value_of(choices, hand):
    """One of a knob's choices: of "1 … 500" any number in between, of long ranges a small one."""
    if "…" not in choices:
        return hand.choice(choices or [str(hand.randrange(200))])
    numbers = [int(choice) for choice in choices if choice.isdecimal()]
    if choices.index("…") > 1:
        return str(hand.choice([*numbers, 2 ** hand.randrange(1, 11)]))
    return str(hand.choice([numbers[0], hand.randint(numbers[0], min(numbers[1], 3000))]))


def unjudged_flags(hand):
    """Some of those that change nothing about whether a text is correct."""
    all_flags = [
        ["--schedule", hand.choice(["ascending", "descending", "random:%d" % hand.randrange(1 << 32),
                                    "lane-random:%d" % hand.randrange(1 << 32)])],
        ["--memory", hand.choice(["immediate", "weak:%d" % hand.randrange(1 << 16)])],
        ["--sms", str(hand.choice([4, 16, 132]))],
        ["--blocks", hand.choice(["all", "first:1", "first:64"])],
        ["--megabytes", "512"],
    ]
    return [word for flag in hand.sample(all_flags, hand.randrange(0, 4)) for word in flag]


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

    def test_correct_ones_are_never_accused(self):
        hand = random.Random(SEED + 1)
        library = sorted(SOURCE.glob("kernels/*/*.cu"))
        told = sorted((SOURCE / "tests" / "data" / "told").glob("*.cu"))
        self.assertGreater(len(library), 50)
        for number in range(LINES):
            file = hand.choice(hand.choice([library, told]))
            text = file.read_text(encoding="utf-8")
            line = ["--format", "json", "--seconds", "5"]
            if file in library:
                chosen = [knob for knob in knobs_of(text) if hand.random() < 0.5]
                line += [word for name, choices in chosen
                         for word in ("-D", "%s=%s" % (name, value_of(choices, hand)))]
                is_correct = file.parent.name != "broken"
            else:
                is_correct = text.splitlines()[-1] in ("// told: nothing", "// told: at most mildly")
            line += [*unjudged_flags(hand), str(file)]
            with self.subTest(number=number, line=" ".join(line)):
                self.try_twice(line, is_correct)

    def try_twice(self, line, is_correct):
        done = [subprocess.run([CLI, "check", *line], check=False, capture_output=True, text=True,
                               timeout=120) for _ in range(2)]
        self.assertIn(done[0].returncode, CODES, done[0].stderr[-2000:])
        if OF_TIME.search(done[0].stdout + done[1].stdout):
            return
        self.assertEqual(done[0].stdout, done[1].stdout)
        verdict = json.loads(done[0].stdout)[0]
        # Knobs that do not go together are refused by the text itself.
        if is_correct and "#error" not in str(verdict["refused"]):
            self.assertTrue(verdict["fine"], findings_test.sayings(verdict))

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
