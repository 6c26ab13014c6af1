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

    def test_asynchronous_copies_have_bars_from_their_begin_to_their_wait(self):
        program = self.start("--kernel", "matmul_mma_async", "--step", "0", "--size", "1280x800")
        now = program.wait(lambda now: now["idle"] and "timeline.copies.0" in now["widgets"], "bars")
        widgets = now["widgets"]
        bars = [widgets[f"timeline.copies.{k}"] for k in range(3)]
        self.assertNotIn("timeline.copies.3", widgets, "three tiles of each matrix are copied")
        for k, bar in enumerate(bars):
            self.assertRegex(bar["tip"], rf"^group {k}: 16,384 bytes by 128 threads, begun in step "
                             r"\d+ \(line \d+\), committed in step \d+ \(line \d+\), waited for in "
                             r"step \d+ \(line 49\)$")
            self.assertGreater(bar["y"], widgets["timeline.step.0"]["y"])
        # The next one is on its way while this one is multiplied: two lanes, by turns.
        self.assertGreater(bars[0]["x"] + bars[0]["w"], bars[1]["x"])
        self.assertNotEqual(bars[0]["y"], bars[1]["y"])
        self.assertEqual(bars[0]["y"], bars[2]["y"])
        program.move("timeline.copies.1")
        program.wait(lambda now: now["widgets"].get("timeline.summary", {}).get("tip", "")
                     .startswith("Asynchronous copies, group 1: "), "what it is")
        program.choose("experiment.define.STAGES", "1")
        now = program.wait(lambda now: now["idle"] and now["state"]["trace"]["experiment"]["defines"]
                           ["STAGES"] == "1" and "timeline.copies.2" in now["widgets"], "one stage")
        ys = {now["widgets"][f"timeline.copies.{k}"]["y"] for k in range(3)}
        self.assertEqual(len(ys), 1, "each is waited for before the next begins")

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

    def test_loop_goes_on_from_the_start(self):
        program = self.start("--kernel", "kogge-stone", "--block", "4", "--step", "3")
        program.keys("l")
        program.wait_state(loop=True)
        program.click("timeline.loop")
        program.wait_state(loop=False)
        program.click("timeline.loop")
        program.wait_state(loop=True)
        program.choose("timeline.speed", "8")
        program.wait_state(speed=8)
        program.keys("space")
        for _ in range(2):
            program.wait_state(playing=True, step=0)
            program.wait_state(playing=True, step=3)
        program.keys("space")
        program.wait_state(playing=False)

    def test_plus_and_minus_change_the_speed(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16")
        for key, speed in (("plus", 2), ("equal", 4), ("KP_Add", 8), ("plus", 8), ("minus", 4),
                           ("KP_Subtract", 2), ("minus", 1), ("minus", 0.5), ("minus", 0.25),
                           ("minus", 0.25)):
            program.keys(key)
            program.wait(lambda now: now["idle"] and now["state"]["speed"] == speed,
                         f"{speed} after {key}")

    def test_the_wheel_steps(self):
        program = self.start(*self.LONG, "--step", "10")
        program.move("timeline.slider")
        for button, step in ((5, 11), (5, 12), (4, 11), (4, 10), (4, 9)):
            program.xdotool("click", button)
            program.wait_state(step=step)
        program.xdotool("click", "--repeat", 20, "--delay", 5, 5)
        program.wait_state(step=29)

    def test_a_step_number_is_typed(self):
        program = self.start(*self.LONG, "--step", "0")
        program.keys("g")
        program.wait_typing()
        program.type("41")
        program.keys("Return")
        program.wait(lambda now: now["idle"] and not now["typing"]
                     and now["state"]["step"] == 40, "step 41")
        program.click("timeline.number")
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("9999")
        program.keys("Return")
        program.wait(lambda now: now["idle"] and not now["typing"]
                     and now["state"]["step"] == 64, "the last step")
        # What is not a number, or given up, changes nothing.
        for keys in (("BackSpace", "Return"), ("3", "Escape")):
            program.keys("g")
            program.wait_typing()
            program.keys(*keys)
            program.wait(lambda now: now["idle"] and not now["typing"], "the field left")
            self.assertEqual(program.state()["step"], 64)

    def test_hovering_a_step_sums_it_up(self):
        program = self.start("--kernel", "brent-kung", "--block", "1024", "--step", "0")
        program.move("timeline.step.4")
        now = program.wait(lambda now: now["idle"] and "timeline.summary" in now["widgets"],
                           "the summary")
        summary = now["widgets"]["timeline.summary"]["tip"]
        for words in ("Step 5 of 21", "up-sweep, stride 8", "64 adds by 64 threads", "16-way",
                      "90 excess wavefronts"):
            self.assertIn(words, summary)
        self.assertEqual(program.state()["step"], 0)

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
