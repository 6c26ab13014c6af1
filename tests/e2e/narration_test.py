"""The sentence below the timeline, with real keys and a real mouse."""

import unittest

from window_driver import WindowTest


class Narration(WindowTest):
    FLAGS = ("--kernel", "brent-kung", "--block", "64", "--step", "5", "--size", "1280x800")
    WORST = ("lanes 0 and 1 want words 15 and 47, both in bank 15: two wavefronts.")

    def wait_words(self, program, *words):
        return program.wait(lambda now: now["idle"] and "narration" in now["widgets"]
                            and all(word in now["widgets"]["narration"]["tip"] for word in words),
                            f"a sentence with {words}")["widgets"]["narration"]["tip"]

    def pasted(self, program):
        """What the clipboard holds, told by pasting it into the numbers."""
        program.click("experiment.argument.A")
        program.wait_typing()
        program.keys("ctrl+a", "ctrl+v")
        return program.wait(lambda now: now["idle"] and now["state"]["experiment"]["arguments"]["A"]
                            != "values:1,2,3", "what was copied")["state"]["experiment"][
                                "arguments"]["A"]

    def test_it_follows_the_step(self):
        program = self.start(*self.FLAGS)
        self.wait_words(program, "Up-sweep, stride 16: two threads read four words, perform two "
                        "additions and store two results.", self.WORST)
        program.keys("Right")
        self.wait_words(program, "Up-sweep, stride 32: one thread", "None of the three requests")
        program.keys("Left")
        self.wait_words(program, "Up-sweep, stride 16", self.WORST)

    def test_it_follows_the_request_that_the_banks_show(self):
        program = self.start(*self.FLAGS)
        program.keys("Home", "4")
        first = self.wait_words(program, "The store of warp 0 at line", "32 lanes want 32 words")
        program.keys("shift+Down")
        self.assertNotEqual(self.wait_words(program, "The store of warp 1 at line"), first)

    def test_long_ones_are_not_cut_in_a_small_window(self):
        program = self.start("--kernel", "brent-kung", "--block", "256", "--n", "1024", "--step",
                             "3", "--size", "1280x800")
        steps = program.state()["steps"]
        for step in range(3, steps):
            program.wait(lambda now: now["idle"] and now["state"]["step"] == step, f"step {step}")
            words = program.widget("narration")["tip"]
            shown = program.widget("narration.shown")
            # Without its first sentence, or without one that says only that nothing has a conflict.
            rest = words.removeprefix(shown["tip"])
            self.assertTrue(words.endswith(shown["tip"]) or rest.startswith(" None of the "),
                            (words, shown))
            status = program.widget("status.run")
            self.assertLess(shown["y"] + shown["h"], status["y"])
            program.keys("Right")

    def test_what_a_step_does_goes_before_that_nothing_has_a_conflict(self):
        program = self.start("--kernel", "reduce_shuffle", "--size", "1280x800", "--step", "0")
        words = self.wait_words(program, "of the warp by shuffle", "None of the ")
        shown = program.widget("narration.shown")["tip"]
        self.assertTrue(words.startswith(shown) and "by shuffle" in shown, (words, shown))

    def test_what_padding_did_is_said_in_fewer_words_rather_than_cut(self):
        flags = ("--kernel", "brent-kung", "--block", "1024", "--pad", "every32", "--compare")
        for size, letters, words in (("1280x800", "1", "Excess wavefronts 915 → 52 (18× fewer)"),
                                     ("1024x700", "1.5", "Excess 915 → 52")):
            with self.subTest(size):
                program = self.start(*flags, "--size", size, "--text-size", letters)
                program.wait(lambda now, words=words: now["idle"] and "status.padding" in now["widgets"]
                             and now["widgets"]["status.padding"]["tip"] == words, words)

    def test_a_key_and_a_button_copy_it(self):
        for copy in ("key", "button"):
            with self.subTest(copy):
                program = self.start("--kernel", "brent-kung", "--block", "8", "--input",
                                     "values:1,2,3", "--size", "1280x800")
                program.keys("Home")
                words = self.wait_words(program, "Load: ", "of A and store")
                if copy == "key":
                    program.keys("ctrl+c")
                else:
                    program.click("narration.copy")
                program.wait_idle()
                self.assertTrue(self.pasted(program).startswith(words[:40]))


if __name__ == "__main__":
    unittest.main()
