"""The experiment's knobs under real clicks and typing: each records anew, and at once."""

import json
import subprocess
import unittest

from window_driver import CLI, WindowTest


class Knobs(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16", "--step", "0")

    def test_every_choice_records_anew(self):
        program = self.start(*self.START)
        for knob, key, choice, shown in (
                ("experiment.kernel", "kernel", "brent-kung", "brent-kung"),
                ("experiment.define.BLOCK", "block", "64", 64),
                ("experiment.define.COARSEN", "coarsen", "3", 3),
                ("experiment.kernel", "kernel", "kogge-stone", "kogge-stone"),
                ("experiment.define.BLOCK", "block", "1024", 1024),
                ("experiment.define.COARSEN", "coarsen", "1", 1)):
            program.choose(knob, choice)
            state = program.wait_recorded(**{key: shown})
            self.assertTrue(state["trace"]["output_ok"], (knob, choice))
        for flag, knob, choices in (
                ("pad", "PADDING", {"every32": "every32", "two-level": "two_level",
                                    "xor": "swizzle", "none": "none"}),
                ("type", "T", {"i32": "int", "u32": "unsigned", "f64": "double", "i64": "long",
                               "f32": "float"}),
                ("op", "OPERATOR", {"max": "max", "min": "min", "last": "last", "add": "add"}),
                ("scan", "EXCLUSIVE", {"exclusive": "1", "inclusive": "0"})):
            for said, choice in choices.items():
                program.choose(f"experiment.define.{knob}", choice)
                self.assertTrue(program.wait_recorded(**{flag: said})["trace"]["output_ok"], said)

    def test_the_cursor_stays_on_its_phase_and_stride(self):
        program = self.start("--kernel", "brent-kung", "--block", "64", "--step", "0")
        while (program.state()["phase"], program.state()["stride"]) != ("down-sweep", 4):
            before = program.state()["step"]
            program.keys("Right")
            program.wait_state(step=before + 1)
        for block in ("128", "1024", "32"):
            program.choose("experiment.define.BLOCK", block)
            state = program.wait_recorded(block=int(block))
            self.assertEqual((state["phase"], state["stride"]), ("down-sweep", 4), block)
        program.choose("experiment.define.PADDING", "every32")
        state = program.wait_recorded(pad="every32")
        self.assertEqual((state["phase"], state["stride"]), ("down-sweep", 4))

    def test_n_can_be_typed_and_left_empty(self):
        program = self.start(*self.START)
        program.click("experiment.define.N")
        program.keys("ctrl+a")
        program.type("33")
        state = program.wait_recorded(n=33)
        self.assertEqual((state["trace"]["n"], state["trace"]["grid"]), (33, 3))
        program.keys("BackSpace")
        program.wait_recorded(n=3)
        program.keys("BackSpace")  # then the text's own holds
        self.assertEqual(program.wait_recorded(n=1024)["trace"]["n"], 1024)
        program.type("0")
        state = program.wait(lambda now: now["state"]["error"] and now["idle"], "a word on it")
        self.assertIn("a grid has 1 to", state["state"]["error"])
        self.assertEqual(state["state"]["trace"]["n"], 1024)

    def test_a_large_n_is_recorded_at_enter_or_after_a_pause(self):
        program = self.start("--kernel", "kogge-stone", "--block", "1024", "--n", "7")
        program.click("experiment.define.N")
        program.keys("ctrl+a")
        program.type("500000")
        self.assertEqual(program.wait_recorded(n=500000)["trace"]["n"], 500000)
        program.keys("ctrl+a")
        program.type("400000")
        program.keys("Return")
        state = program.wait_recorded(n=400000)
        self.assertEqual((state["trace"]["n"], state["error"]), (400000, ""))
        # What is typed and left by a click elsewhere is meant, too.
        program.click("experiment.define.N")
        program.keys("ctrl+a")
        program.type("300000")
        program.click("status.run", x=0.99)
        self.assertEqual(program.wait_recorded(n=300000)["undo_words"], "N 400000 → 300000")

    def test_keys_typed_into_a_field_are_not_steps(self):
        program = self.start(*self.START)
        program.click("experiment.define.N")
        program.keys("ctrl+a")
        program.type("33")
        program.wait_recorded(n=33)
        program.keys("Home", "Right", "Left", "End")
        program.type(" ")
        program.keys("BackSpace")
        program.type("1")
        state = program.wait_recorded(n=331)
        self.assertEqual((state["step"], state["playing"]), (0, False))

    def test_numbers_of_ones_own(self):
        program = self.start(*self.START)
        program.click("experiment.argument.A")
        program.keys("ctrl+a")
        program.type("values:1,2,3,4,5")
        state = program.wait_recorded(input="values:1,2,3,4,5", n=5)  # one section until then
        self.assertEqual(state["trace"]["n"], 5)
        # Half a number is said to be one, and the pictures stay until it is whole.
        program.type(",x")
        state = program.wait(lambda now: now["state"]["error"] and now["idle"], "a word on it")
        self.assertIn('"x"', state["state"]["error"])
        self.assertEqual(state["state"]["trace"]["n"], 5)
        program.keys("BackSpace", "BackSpace")
        program.type(".5")
        state = program.wait_recorded(input="values:1,2,3,4,5.5")
        self.assertEqual((state["error"], state["trace"]["n"]), ("", 5))

    def test_a_text_has_its_own_knobs(self):
        program = self.start("--kernel", "sequential", "--block", "16", "--step", "0")
        widgets = program.read()["widgets"]
        self.assertIn("experiment.define.OPERATOR", widgets)
        self.assertNotIn("experiment.define.COARSEN", widgets)

    def test_undo_and_redo(self):
        program = self.start(*self.START)
        self.assertFalse(program.state()["can_undo"])
        program.choose("experiment.define.BLOCK", "32")
        program.wait_recorded(block=32)
        program.choose("experiment.define.PADDING", "swizzle")
        program.wait_recorded(pad="xor")
        program.keys("ctrl+z")
        program.wait_recorded(block=32, pad="none")
        program.keys("ctrl+z")
        program.wait_recorded(block=16, pad="none")
        program.keys("ctrl+y")
        program.wait_recorded(block=32, pad="none")
        program.click("experiment.redo")
        state = program.wait_recorded(block=32, pad="xor")
        self.assertFalse(state["can_redo"])

    def test_what_is_shown_is_what_the_command_line_records(self):
        program = self.start("--kernel", "brent-kung", "--block", "1024", "--n", "1024",
                             "--pad", "every32")
        state = program.wait(lambda now: now["idle"]
                             and now["state"]["trace"]["unpadded_excess"] is not None,
                             "the run without padding")["state"]
        for pad, shown in (("every32", state["trace"]["excess"]),
                           ("none", state["trace"]["unpadded_excess"])):
            trace = subprocess.run([CLI, "record", "--kernel", "brent-kung", "--block", "1024",
                                    "--n", "1024", "--pad", pad, "-o", "-"],
                                   check=True, capture_output=True).stdout
            report = json.loads(subprocess.run([CLI, "report", "-", "--format", "json"],
                                               input=trace, check=True,
                                               capture_output=True).stdout)
            totals = report["totals"]
            self.assertEqual(totals["load_excess"] + totals["store_excess"], shown, pad)
        self.assertGreater(state["trace"]["unpadded_excess"], state["trace"]["excess"])

    def test_padding_that_adds_conflicts_is_said_to(self):
        program = self.start("--kernel", "kogge-stone", "--block", "1024", "--pad", "every32")
        state = program.wait(lambda now: now["idle"]
                             and now["state"]["trace"]["unpadded_excess"] is not None,
                             "the run without padding")["state"]
        self.assertGreater(state["trace"]["excess"], state["trace"]["unpadded_excess"])
        self.assertRegex(state["trace"]["status"]["padding"], "adds|more|worse|cost")


if __name__ == "__main__":
    unittest.main()
