"""The times of warps in the window: a recording opens with them, and the machine's runs offer those that there
are."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from window_driver import CLI, WindowTest

SOURCE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "scripts"))
from gpu.times import Times  # noqa: E402
TIMES = SOURCE / "assets/times"
MACHINE = ("--kernel", "kogge-stone", "--block", "64", "--step", "0", "--size", "1280x800")


class Time(WindowTest):
    def opened(self, program, name):
        """Waits until that recording is shown, and its times are in sight."""
        return program.wait(
            lambda now: now["idle"] and now["state"]["trace"]
            and now["state"]["trace"]["opened_from"].endswith(name)
            and now["state"]["enlarged"] == "time" and "time.picture" in now["widgets"],
            f"the times of {name}")

    def test_a_recording_opens_with_its_times(self):
        program = self.start(str(TIMES / "kogge_stone.npz"), "--size", "1280x800")
        self.opened(program, "kogge_stone.npz")
        program.keys("Escape")  # the others are a key away
        program.wait(lambda now: now["idle"] and now["state"]["enlarged"] is None
                     and "time.picture" in now["widgets"], "all pictures")

    def test_the_menu_opens_one(self):
        program = self.start(*MACHINE)
        program.click("menu.file")
        program.click("menu.file.times")
        program.click("menu.file.times.brent_kung")
        self.opened(program, "brent_kung.npz")

    def test_a_run_of_the_machine_offers_what_was_measured(self):
        program = self.start(*MACHINE)
        program.turn_to("time")
        program.widget("time.occupancy.0")
        now = program.read()["widgets"]
        self.assertEqual([name for name in sorted(now) if name.startswith("time.recording.")],
                         [f"time.recording.{number}" for number in range(3)])
        program.click("time.recording.1")
        self.opened(program, "kogge_stone_1_warp.npz")

    def test_a_text_that_was_changed_is_offered_nothing(self):
        program = self.start("--kernel", "sequential", "--size", "1280x800")
        program.turn_to("time")
        program.widget("time.occupancy.0")
        self.assertNotIn("time.recording.0", program.read()["widgets"])

    def test_the_selected_warp_is_lit_here_and_elsewhere(self):
        program = self.start(str(TIMES / "kogge_stone.npz"), "--size", "1280x800", "--step", "3")
        self.opened(program, "kogge_stone.npz")
        program.click("time.warp.5")
        program.wait(lambda now: now["idle"] and now["state"]["selection"] == "warp 5"
                     and now["widgets"].get("time.lit", {}).get("tip") == "1", "its row in a frame")
        program.widget("timeline.lit")
        program.keys("Escape")
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and now["state"]["enlarged"] is None, "all pictures")

    def test_occupancy_is_told_of_another_chip(self):
        program = self.start(str(TIMES / "kogge_stone.npz"), "--size", "1280x800")
        self.opened(program, "kogge_stone.npz")
        for chip in ("T4", "H200"):
            program.choose("time.chip", chip)
            program.move("time.occupancy.0")
            program.wait(lambda now, of=chip: f"of the {of} " in now["widgets"].get(
                "time.hover", {}).get("tip", ""), f"the room on the {chip}")
            program.move("timeline.number")

    def test_rows_stand_together_by_scheduler(self):
        program = self.start(str(TIMES / "kogge_stone.npz"), "--size", "1280x800")
        self.opened(program, "kogge_stone.npz")
        program.choose("time.rows", "scheduler")
        # The second row is no longer the second warp, but the second one of the first scheduler.
        _, second = sorted((place % 4, warp) for _, _, warp, _, place, *_ in
                           Times(TIMES / "kogge_stone.npz").warps)[1]
        self.assertNotEqual(second, 1)
        program.move("time.warp.1")
        program.wait(lambda now: f"warp {second}" in now["widgets"].get("time.hover", {}).get("tip", ""),
                     "warps of one scheduler")
        program.choose("time.rows", "block")
        program.move("timeline.number")
        program.move("time.warp.1")
        program.wait(lambda now: "warp 1" in now["widgets"].get("time.hover", {}).get("tip", ""),
                     "warps of one block")

    def test_two_runs_are_counted_by_what_was_measured(self):
        names = ("brent_kung.npz", "brent_kung_padded.npz")
        program = self.start(str(TIMES / names[0]), "--beside", str(TIMES / names[1]), "--step", "5",
                             "--size", "1920x1080")
        now = program.wait(lambda now: now["idle"] and "beside.whole" in now["widgets"]
                           and now["state"]["enlarged"] == "time", "both runs")
        took = []
        for name in names:
            times = Times(TIMES / name)
            begins, ends = ([warp[place] for warp in times.warps] for place in (5, 6))
            took.append(round((max(ends) - min(begins)) / times.meta["clocks_per_ns"]))
        words = now["widgets"]["beside.whole"]["tip"]
        self.assertTrue(words.startswith(f"above : below, in all: ns {took[0]:,} : {took[1]:,} (above 1."), words)
        told = subprocess.run([CLI, "report", TIMES / names[0], "--compare", TIMES / names[1],
                               "--format", "json"], check=True, capture_output=True).stdout
        first = json.loads(told)["counts"][0]
        self.assertEqual((first["name"], first["a"], first["b"]), ("time", *took))

    def test_the_wheel_zooms_in_and_out_and_an_access_is_told(self):
        program = self.start(str(TIMES / "transpose_tiled_each_access.npz"), "--size", "1280x800")
        self.opened(program, "transpose_tiled_each_access.npz")
        # A picture of it all stands in a corner then, in which rows are too low for bars.
        program.move("time.picture", 0.6, 0.3)
        for button in (4,) * 12 + (5,) * 8:
            program.xdotool("click", button)
        program.wait_idle()
        for share in range(40, 90, 2):
            program.move("time.picture", share / 100, 0.3)
            program.wait_idle()
            tip = program.read()["widgets"].get("time.hover", {}).get("tip", "")
            if "reads tile, 32 lanes in 32 wavefronts (line 23)" in tip:
                break
        self.assertIn("issued at ", tip)
        program.keys("Escape")

    def test_the_lesson_opens_with_them(self):
        program = self.start(str(SOURCE / "assets/lessons/21-who-waits.md"), "--size", "1280x800")
        self.opened(program, "kogge_stone_1_warp.npz")
        program.keys("n")
        program.wait(lambda now: now["idle"] and now["state"]["lesson"]["page"] == 1
                     and now["state"]["beside"]["on"] and now["state"]["enlarged"] == "time",
                     "two runs on one axis")


if __name__ == "__main__":
    unittest.main()
