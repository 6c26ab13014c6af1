"""Sizes and scales: nothing lies outside the window, nothing overlaps, nothing jumps."""

import itertools
import os
import pathlib
import subprocess
import unittest

from pixels import read_png
from window_driver import WINDOW, Display, Program, WindowTest

# A run with all there is to say: several blocks, padding that adds conflicts, the comparison.
FULL = ("--kernel", "kogge-stone", "--block", "1024", "--n", "5000", "--pad", "every32",
        "--compare", "--step", "3")


def overlap(a, b):
    """Whether two rectangles share more than a seam."""
    return (min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"]) > 1.5
            and min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"]) > 1.5)


def rows_of(widgets):
    """The widgets that stand beside one another in rows, without those that hold others."""
    holders = (".picture", ".title", ".slider", ".summary", "experiment.engine", "turn", "heatmap.axis")
    return {name: box for name, box in widgets.items()
            if name.split(".")[0] in ("timeline", "status", "menu", "activity", "experiment")
            and not name.endswith(holders) and ".step." not in name}


def controls_of(widgets):
    """What stands in the panes' title bars: whatever is on a height with a button that enlarges."""
    bars = [box["y"] + box["h"] / 2 for name, box in widgets.items() if name.endswith(".enlarge")]
    holders = (".title", ".hover", ".lit", ".picture", "heatmap.axis", "turn", ".pane")
    return {name: box for name, box in widgets.items()
            if any(abs(box["y"] + box["h"] / 2 - bar) < 2 for bar in bars)
            and not name.endswith(holders) and not name.startswith(("splitter", "experiment"))}


class Look(WindowTest):
    def check(self, now, what):
        width, height = now["window"]["width"], now["window"]["height"]
        for name, box in now["widgets"].items():
            # The experiment's knobs scroll where there is no room.
            # So do a narrow window's tabs, and what an exercise says.
            if name.startswith(("experiment.", "exercise.", "tab.")) or box.get("scrolled_away"):
                continue
            self.assertGreaterEqual(box["x"], -0.5, (what, name))
            self.assertGreaterEqual(box["y"], -0.5, (what, name))
            self.assertLessEqual(box["x"] + box["w"], width + 0.5, (what, name))
            self.assertLessEqual(box["y"] + box["h"], height + 0.5, (what, name))
        rows = rows_of(now["widgets"])
        shown = {name: box for name, box in rows.items() if not name.startswith("experiment.")}
        for (a, box_a), (b, box_b) in itertools.combinations(shown.items(), 2):
            self.assertFalse(overlap(box_a, box_b), (what, a, box_a, b, box_b))
        bars = controls_of(now["widgets"])
        for (a, box_a), (b, box_b) in itertools.combinations(bars.items(), 2):
            self.assertFalse(overlap(box_a, box_b), (what, a, box_a, b, box_b))
        knobs = {name: box for name, box in rows.items() if name.startswith("experiment.")}
        for (a, box_a), (b, box_b) in itertools.combinations(knobs.items(), 2):
            self.assertFalse(overlap(box_a, box_b), (what, a, box_a, b, box_b))

    def wait_whole(self, program):
        return program.wait(lambda now: now["idle"]
                            and now["state"]["trace"]["unpadded_excess"] is not None, "all of it")

    def test_nothing_overlaps_at_any_size_or_zoom(self):
        program = self.start(*FULL, "--size", "1280x800")
        self.wait_whole(program)
        self.check_sizes(program)

    def test_nothing_overlaps_beside_a_text_that_is_edited(self):
        kernels = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "kernels"
        program = self.start(str(kernels / "reduce" / "reduce_modulo.cu"), "--size", "1280x800")
        program.wait(lambda now: now["idle"] and now["state"]["trace"], "the text's run")
        self.check_sizes(program)

    def check_sizes(self, program):
        for width, height in ((800, 500), (1024, 700), (1280, 800), (1920, 1080), (1000, 1080), (1920, 500)):
            program.xdotool("windowsize", program.window, width, height)
            program.wait(lambda now: now["idle"] and now["window"] ==
                         {"width": width, "height": height}, f"{width}x{height}")
            for scale in (1.0, 1.5, 2.5, 0.75):
                program.keys("ctrl+0", *["ctrl+plus"] * round((scale - 1) * 4),
                             *["ctrl+minus"] * round((1 - scale) * 4))
                now = program.wait(lambda now: now["idle"]
                                   and now["state"]["text_scale"] == scale, f"zoom {scale}")
                self.check(now, (width, height, scale))
        program.keys("ctrl+0")

    def test_a_narrow_window_has_one_pane_and_nothing_outside(self):
        """A telephone's and a tablet's sizes, upright and lying: kernels, a lesson, an exercise, a
        text with a finding."""
        root = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
        shown = [FULL, ("--kernel", "decoupled-lookback", "--block", "16", "--n", "64"),
                 (str(root / "assets" / "lessons" / "05-banks.md"), "--page", "4"),
                 (str(root / "kernels" / "broken" / "histogram_race.cu"),),
                 ("--exercise", str(root / "assets" / "exercises" / "01-vectors" / "add.cu"))]
        for arguments in shown:
            program = self.start(*arguments, "--size", "390x844")
            program.wait(lambda now: now["idle"] and now["state"]["trace"], "the run")
            for width, height in ((390, 844), (820, 1180), (360, 640), (844, 390), (768, 1024)):
                program.xdotool("windowsize", program.window, width, height)
                now = program.wait(lambda now: now["idle"] and now["window"] ==
                                   {"width": width, "height": height}, f"{width}x{height}")
                self.check(now, (arguments, width, height))
                self.assertIn("menu.all", now["widgets"])
                pictures = [name for name in now["widgets"] if name.endswith(".picture")]
                self.assertLessEqual(len(pictures), 1, (arguments, width, height))
                for tab in [name for name in now["widgets"] if name.startswith("tab.")]:
                    if now["widgets"][tab].get("scrolled_away"):
                        continue
                    program.click(tab)
                    now = program.wait(lambda now: now["idle"], tab)
                    self.check(now, (arguments, width, height, tab))
            program.close()

    def test_nothing_of_a_lessons_pages_overlaps_in_large_type(self):
        lessons = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "assets" / "lessons"
        for lesson, pages in (("05-banks.md", (1, 4)), ("13-find-the-bug.md", (2, 3, 5))):
            for page in pages:
                program = self.start(str(lessons / lesson), "--page", str(page),
                                     "--size", "1024x700", "--text-size", "1.5")
                now = program.wait(lambda now: now["idle"] and now["state"]["trace"], "the page")
                self.check(now, (lesson, page))
                program.close()

    def test_nothing_jumps_when_stepping(self):
        program = self.start(*FULL, "--size", "1280x800")
        before = self.wait_whole(program)["widgets"]
        still = [name for name in before if name.split(".")[0] in ("menu", "splitter", "status",
                                                                   "experiment")
                 or name.endswith((".picture", ".fit", ".enlarge"))
                 or name in ("timeline.slider", "timeline.speed", "timeline.block",
                             "timeline.number", "timeline.play")]
        for step in range(program.state()["steps"]):
            program.click(f"timeline.step.{step}")
            now = program.wait(lambda now: now["idle"] and now["state"]["step"] == step,
                               f"step {step}")["widgets"]
            for name in still:
                self.assertEqual({key: now[name][key] for key in "xywh"},
                                 {key: before[name][key] for key in "xywh"}, (step, name))

    def test_a_fine_screen_is_drawn_twice_as_large(self):
        once = self.start(*FULL, "--size", "1280x800").wait(lambda now: now["idle"], "rest")
        display = Display("3840x2160", dpi=192)
        self.addCleanup(display.close)
        program = Program(display, *FULL, "--size", "1280x800")
        self.addCleanup(program.close)
        now = self.wait_whole(program)
        self.assertEqual(now["window"], {"width": 2560, "height": 1600})
        self.check(now, "scale 2")
        for name in ("timeline.play", "experiment.kernel", "tree.picture", "splitter.tree"):
            for key in "wh":
                self.assertAlmostEqual(now["widgets"][name][key], 2 * once["widgets"][name][key],
                                       delta=8, msg=(name, key))

    def test_every_theme_is_another_picture(self):
        program = self.start()
        pictures = []
        for theme in ("light", "dark", "projector"):
            path = program.folder / f"{theme}.png"
            subprocess.run([WINDOW, "--screenshot", path, "--size", "640x400", "--theme", theme],
                           check=True, env=program.environment)
            pictures.append(read_png(path)[2])
            program.click("menu.view")
            program.click(f"menu.view.{theme}")
            program.wait_state(theme=theme)
        for a, b in itertools.combinations(pictures, 2):
            self.assertNotEqual(a, b)


if __name__ == "__main__":
    unittest.main()
