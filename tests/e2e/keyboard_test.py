"""Everything by keys alone: the mouse stays where it is."""

import unittest

from window_driver import WindowTest

FLAGS = ("--kernel", "brent-kung", "--block", "64", "--step", "2", "--size", "1280x800")


class Keyboard(WindowTest):
    def walk(self, program, key, expected):
        """Taps the key, which leads to the control of that name; to none where it is empty."""
        program.keys(key)
        program.wait(lambda now: now["idle"] and now["walking"] == expected,
                     f"{key} to lead to {expected or 'none'}")

    def walk_until(self, program, key, begins):
        """Taps the key until the name of what was walked to begins so, and returns it."""
        at = program.read()["walking"]
        for _ in range(40):
            if at.startswith(begins):
                return at
            program.keys(key)
            at = program.wait(lambda now: now["idle"] and now["walking"] != at,
                              f"{key} to lead on from {at}")["walking"]
        self.fail(f"{key} never came to {begins} but to {at}")

    def test_a_knob_is_changed_and_the_keys_are_given_back(self):
        program = self.start(*FLAGS)
        self.walk(program, "F6", "experiment.kernel")
        self.walk_until(program, "Down", "experiment.define.BLOCK")
        # The list opens where it stands; up is the next smaller one.
        program.keys("Return")
        program.widget("experiment.define.BLOCK.32")
        program.keys("Up", "Return")
        program.wait_recorded(block=32)
        # A text is typed into and left.
        self.walk_until(program, "Up", "experiment.define.N")
        program.keys("Return")
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("40")
        program.keys("Return")
        program.wait_recorded(n=40)
        # One of a row of buttons is pressed.
        self.walk_until(program, "Down", "experiment.engine.")
        self.walk_until(program, "Left", "experiment.engine.auto")
        self.walk(program, "Right", "experiment.engine.cpu")
        program.keys("space")
        program.wait_recorded(engine="cpu")
        self.walk(program, "Escape", "")
        step = program.state()["step"]
        program.keys("Right")
        program.wait_state(step=step + 1)

    def test_what_lies_in_a_picture_is_chosen(self):
        program = self.start(*FLAGS)
        self.walk(program, "Tab", "experiment.kernel")
        self.walk_until(program, "Tab", "memory.")
        word = int(self.walk_until(program, "Down", "memory.word.").split(".")[-1])
        program.keys("Return")
        program.wait_state(selection=f"word {word}")
        self.walk(program, "Right", f"memory.word.{word + 1}")
        program.keys("Return")
        program.wait_state(selection=f"word {word + 1}")
        self.walk(program, "Escape", "")
        program.keys("Escape")
        program.wait_state(selection="")

    def test_the_menus(self):
        program = self.start(*FLAGS)
        self.walk(program, "m", "menu.file")
        self.walk_until(program, "Right", "menu.export")
        program.keys("Return")
        program.widget("menu.export.tree")
        program.keys("Down", "Down", "Return")
        program.wait(lambda now: now["idle"] and "dialog.extent.whole" in now["widgets"],
                     "the export dialog")
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and not now["dialog"] and not now["walking"],
                     "the menus done with")

    def test_a_picture_is_made_larger_and_moved(self):
        program = self.start(*FLAGS)
        program.keys("1")
        program.wait_state(enlarged="tree")
        home = program.widget("tree.step.4")
        program.keys("z", "z", "z")
        larger = program.wait(lambda now: now["idle"]
                              and now["widgets"].get("tree.step.4") != home, "a larger tree")
        program.keys("ctrl+Down")
        program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.4")
                     != larger["widgets"].get("tree.step.4"), "the tree moved")
        program.keys("f")
        program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.4") == home,
                     "all of the tree")

    def test_the_mouse_takes_over(self):
        program = self.start(*FLAGS)
        self.walk(program, "F6", "experiment.kernel")
        program.click("timeline.forward")
        program.wait_state(step=3)
        program.wait(lambda now: now["idle"] and not now["walking"], "the walk ended")


if __name__ == "__main__":
    unittest.main()
