"""What is chosen in one pane is lit in all of them, with real keys and a real mouse."""

import unittest

from window_driver import WindowTest


class Selection(WindowTest):
    RUN = ("--kernel", "brent-kung", "--block", "64")
    FLAGS = (*RUN, "--step", "3", "--size", "1280x800")

    def wait_lit(self, program, what, *panes, dark=()):
        return program.wait(
            lambda now: now["idle"] and all(f"{pane}.lit" in now["widgets"] for pane in panes)
            and not any(f"{pane}.lit" in now["widgets"] for pane in dark), what)

    def test_what_is_pointed_at_is_lit_everywhere_and_put_out_again(self):
        program = self.start(*self.FLAGS)
        program.move("memory.picture", 0.5, 0.5)
        self.wait_lit(program, "all three panes", "tree", "memory", "heatmap")
        self.assertTrue(program.state()["pointed"].startswith("word "))
        self.assertEqual(program.state()["selection"], "", "pointing chooses nothing")
        program.move("timeline.sentence")
        self.wait_lit(program, "none", dark=("tree", "memory", "heatmap"))

    def test_a_lane_is_chosen_stays_through_steps_and_is_let_go(self):
        program = self.start_with_trace(self.RUN, *self.FLAGS[4:])
        program.turn_to("source")
        program.wait(lambda now: now["idle"] and any(name.startswith("source.line.")
                                                     for name in now["widgets"]), "the text")
        program.turn_to("banks")
        program.wait(lambda now: now["idle"] and "banks.thread.5" in now["widgets"], "the lanes")
        program.click("banks.thread.5")
        program.wait_state(selection="thread 5")
        program.move("timeline.sentence")
        now = self.wait_lit(program, "the thread's words", "tree", "memory", "banks")
        self.assertEqual(now["widgets"]["memory.lit"]["tip"], "4", "two words and their banks")
        self.assertIn("Thread 5 at line ", now["widgets"]["narration"]["tip"])
        self.assertIn("j = 2 · (5 + 1) · 4 − 1 = 47, j − stride = 47 − 4 = 43",
                      now["widgets"]["narration"]["tip"])
        # Its line is lit in the text, too.
        program.turn_to("source")
        self.wait_lit(program, "the thread's line", "source")
        program.keys("Home")
        program.wait_state(step=0, selection="thread 5")
        now = self.wait_lit(program, "the word it loads", "tree", "memory", "source")
        self.assertEqual(now["widgets"]["memory.lit"]["tip"], "2", "one word and its bank")
        program.keys("Escape")
        program.wait_state(selection="")
        self.wait_lit(program, "none", dark=("tree", "memory", "source"))

    def test_the_steps_of_what_is_chosen_are_lit_on_the_timeline_and_in_the_work_table(self):
        program = self.start(*self.FLAGS)
        program.turn_to("banks")
        program.wait(lambda now: now["idle"] and "banks.thread.5" in now["widgets"], "the lanes")
        program.click("banks.thread.5")
        program.wait_state(selection="thread 5")
        program.keys("5")
        program.move("timeline.sentence")
        now = self.wait_lit(program, "its steps", "work", "timeline")
        # Load, up-sweep 1, 2, 4 (8 threads), down-sweep 4 (7 threads), 2, 1, store.
        self.assertEqual(now["widgets"]["timeline.lit"]["tip"], "0,1,2,3,9,10,11,12")
        self.assertEqual(now["widgets"]["work.lit"]["tip"], "8")
        program.keys("Escape")
        program.wait_state(selection="")
        self.wait_lit(program, "none", dark=("work", "timeline"))

    def test_requests_and_wavefronts_are_chosen_in_the_banks(self):
        program = self.start(*self.FLAGS[:4], "--step", "4", "--size", "1280x800")
        program.turn_to("banks")
        program.wait(lambda now: now["idle"] and "banks.wavefront.2" in now["widgets"], "banks")
        program.move("banks.wavefront.2")
        now = self.wait_lit(program, "what it serves", "tree", "memory")
        self.assertEqual(now["widgets"]["memory.lit"]["tip"], "4", "two words, their banks")
        program.click("banks.wavefront.2")
        program.wait_state(wave=2)
        chosen = program.state()["selection"]
        self.assertTrue(chosen.endswith("wavefront 2"), chosen)
        program.click("banks.wavefront.2")
        program.wait_state(wave=0, selection="")
        # Played by keys it is lit as well, though nothing is chosen.
        program.move("timeline.sentence")
        self.wait_lit(program, "none", dark=("memory", "tree"))
        program.keys("shift+Right")
        program.wait_state(wave=1, selection="")
        self.wait_lit(program, "the first wavefront's words", "memory", "tree")
        program.keys("Escape")
        program.wait_state(wave=0)
        self.wait_lit(program, "none", dark=("memory", "tree"))
        program.click("banks.request.1")
        now = program.wait(lambda now: now["idle"] and now["state"]["selection"] != ""
                           and "selection" in now["widgets"], "the request")
        program.move("timeline.sentence")
        now = self.wait_lit(program, "all that it reads", "memory", "tree")
        self.assertEqual(now["widgets"]["memory.lit"]["tip"], "6", "four words, two banks")

    def test_a_click_again_or_on_the_chip_lets_go(self):
        program = self.start(*self.FLAGS)
        program.turn_to("banks")
        for way in ("banks.thread.5", "selection"):
            program.wait(lambda now: now["idle"] and "banks.thread.5" in now["widgets"], "lanes")
            program.click("banks.thread.5")
            program.wait(lambda now: now["state"]["selection"] == "thread 5" and now["idle"]
                         and "selection" in now["widgets"], "the lane")
            program.click(way)
            program.wait_state(selection="")

    def test_a_line_is_chosen_and_another_kernel_forgets_it(self):
        program = self.start_with_trace(self.RUN, *self.FLAGS[4:])
        program.keys("7")
        now = program.wait(lambda now: now["idle"] and any(name.startswith("source.line.")
                                                           for name in now["widgets"]), "lines")
        lines = sorted(int(name.rpartition(".")[2]) for name in now["widgets"]
                       if name.startswith("source.line."))
        program.click(f"source.line.{lines[0]}")
        program.wait_state(selection=f"line {lines[0]}")
        program.keys("Escape", "Escape")
        program.wait_state(selection="", enlarged=None)
        program.keys("7")
        program.click(f"source.line.{lines[0]}")
        program.wait_state(selection=f"line {lines[0]}")
        program.keys("7")
        program.choose("experiment.kernel", "kogge-stone")
        program.wait_recorded(kernel="kogge-stone")
        program.wait_state(selection="")


if __name__ == "__main__":
    unittest.main()
