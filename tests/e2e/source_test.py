"""The pane with a trace's text, which nobody edits, with real keys and a real mouse."""

import unittest

from window_driver import WindowTest


class Source(WindowTest):
    FLAGS = ("--kernel", "brent-kung", "--block", "256")
    SHOWN = ("--step", "2", "--size", "1280x800")

    def lines_in_sight(self, now):
        return {int(name.rpartition(".")[2]) for name in now["widgets"]
                if name.startswith("source.line.")}

    def test_it_is_offered_and_has_a_key(self):
        program = self.start_with_trace(self.FLAGS, *self.SHOWN)
        program.turn_to("source")
        program.wait(lambda now: now["state"]["turn"] == "source" and now["idle"]
                     and "source.picture" in now["widgets"], "the source among the panes")
        program.keys("7")
        program.wait_state(enlarged="source")
        program.keys("Escape")
        program.wait_state(enlarged=None, turn="source")

    def test_a_line_says_what_it_cost_and_a_click_chooses_its_requests(self):
        program = self.start_with_trace(self.FLAGS, *self.SHOWN)
        program.keys("7")
        now = program.wait(lambda now: now["idle"] and self.lines_in_sight(now), "lines")
        self.assertIsNone(now["state"]["request"])
        # The step's line is in the middle; the only one of it.
        lines = self.lines_in_sight(now)
        picture = now["widgets"]["source.picture"]
        tips = {}
        for line in sorted(lines):
            box = now["widgets"][f"source.line.{line}"]
            if box["y"] < picture["y"] + 70:
                continue  # under the headings
            program.move(f"source.line.{line}", 0.3, 0.5)
            tips[line] = program.wait(
                lambda now: now["widgets"].get("source.hover", {}).get("tip", "")
                .startswith(f"line {line}\n"), f"what line {line} cost")["widgets"]["source.hover"][
                    "tip"]
        working = [line for line, tip in tips.items() if "this step: nothing" not in tip]
        self.assertEqual(len(working), 1, tips)
        line = working[0]
        self.assertIn("6 requests, 24 wavefronts, 18 of them excess, up to 4-way", tips[line])
        program.click(f"source.line.{line}")
        now = program.wait(lambda now: now["state"]["request"], "the line's worst request")
        self.assertEqual(now["state"]["step"], 2, "the step is the same")

    def test_the_lines_of_the_step_are_scrolled_to(self):
        program = self.start_with_trace(self.FLAGS, *self.SHOWN)
        program.turn_to("source")
        program.keys("Home")
        first = program.wait(lambda now: now["state"]["step"] == 0 and now["idle"]
                             and self.lines_in_sight(now), "the load's lines")
        program.keys("End")
        last = program.wait(lambda now: now["state"]["step"] == 16 and now["idle"]
                            and self.lines_in_sight(now) != self.lines_in_sight(first),
                            "the store's lines")
        self.assertGreater(max(self.lines_in_sight(last)), max(self.lines_in_sight(first)))


if __name__ == "__main__":
    unittest.main()
