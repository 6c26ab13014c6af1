"""Every kind of finding with a text that has it, what the program says of that, and its correction.
docs/findings.md is written from this table (`python3 tests/cli/findings_test.py --write`) and held
against it. Of corrections, of texts that look wrong and are not, and of the library's own nothing
is said under six schedules."""

import difflib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import textwrap
import unittest
import zlib

from kinds_of_findings import KINDS, corrected, slug, text_of

CLI = os.environ["STRIDESCOPE_CLI"]
SOURCE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
PAGE = SOURCE / "docs" / "findings.md"
PICTURES = SOURCE / "docs" / "images" / "findings"
#: Where the text with its counts, in which the line is marked, is not what shows it best.
VIEWS = {
    "Within a warp": "tree", "Between the warps of a block": "tree",
    "A flag without a fence": "grid", "A value beside its flag": "grid", "A deadlock": "grid",
    "Shared memory that nobody wrote": "memory", "A result that happens to be right": "tree",
}
#: What compute-sanitizer says of each text and of its correction: measured by scripts/gpu_check.
SANITIZED = json.loads((SOURCE / "tests" / "data" / "said_of_findings.json").read_text(encoding="utf-8"))
SCHEDULES = ("ascending", "descending", "random:1", "random:2", "lane-random:1", "lane-random:2")


def checked(files, folder, *flags):
    done = subprocess.run([CLI, "check", "--format", "json", *flags, *files], check=False, cwd=folder,
                          capture_output=True, text=True, timeout=250)
    return json.loads(done.stdout)


def sayings(verdict):
    """All sentences, as `check` prints them."""
    said = []
    if verdict["refused"]:
        said.append("Refused: " + verdict["refused"])
    if verdict["stopped"]:
        said.append(verdict["stopped"])
    if verdict["wrong"]:
        said.append("WRONG: " + verdict["wrong"])
    said += verdict["faults"]
    for kind in ("race", "harmless_race"):
        if verdict["first_" + kind]:
            said.append(verdict["first_" + kind])
    if verdict["right"] and not verdict["fine"]:
        said.append("The output happens to be correct.")
    return said


class Kept:
    """All texts of the table in a folder, wrong and corrected."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.wrong, self.right = [], []
        for what, _, text, changes in (kind for kinds in KINDS.values() for kind in kinds):
            before = text_of(text)
            for names, name, each in ((self.wrong, slug(what), before),
                                      (self.right, slug(what) + "-corrected", corrected(before, changes))):
                names.append(name + ".cu")
                (self.folder / names[-1]).write_text(each, encoding="utf-8")


def picture_name(what):
    return slug(what) + ".png"


def draw(kept, folder):
    """A picture of each text that comes to a run, where its first finding shows: the files' names."""
    drawn = []
    names = [kind[0] for kinds in KINDS.values() for kind in kinds]
    for what, file in zip(names, kept.wrong):
        report = subprocess.run([CLI, "report", "--format", "json", file], check=False, cwd=kept.folder,
                                capture_output=True, text=True, timeout=100)
        if report.returncode != 0:
            continue  # main launches nothing
        shown = [found for found in json.loads(report.stdout)["findings"] if found["step"] is not None]
        where = ["--step", str(shown[0]["step"])] if shown else []
        view = VIEWS.get(what, "source")
        if view == "grid":
            where = []
        name = picture_name(what)
        done = subprocess.run([CLI, "export", file, "--view", view, *where, "--width", "1000", "--scale", "1",
                               "-o", str(pathlib.Path(folder) / name)], check=False, cwd=kept.folder,
                              capture_output=True, text=True, timeout=100)
        assert done.returncode == 0, (what, done.stderr)
        drawn.append(name)
    return drawn


def pixels(path):
    """Width, height and the rows' bytes of a PNG of 8 bits a channel, as the program writes them."""
    data = path.read_bytes()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), (depth, colour)
        if kind == b"IDAT":
            packed += body
        at += length + 12
    each = 3 if colour == 2 else 4
    raw, rows, above = zlib.decompress(packed), [], bytes(width * each)
    for y in range(height):
        begin = y * (width * each + 1)
        how, row = raw[begin], bytearray(raw[begin + 1:begin + 1 + width * each])
        for x in range(len(row) if how else 0):
            left = row[x - each] if x >= each else 0
            up, corner = above[x], above[x - each] if x >= each else 0
            if how == 1:
                row[x] = (row[x] + left) & 255
            elif how == 2:
                row[x] = (row[x] + up) & 255
            elif how == 3:
                row[x] = (row[x] + (left + up) // 2) & 255
            else:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                row[x] = (row[x] + near[2]) & 255
        rows.append(bytes(row))
        above = rows[-1]
    return width, height, rows


def share_of_other_pixels(one, other):
    """Of two pictures; 1: of two sizes. Letters' edges may differ with a library's version."""
    if one.read_bytes() == other.read_bytes():
        return 0.0
    a, b = pixels(one), pixels(other)
    if a[:2] != b[:2]:
        return 1.0
    differ = sum(abs(x - y) > 64 for row, its in zip(a[2], b[2]) for x, y in zip(row, its))
    return differ / max(1, sum(len(row) for row in a[2]))


def sanitized(name):
    """What compute-sanitizer says of a text, as a sentence."""
    said = SANITIZED[name]
    if set(said.values()) == {"does not end"}:
        sentence = "the text does not end under it."
    else:
        sentence = " ".join("%s: “%s”." % each for each in said.items()) or "nothing."
    of_correction = SANITIZED[name + "-corrected"]
    if of_correction:
        sentence += " Of the correction: " + " ".join("%s: “%s”." % each for each in of_correction.items())
    return sentence


def page(pictures):
    lines = ["# What is found", ""]
    lines += textwrap.wrap(
        "Every kind of finding with a text that has it, what the program says of that, and what to "
        "write instead. `stridescope-cli check FILE` says it, and so does the window. Of the "
        "corrected texts nothing is said, whatever the order in which blocks, warps and lanes run.", 100)
    lines.append("")
    lines += textwrap.wrap(
        "What `compute-sanitizer` says was measured by `scripts/gpu_check --only findings`: the first that each "
        "of its four tools says of this very text on an H200, compiled with `-G`, so that no access is left out; "
        "and of the correction, if there is anything.", 100)
    lines.append("")
    lines += textwrap.wrap(
        "This page is written by `python3 tests/cli/findings_test.py --write`, which runs all of them, and "
        "the test of that name holds it against what the program says.", 100)
    with tempfile.TemporaryDirectory() as folder:
        kept = Kept(folder)
        verdicts = iter(checked(kept.wrong, folder))
        for title, kinds in KINDS.items():
            lines += ["", "## " + title]
            for what, why, text, changes in kinds:
                before = text_of(text)
                after = corrected(before, changes)
                lines += ["", "### " + what, "", *textwrap.wrap(why, 100), "", "```cuda",
                          *before.splitlines(), "```", ""]
                lines += ["- " + said for said in sayings(next(verdicts))]
                lines += ["", "compute-sanitizer: " + sanitized(slug(what))]
                lines += ["", "```diff"]
                lines += [line.rstrip("\n") for line in difflib.unified_diff(
                    before.splitlines(True), after.splitlines(True), n=0)
                    if not line.startswith(("---", "+++", "@@"))] + ["```"]
                if picture_name(what) in pictures:
                    lines += ["", "![%s](images/findings/%s)" % (what, picture_name(what))]
    return "\n".join(lines) + "\n"


class Findings(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.kept = Kept(folder.name)

    def test_the_pictures_are_what_is_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(self.kept, folder)
            self.assertEqual(sorted(drawn), sorted(path.name for path in PICTURES.glob("*")))
            for name in drawn:
                with self.subTest(picture=name):
                    self.assertLess(share_of_other_pixels(pathlib.Path(folder) / name, PICTURES / name), 0.02,
                                    "draw it anew: python3 tests/cli/findings_test.py --write")

    def test_the_page_says_what_is_said(self):
        self.assertEqual(page({path.name for path in PICTURES.glob("*")}), PAGE.read_text(encoding="utf-8"),
                         "write it anew: python3 tests/cli/findings_test.py --write")

    def test_each_wrong_text_is_told_under_each_schedule(self):
        names = [kind[0] for kinds in KINDS.values() for kind in kinds]
        harmless = {kind[0] for kind in KINDS["Races that do no harm"]}
        for schedule in SCHEDULES:
            verdicts = checked(self.kept.wrong, self.kept.folder, "--schedule", schedule)
            for name, verdict in zip(names, verdicts):
                with self.subTest(text=name, schedule=schedule):
                    if name == "Lanes of a warp that spin for one lock" and "lane" in schedule:
                        continue  # where none is in lockstep, none holds up the others
                    if name in harmless:
                        self.assertTrue(verdict["fine"], sayings(verdict))
                        self.assertGreater(verdict["harmless_race_count"], 0)
                    else:
                        self.assertFalse(verdict["fine"])
                    self.assertIsNone(verdict["refused"])

    def assert_nothing_is_said(self, files, folder):
        for schedule in SCHEDULES:
            for file, verdict in zip(files, checked(files, folder, "--schedule", schedule)):
                with self.subTest(text=file, schedule=schedule):
                    self.assertEqual(sayings(verdict), [], verdict["file"])
                    self.assertTrue(verdict["fine"])

    def test_nothing_is_said_of_a_correction_whatever_the_schedule(self):
        self.assert_nothing_is_said(self.kept.right, self.kept.folder)

    def test_nothing_is_said_of_the_library_whatever_the_schedule(self):
        texts = sorted(str(path) for path in (SOURCE / "kernels").glob("*/*.cu")
                       if path.parent.name != "broken")
        self.assertGreater(len(texts), 30)
        self.assert_nothing_is_said(texts, SOURCE)


if __name__ == "__main__":
    if "--write" in sys.argv:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for old in PICTURES.glob("*"):
            old.unlink()
        with tempfile.TemporaryDirectory() as texts:
            PAGE.write_text(page(set(draw(Kept(texts), PICTURES))), encoding="utf-8")
    else:
        unittest.main()
