"""The timeline under real keys and clicks: every way to move the cursor, and that no tap is lost."""

import random
import unittest

from window_driver import WindowTest


class Timeline(WindowTest):
    # 65 steps: load, 63 additions, store.
    LONG = ("--kernel", "sequential", "--block", "64")

    def test_keys(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16", "--step", "0")
        self.assertEqual(program.state()["steps"], 6)
        for key, step in (("Right", 1), ("F10", 2), ("Right", 3), ("Left", 2), ("shift+F10", 1),
                          ("End", 5), ("Right", 5), ("Left", 4), ("Home", 0), ("Left", 0)):
            program.keys(key)
            # A key at either end changes nothing, so the wait is for rest as well.
            program.wait(lambda now: now["idle"] and now["state"]["step"] == step,
                         f"step {step} after {key}")
        phases = []
        for _ in range(6):
            state = program.wait_idle()
            phases.append((state["phase"], state["stride"]))
            program.keys("Right")
            program.wait_state(step=min(len(phases), 5))
        self.assertEqual(phases, [("load", 0), ("scan", 1), ("scan", 2), ("scan", 4), ("scan", 8),
                                  ("store", 0)])

    def test_fast_taps_are_never_lost(self):
        program = self.start(*self.LONG, "--step", "0")
        program.keys(*["Right"] * 20)
        program.wait_state(step=20)
        program.keys(*["Left"] * 7, *["F10"] * 3, *["Right"] * 4)
        program.wait_state(step=20)
        program.keys(*["Right", "Left"] * 15)
        program.keys("Right")
        program.wait_state(step=21)
        self.assertEqual(program.wait_idle()["step"], 21)

    def test_a_random_walk_ends_where_arithmetic_says(self):
        program = self.start(*self.LONG, "--step", "0")
        dice = random.Random(7)
        step = 0
        for _ in range(5):
            walk = [dice.choice(["Right", "Left", "F10", "shift+F10", "Home", "End"])
                    if dice.random() < 0.1 else dice.choice(["Right", "Right", "Left"])
                    for _ in range(40)]
            for key in walk:
                step = {"Right": step + 1, "F10": step + 1, "Left": step - 1,
                        "shift+F10": step - 1, "Home": 0, "End": 64}[key]
                step = min(max(step, 0), 64)
            program.keys(*walk)
            # The last key must have been taken in, also where it moved nothing: another pair that
            # ends at the same place tells the two apart.
            program.keys("F1")
            program.wait(lambda now: now["dialog"], "the help")
            program.keys("Escape")
            program.wait(lambda now: not now["dialog"] and now["idle"], "the help closed")
            self.assertEqual(program.state()["step"], step, walk)

    def test_buttons(self):
        program = self.start("--kernel", "brent-kung", "--block", "32", "--step", "0")
        last = program.state()["steps"] - 1
        for button, step in (("forward", 1), ("forward", 2), ("back", 1), ("last", last),
                             ("back", last - 1), ("first", 0)):
            program.click(f"timeline.{button}")
            program.wait_state(step=step)

    def test_play_runs_to_the_end_and_starts_over(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16", "--step", "0")
        program.choose("timeline.speed", "8")
        program.wait_state(speed=8)
        program.keys("space")
        program.wait_state(playing=True)
        program.wait_state(playing=False, step=5)
        program.keys("space")
        program.wait_state(playing=True)
        program.keys("space")
        state = program.wait_state(playing=False)
        self.assertLessEqual(state["step"], 5)
        program.click("timeline.play")
        program.wait_state(playing=True)
        # A step by hand takes the timeline back into the hand.
        program.keys("Home")
        program.wait_state(playing=False, step=0)

    def test_slider(self):
        program = self.start(*self.LONG, "--step", "0")
        for step in (40, 3, 64, 0, 17):
            program.click(f"timeline.step.{step}")
            program.wait_state(step=step)
        # Dragging goes along; past its end it stays at the last step.
        program.drag("timeline.slider", (0.5, 0.5), (0.9, 0.5))
        state = program.wait_state(step=int(0.9 * 65))
        self.assertFalse(state["playing"])
        program.drag("timeline.slider", (0.2, 0.5), (1.0, 3.0))
        program.wait_state(step=64)


if __name__ == "__main__":
    unittest.main()
