"""Wavefronts one at a time, and the timeline by its cost, with real keys and a real mouse."""

import unittest

from window_driver import WindowTest


class Replay(WindowTest):
    FLAGS = ("--kernel", "brent-kung", "--block", "64", "--step", "4", "--size", "1280x800")

    def wait_wave(self, program, wave, *words, **wanted):
        return program.wait(
            lambda now: now["idle"] and now["state"]["wave"] == wave
            and all(now["state"][name] == value for name, value in wanted.items())
            and all(word in now["widgets"]["narration"]["tip"] for word in words),
            f"wavefront {wave} and {words}")

    def test_wavefronts_requests_and_steps_follow_each_other(self):
        program = self.start(*self.FLAGS)
        program.keys("shift+Right")
        now = self.wait_wave(program, 1, "Wavefront 1 of 2", "two lanes wait", turn="banks")
        first = now["state"]["request"]
        before = self.display.pixels(1280, 800)
        program.keys("shift+Right")
        self.wait_wave(program, 2, "Wavefront 2 of 2", request=first)
        self.assertNotEqual(self.display.pixels(1280, 800), before, "others are strong now")
        program.keys("shift+Right")
        now = self.wait_wave(program, 1, "Wavefront 1 of 2", step=4)
        self.assertNotEqual(now["state"]["request"], first, "the next request of the step")
        program.keys(*["shift+Right"] * 4)
        self.wait_wave(program, 1, step=5)
        program.keys(*["shift+Left"] * 6)
        self.wait_wave(program, 1, "Wavefront 1 of 2", step=4, request=first)
        program.keys("Escape")
        self.wait_wave(program, 0, "The load of warp 0", turn="banks", request=first)
        program.keys("shift+Right", "Right")
        self.wait_wave(program, 0, step=5)

    def test_two_runs_go_through_the_same_request_until_both_are_done(self):
        program = self.start("--kernel", "brent-kung", "--block", "64", "--pad", "every32",
                             "--step", "4", "--size", "1920x1080", "--beside", "--pad none")
        program.wait(lambda now: now["idle"] and "other.tree.picture" in now["widgets"], "two runs")
        program.move("timeline.sentence")  # where it points at nothing
        program.keys("shift+Right")
        now = self.wait_wave(program, 1, "Left: Wavefront 1 of 1", "Right: Wavefront 1 of 2")
        first = now["state"]["request"]
        program.wait(lambda now: now["idle"] and "banks.lit" in now["widgets"]
                     and "other.banks.lit" in now["widgets"], "both are lit")
        program.keys("shift+Right")
        self.wait_wave(program, 2, "is done after one wavefront.", "Right: Wavefront 2 of 2",
                       request=first)
        program.wait(lambda now: now["idle"] and "banks.lit" not in now["widgets"]
                     and "other.banks.lit" in now["widgets"], "the padded one has nothing left")
        program.keys("shift+Right")
        now = self.wait_wave(program, 1, "Left: Wavefront 1 of 1", step=4)
        self.assertNotEqual(now["state"]["request"], first)

    def test_the_timeline_in_requests_and_wavefronts(self):
        program = self.start("--kernel", "brent-kung", "--block", "1024", "--step", "4",
                             "--size", "1280x800")

        def widths(unit):
            now = program.wait(lambda now: now["idle"] and now["state"]["timeline"] == unit, unit)
            widgets = now["widgets"]
            return [widgets[f"timeline.step.{step}"]["w"] for step in range(now["state"]["steps"])]

        equal = widths("steps")
        self.assertLess(max(equal) - min(equal), 1)
        program.keys("t")
        requests = widths("requests")
        program.keys("t")
        wavefronts = widths("wavefronts")
        # Stride 16 has few requests, each of them 32 wavefronts long.
        self.assertGreater(wavefronts[5] / requests[5], 2)
        self.assertAlmostEqual(sum(requests), sum(equal), delta=2)
        program.click("timeline.step.7")
        program.wait_state(step=7)
        program.keys("t")
        self.assertEqual(widths("steps"), equal)


if __name__ == "__main__":
    unittest.main()
