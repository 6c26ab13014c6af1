"""The gallery of broken kernels in the window: chosen from the list with a real mouse, the card with
what the program found, fixing at the same step and back, undo."""

import unittest

from window_driver import WindowTest

PANES = ("tree.picture", "memory.picture", "heatmap.picture")


def overlaps(a, b):
    return (a["x"] < b["x"] + b["w"] and b["x"] < a["x"] + a["w"] and
            a["y"] < b["y"] + b["h"] and b["y"] < a["y"] + a["h"])


class Broken(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "64", "--step", "0")

    def widgets_of(self, program):
        program.wait_idle()
        return program.read()["widgets"]

    def found(self, state):
        return {finding["kind"] for finding in state["trace"]["findings"]}

    def check_card(self, widgets, what):
        """Its words lie within it, side by side or one below the other, and it covers nothing."""
        card = widgets["card"]
        parts = ["card.see", "card.why", "card.how", "card.met", "card.fix", "card.fold",
                 "card.badge", "card.title", "card.found.0"]
        for name in parts:
            inner = widgets[name]
            self.assertGreaterEqual(inner["x"], card["x"], (what, name))
            self.assertLessEqual(inner["x"] + inner["w"], card["x"] + card["w"], (what, name))
            self.assertLessEqual(inner["y"] + inner["h"], card["y"] + card["h"], (what, name))
            for other in parts:
                self.assertFalse(other != name and overlaps(inner, widgets[other]),
                                 (what, name, other))
        for name in PANES:
            self.assertFalse(overlaps(card, widgets[name]), (what, name))
            self.assertGreater(widgets[name]["h"], 80, (what, name))

    def test_choose_see_mend_and_break_again(self):
        program = self.start(*self.START)
        self.assertNotIn("card", self.widgets_of(program))
        program.choose("experiment.kernel", "kogge-stone-one-barrier")
        state = program.wait_recorded(kernel="kogge-stone-one-barrier")
        self.assertFalse(state["trace"]["output_ok"])
        self.assertIn("race", self.found(state))
        widgets = self.widgets_of(program)
        for name in ("card.badge", "card.title", "card.see", "card.why", "card.how", "card.met"):
            self.assertIn(name, widgets)
        self.assertIn("race on X[", widgets["card.found.0"]["tip"])

        for _ in range(3):
            program.click("timeline.forward")
        before = program.wait_state(step=3)
        program.click("card.fix")
        state = program.wait_recorded(kernel="kogge-stone")
        self.assertTrue(state["trace"]["output_ok"])
        self.assertEqual(state["trace"]["findings"], [])
        for key in ("step", "phase", "stride"):
            self.assertEqual(state[key], before[key])
        same = {**before["experiment"], "kernel": "kogge-stone"}
        del same["text"], state["experiment"]["text"]
        self.assertEqual(state["experiment"], same)
        self.assertNotIn("card.badge", self.widgets_of(program))

        program.click("card.break")
        state = program.wait_recorded(kernel="kogge-stone-one-barrier")
        self.assertEqual(state["step"], 3)
        program.keys("ctrl+z")
        program.wait_recorded(kernel="kogge-stone")
        program.keys("ctrl+z")
        state = program.wait_recorded(kernel="kogge-stone-one-barrier")
        self.assertEqual(state["step"], 3)
        program.keys("ctrl+z")
        program.wait_recorded(kernel="kogge-stone")

    def test_one_whose_fault_needs_padding_is_shown_with_padding(self):
        program = self.start(*self.START)
        program.choose("experiment.kernel", "brent-kung-pad-unused")
        state = program.wait_recorded(kernel="brent-kung-pad-unused", pad="every32")
        self.assertTrue(state["trace"]["output_ok"])
        self.assertEqual(self.found(state), {"padding"})
        tip = program.widget("card.found.0")["tip"]
        self.assertIn("Padding changed nothing", tip)
        self.assertIn(f"{state['trace']['excess']} excess wavefronts with and without", tip)
        program.choose("experiment.define.PADDING", "none")
        program.wait_recorded(pad="none")
        self.assertIn("set PADDING to every32", program.widget("card.found.0")["tip"])
        program.keys("ctrl+z")
        program.wait_recorded(pad="every32")
        program.keys("ctrl+z")
        program.wait_recorded(kernel="kogge-stone", pad="none")

    def test_every_one_of_them_can_be_chosen_and_is_found_out(self):
        program = self.start(*self.START, "--size", "1280x800")
        program.click("experiment.kernel")
        now = program.wait(lambda now: now["idle"] and "experiment.kernel.badge" in now["widgets"],
                           "the list")
        badge = now["widgets"]["experiment.kernel.badge"]
        # For a learner: scans by name first, then other families, and what is broken last.
        rows = {name.removeprefix("experiment.kernel."): box["y"]
                for name, box in now["widgets"].items() if name.startswith("experiment.kernel.")}
        order = ["kogge-stone", "matmul", "badge", "histogram-race"]
        self.assertEqual(sorted(order, key=rows.get), order, rows)
        below = [name.removeprefix("experiment.kernel.") for name, box in now["widgets"].items()
                 if name.startswith("experiment.kernel.") and box["y"] > badge["y"]]
        self.assertEqual(len(below), 13)
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and "experiment.kernel.badge" not in now["widgets"],
                     "the closed list")
        for name in below:
            program.choose("experiment.kernel", name)
            state = program.wait_recorded(kernel=name)
            self.assertNotEqual(state["trace"]["findings"], [], name)
            self.check_card(self.widgets_of(program), name)

    def test_the_card_covers_nothing_and_folds(self):
        program = self.start(*self.START)
        program.choose("experiment.kernel", "kogge-stone-barrier-in-branch")
        program.wait_recorded(kernel="kogge-stone-barrier-in-branch")
        widgets = self.widgets_of(program)
        card = widgets["card"]
        self.check_card(widgets, "branch")
        program.click("card.fold")
        program.wait_state(card_folded=True)
        widgets = self.widgets_of(program)
        self.assertNotIn("card.see", widgets)
        self.assertLess(widgets["card"]["h"], card["h"])
        program.click("card.fold")
        program.wait_state(card_folded=False)

    def test_a_text_is_mended_and_broken_again(self):
        program = self.start(*self.START)
        program.click("menu.file")
        program.click("menu.file.examples")
        program.click("menu.file.examples.broken on purpose")
        program.click("menu.file.example.kogge_stone_one_barrier")
        widgets = self.widgets_of(program)
        self.assertIn("race on X[", widgets["card.found.0"]["tip"])
        self.assertNotIn("card.fixed", widgets)
        for name in ("card.badge", "card.title", "card.see", "card.why", "card.how", "card.met"):
            self.assertIn(name, widgets)
        for _ in range(3):
            program.click("timeline.forward")
        program.wait_state(step=3)
        program.click("card.fix")
        program.wait(lambda now: now["idle"] and "card.fixed" in now["widgets"], "the correct one")
        state = program.wait_state(step=3)
        self.assertEqual(state["fixed_text"], "kogge_stone_one_barrier.cu")
        self.assertTrue(state["trace"]["output_ok"])
        self.assertEqual(state["trace"]["findings"], [])
        program.click("card.break")
        program.wait(lambda now: now["idle"] and "card.fix" in now["widgets"], "the broken one")
        self.assertIn("race", self.found(program.wait_state(step=3)))
        program.click("menu.compare")
        program.click("menu.compare.broken.text")
        self.wait_pair(program, "Kogge–Stone, one barrier missing", "Kogge–Stone")

    def wait_pair(self, program, left, right):
        program.wait(lambda now: now["idle"] and now["state"]["beside"].get("left") == left
                     and now["state"]["beside"]["right"] == right, f"{left} beside {right}")

    def test_a_correct_text_stands_beside_its_broken_versions(self):
        program = self.start(*self.START, "--size", "1280x800")
        program.click("menu.compare")
        program.click("menu.compare.broken")
        program.click("menu.compare.broken.kogge-stone-off-by-one")
        self.wait_pair(program, "Kogge–Stone, off by one at the end", "Kogge–Stone")
        self.assertTrue(program.state()["trace"]["findings"])
        # And knobs of many choices are no long list.
        program.click("menu.compare")
        program.click("menu.compare.knob.BLOCK")
        program.click("menu.compare.knob.BLOCK.64")
        self.wait_pair(program, "BLOCK = 256 · kogge_stone<<<4, 256>>> · 4 recorded blocks",
                       "BLOCK = 64 · kogge_stone<<<16, 64>>> · 8 recorded blocks")


if __name__ == "__main__":
    unittest.main()
