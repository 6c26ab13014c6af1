"""Links: copied by a key, opened by another one, as an argument, and in a window that has something
else to lose."""

import unittest

from window_driver import WindowTest, setting

PAGE = "https://uni.example/stridescope.html"


class Links(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16", "--step", "2")

    def test_a_link_is_copied_and_opened_again(self):
        program = self.start(*self.START)
        program.keys("ctrl+shift+l")
        self.assertRegex(program.widget("notice")["tip"], r"The link is copied: \d+ characters")
        program.choose("experiment.define.BLOCK", "64")
        program.wait_recorded(block=64)
        program.keys("End", "ctrl+v")
        self.assertEqual(program.wait_recorded(block=16)["step"], 2)

    def test_a_text_of_ones_own_comes_back_from_the_clipboard(self):
        program = self.start(*self.START)
        program.keys("ctrl+n")
        first = program.wait_idle()["document"]["text"]
        program.click("menu.edit")
        program.click("menu.edit.link")
        program.widget("notice")
        program.click("menu.experiment")
        program.click("menu.experiment.tree")
        program.wait_recorded(kernel="brent-kung")
        program.click("menu.edit")
        program.click("menu.edit.paste")
        now = program.wait(lambda now: now["idle"] and now["state"]["document"]
                           and now["state"]["document"]["text"] == first, "the text")
        self.assertFalse(now["state"]["document"]["unsaved"])

    def test_an_argument(self):
        program = self.start(f"{PAGE}#run=--kernel%20brent-kung%20--block%2064&show=banks&step=3")
        state = program.wait_recorded(kernel="brent-kung", block=64)
        self.assertEqual(state["step"], 3)
        self.assertEqual(state["enlarged"], "banks")

    def test_what_cannot_be_read_is_said(self):
        program = self.start(*self.START)
        program.click("experiment.argument.A")
        program.wait_typing()
        program.keys("ctrl+a")
        program.type(f"{PAGE}#run=--kernel%20nothing")
        program.keys("ctrl+a", "ctrl+x", "ctrl+z", "Escape")
        program.wait(lambda now: now["idle"] and not now["typing"], "the field to be left")
        program.keys("ctrl+v")
        self.assertIn('There is no kernel "nothing"', program.wait_said()["text"])
        self.assertEqual(setting(program.state()["experiment"], "kernel"), "kogge-stone")


if __name__ == "__main__":
    unittest.main()
