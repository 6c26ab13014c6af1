"""Animations and series, looked into with Pillow: as many frames, as long, and the very pixels of
each step's picture. And tables as JSON, compared with the same as CSV."""

import csv
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from PIL import Image, ImageChops, ImageSequence, ImageStat

CLI = os.environ["STRIDESCOPE_CLI"]


class Exported(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for name, *flags in (("bk", "brent-kung", "--block", "64"),
                             ("f", "kogge-stone", "--block", "8", "--type", "f32", "--input",
                              "values:1.5,2,nan,3,1e30,0.1,inf,7"),
                             ("grid", "decoupled-lookback", "--block", "16", "--n", "64")):
            subprocess.run([CLI, "record", "--kernel", *flags, "-o", cls.folder / f"{name}.npz"],
                           check=True)

    def run_export(self, trace, view, output, *flags):
        return subprocess.run([CLI, "export", f"{trace}.npz", "--view", view, "-o", output,
                               *map(str, flags)], cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=60)

    def export(self, *arguments):
        result = self.run_export(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)

    def refuse(self, says, *arguments):
        before = sorted(self.folder.iterdir())
        result = self.run_export(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertRegex(result.stderr, r"\Astridescope-cli: [^\n]*\.\n\Z")
        self.assertIn(says, result.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)


class Animations(Exported):
    def frames(self, name):
        """The frames as they are seen, and how long each is."""
        with Image.open(self.folder / name) as image:
            return [(frame.convert("RGB"), frame.info["duration"])
                    for frame in ImageSequence.Iterator(image)]

    def still(self, view, step, *flags):
        self.export("bk", view, "still.png", "--step", step, "--scale", 0.5, *flags)
        with Image.open(self.folder / "still.png") as image:
            return image.convert("RGB")

    def test_webp_has_the_pixels_of_each_step(self):
        for view in ("tree", "banks"):
            self.export("bk", view, "a.webp", "--steps", "2:6", "--ms", 250, "--fps", 0,
                        "--scale", 0.5)
            frames = self.frames("a.webp")
            self.assertEqual(len(frames), 5)
            for step, (frame, duration) in enumerate(frames, 2):
                self.assertEqual(duration, 250)
                still = self.still(view, step)
                # All have the size of the largest; this one lies in the upper left corner.
                self.assertGreaterEqual(frame.size, still.size)
                part = frame.crop((0, 0, *still.size))
                rows = still.size[1] - 1  # the last may be half a picture, half ground
                part, still = (image.crop((0, 0, still.size[0] - 1, rows))
                               for image in (part, still))
                self.assertIsNone(ImageChops.difference(part, still).getbbox(), (view, step))

    def test_gif_is_as_near_as_256_colours_let_it_be(self):
        self.export("bk", "tree", "a.gif", "--steps", "1:4", "--ms", 300, "--fps", 0, "--scale",
                    0.5)
        frames = self.frames("a.gif")
        self.assertEqual(len(frames), 4)
        for step, (frame, duration) in enumerate(frames, 1):
            self.assertEqual(duration, 300)
            difference = ImageChops.difference(frame, self.still("tree", step))
            self.assertLess(max(ImageStat.Stat(difference).mean), 0.3, step)
            self.assertLess(max(high for _, high in difference.getextrema()), 40, step)
            self.assertEqual(frame.getpixel((0, 0)), self.still("tree", step).getpixel((0, 0)))

    def test_they_move_as_the_window_does(self):
        """Arrows grow thirty times a second, then the values are there, and stay."""
        for name, picture in (("m.webp", 33), ("m.gif", 30)):
            self.export("bk", "tree", name, "--steps", "2:4", "--scale", 0.5)
            frames = self.frames(name)
            self.assertAlmostEqual(sum(time for _, time in frames), 3000, delta=100)
            # The first step has nothing that it could come from; each of the others moves 0.4 s.
            self.assertEqual(len(frames), 1 + 2 * 13, name)
            rest = [(k, time) for k, (_, time) in enumerate(frames) if time > 2 * picture]
            self.assertEqual([k for k, _ in rest], [0, 13, 26], name)
            self.assertEqual({time for _, time in frames[1:13]}, {picture}, name)
            for (k, _), step in zip(rest, (2, 3, 4)):
                difference = ImageChops.difference(frames[k][0], self.still("tree", step))
                self.assertLess(max(ImageStat.Stat(difference).mean), 0.3, (name, step))
            grown = [sum(ImageStat.Stat(ImageChops.difference(frame, frames[1][0])).sum)
                     for frame, _ in frames[1:13]]
            self.assertEqual(grown, sorted(grown), "the arrows grow")
            self.assertLess(grown[1], grown[-1])
        self.export("bk", "tree", "m.webp", "--steps", "2:4", "--scale", 0.5, "--fps", 0)
        self.assertEqual(len(self.frames("m.webp")), 3)

    def test_how_often_they_run(self):
        for name in ("a.gif", "a.webp"):
            for loops, told in ((0, 0), (3, {"a.gif": 2, "a.webp": 3}[name])):
                self.export("bk", "work", name, "--steps", "0:1", "--loops", loops, "--scale",
                            0.25)
                with Image.open(self.folder / name) as image:
                    self.assertEqual(image.info["loop"], told, (name, loops))

    def test_the_grid_moves_with_its_events(self):
        self.export("grid", "grid", "a.webp", "--steps", "3:7", "--scale", 0.25)
        frames = self.frames("a.webp")
        self.assertGreater(len(frames), 1)
        # Events that change nothing in the picture are told by a longer time.
        self.assertEqual(sum(duration for _, duration in frames), 5000)

    def test_every_wavefront(self):
        self.export("bk", "banks", "w-%02d.png", "--step", 3, "--wavefronts", "--scale", 0.5)
        report = subprocess.run([CLI, "report", "bk.npz", "--format", "json"], cwd=self.folder,
                                check=True, capture_output=True, text=True).stdout
        step = json.loads(report)["steps"][3]
        count = step["load_wavefronts"] + step["store_wavefronts"]
        names = sorted(path.name for path in self.folder.glob("w-*"))
        self.assertEqual(names, [f"w-{k:02}.png" for k in range(1, count + 1)])
        self.assertEqual(len({(self.folder / name).read_bytes() for name in names}), count)
        self.export("bk", "banks", "t-%02d.csv", "--step", 3, "--wavefronts")
        for path in self.folder.glob("t-*.csv"):
            rows = list(csv.DictReader(path.read_text().splitlines()))
            self.assertEqual(len({row["wavefront"] for row in rows}), 1, path)
            self.assertEqual(len({row["bank"] for row in rows}), len(rows), path)

    def test_a_series_is_numbered_by_step(self):
        self.export("bk", "heatmap", "s-%03d.png", "--steps", "2:4")
        for step in (2, 3, 4):
            self.export("bk", "heatmap", "one.png", "--step", step)
            self.assertEqual((self.folder / f"s-{step:03}.png").read_bytes(),
                             (self.folder / "one.png").read_bytes())
        self.export("bk", "memory", "all-%d.svg")
        self.assertEqual(len(list(self.folder.glob("all-*.svg"))), 13)
        self.export("bk", "memory", "m%d.csv", "--steps", ":1")
        self.export("bk", "memory", "one.csv", "--step", 1)
        self.assertEqual((self.folder / "m1.csv").read_bytes(),
                         (self.folder / "one.csv").read_bytes())

    def test_a_series_that_fails_leaves_no_half(self):
        (self.folder / "x-3.png").mkdir()
        self.addCleanup((self.folder / "x-3.png").rmdir)
        before = sorted(self.folder.iterdir())
        result = self.run_export("bk", "work", "x-%d.png", "--scale", 0.25)
        self.assertEqual(result.returncode, 1)
        self.assertIn("x-3.png", result.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_what_is_refused(self):
        self.refuse("steps 0 … 12", "bk", "tree", "a.gif", "--steps", "3:99")
        self.refuse("backwards", "bk", "tree", "a.gif", "--steps", "3:2")
        self.refuse("0:4", "bk", "tree", "a.gif", "--steps", "a:b")
        self.refuse("step-%03d.png", "bk", "tree", "a.png", "--steps", "2:3")
        self.refuse("--view banks", "bk", "tree", "a.gif", "--wavefronts")
        self.refuse("use --steps 3 or --steps 3:.", "bk", "tree", "a.gif", "--step", 3)
        self.refuse("use --steps 3 or --steps 3:.", "bk", "tree", "s-%d.png", "--step", 3)
        self.refuse("--event is for a single picture", "grid", "grid", "a.gif", "--event", 3)
        self.refuse("omit --request", "bk", "banks", "a.gif", "--wavefronts", "--step", 3,
                    "--request", 2)


class Widths(Exported):
    """A picture is as wide as it was asked to be, on a screen and on paper."""

    def test_of_pixels(self):
        for name in ("w.png", "w.gif"):
            steps = ("--steps", "3:4") if name.endswith(".gif") else ()
            self.export("bk", "banks", name, "--width", 1234, *steps)
            with Image.open(self.folder / name) as image:
                self.assertEqual(image.size[0], 1234)

    def test_more_than_can_be_opened_is_refused(self):
        for name in ("w.png", "w.gif", "w-%d.png"):
            self.refuse("give a --width of at most 1", "bk", "tree", name, "--width", 16384)

    def test_of_paper(self):
        def points(name):
            info = subprocess.run(["pdfinfo", self.folder / name], check=True,
                                  capture_output=True, text=True).stdout
            return [float(number) for number in re.search(
                r"Page size: *([\d.]+) x ([\d.]+) pts", info).groups()]

        def words(name):
            return subprocess.run(["pdftotext", self.folder / name, "-"], check=True,
                                  capture_output=True, text=True).stdout.split()

        self.export("bk", "tree", "whole.pdf")
        self.export("bk", "tree", "slide.pdf", "--width", "160mm")
        wide, high = points("slide.pdf")
        self.assertAlmostEqual(wide, 160 / 25.4 * 72, delta=0.1)
        self.assertAlmostEqual(high / wide, points("whole.pdf")[1] / points("whole.pdf")[0],
                               delta=0.01)
        self.assertEqual(sorted(words("slide.pdf")), sorted(words("whole.pdf")))
        self.export("bk", "tree", "slide.svg", "--width", "6in")
        root = (self.folder / "slide.svg").read_text(encoding="utf-8")[:400]
        self.assertRegex(root, r'<svg [^>]*width="576(px)?"')


class Chosen(Exported):
    def test_what_is_chosen_is_framed(self):
        self.export("bk", "memory", "plain.svg", "--step", 3)
        # As a style, or from Cairo 1.18 on as attributes.
        accent = re.compile(r'stroke-width(?::2;|="2")[^>]*stroke(?::|=")rgb')
        plain = accent.findall((self.folder / "plain.svg").read_text(encoding="utf-8"))
        # Stride 4: thread 5 adds word 43 to word 47, in banks 11 and 15: four frames.
        self.export("bk", "memory", "chosen.svg", "--step", 3, "--select", "thread:5")
        chosen = accent.findall((self.folder / "chosen.svg").read_text(encoding="utf-8"))
        self.assertEqual(len(chosen) - len(plain), 4)

    def test_a_request_by_its_rank_and_by_its_name(self):
        written = set()
        for request in ("1", "2", "site:2,warp:0"):
            self.export("bk", "banks", "r.svg", "--step", 3, "--request", request)
            written.add((self.folder / "r.svg").read_bytes())
        self.assertGreater(len(written), 1)
        self.export("bk", "banks", "r.svg", "--step", 3, "--request", "1")
        self.export("bk", "banks", "worst.svg", "--step", 3)
        self.assertEqual((self.folder / "r.svg").read_bytes(),
                         (self.folder / "worst.svg").read_bytes())


class Json(Exported):
    def value(self, column, field):
        """What JSON should say for a field of the CSV."""
        if column in ("readers", "writers"):
            return [int(word) for word in field.split()]
        if column == "text":
            return field
        if field == "":
            return None
        if column in ("phase", "kernel", "pad", "kind", "file") or column.endswith("array") or field in ("nan", "inf"):
            return field
        return int(field) if field.lstrip("-").isdigit() else float(field)

    def test_has_what_the_csv_has(self):
        values = set()
        for trace in ("bk", "f", "grid"):
            for view in ("tree", "memory", "banks", "heatmap", "work", "grid", "source"):
                step = ("--step", 1) if view in ("memory", "banks", "source") else ()
                self.export(trace, view, "t.json", *step)
                self.export(trace, view, "t.csv", *step)
                with (self.folder / "t.csv").open(newline="", encoding="utf-8") as file:
                    rows = [{column: self.value(column, field) for column, field in row.items()}
                            for row in csv.DictReader(file)]
                text = (self.folder / "t.json").read_text(encoding="utf-8")
                got = json.loads(text, parse_constant=self.fail)
                self.assertEqual(got, rows, (trace, view))
                self.assertEqual([list(row) for row in got], [list(row) for row in rows])
                if rows or view != "grid":
                    self.assertTrue(rows, (trace, view))
                values |= {type(value) for row in got for value in row.values()}
        self.assertEqual(values, {int, float, str, list, type(None)})


if __name__ == "__main__":
    unittest.main()
