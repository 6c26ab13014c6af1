"""The heatmap of one run compared with another: a run that was held, an earlier one, a trace file;
side by side and as a difference; exported as the command line would."""

import subprocess
import unittest

from window_driver import CLI, WindowTest


HELD = "kogge_stone.cu · BLOCK 64 · PADDING every32 · A ones"


class Compare(WindowTest):
    """Beside the text that is open the heatmap has little room: its choices stand under "more"."""
    FIRST = ("--kernel", "kogge-stone", "--block", "64", "--pad", "every32")

    def open_choices(self, program):
        program.click("heatmap.more")
        return program.widget("heatmap.hold")

    def close_choices(self, program):
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and "heatmap.hold" not in now["widgets"], "it closed")

    def record(self, program, name, *flags):
        path = program.folder / name
        subprocess.run([CLI, "record", *flags, "-o", path], check=True)
        return path

    def test_a_held_run_stands_beside_every_other_one(self):
        program = self.start(*self.FIRST, "--step", "0")
        self.open_choices(program)
        held = program.widget("heatmap.with.held")
        self.assertEqual((held["enabled"], held["tip"]), (False, "No run is held yet"))
        program.click("heatmap.hold")
        state = program.wait_state(held=HELD,
                                   against_held=True, compare=True)
        self.close_choices(program)
        program.choose("experiment.kernel", "brent-kung")
        program.wait_recorded(kernel="brent-kung")
        program.choose("experiment.define.PADDING", "none")
        state = program.wait_recorded(pad="none")
        self.assertEqual(state["held"], HELD)
        # Without a padding of its own the run is still compared.
        self.open_choices(program)
        self.assertTrue(program.widget("heatmap.compare")["enabled"])
        program.click("heatmap.compare")
        program.wait_state(compare=False)
        self.close_choices(program)
        program.keys("c")
        program.wait_state(compare=True)
        # Back to no padding: this run has none, so there is nothing to compare with.
        program.choose("experiment.define.PADDING", "two_level")
        program.wait_recorded(pad="two-level")
        self.open_choices(program)
        program.click("heatmap.with.no_padding")
        program.wait_state(against_held=False)
        program.click("heatmap.with.held")
        program.wait_state(against_held=True)

    def hold(self, program):
        """Holds the shown run; returns what it is called."""
        program.click("menu.compare")
        program.click("menu.compare.hold")
        return program.wait(lambda now: now["idle"] and now["state"]["against_held"],
                            "a held run")["state"]["held"]

    def gone(self, program, what):
        program.wait(lambda now: now["idle"] and now["state"]["trace"]
                     and now["state"]["held"] is None and not now["state"]["against_held"]
                     and not now["state"]["beside"]["on"], f"the held run let go by {what}")

    def test_both_are_named_and_the_held_one_is_let_go_with_the_pair(self):
        program = self.start(*self.FIRST, "--step", "0", "--size", "1920x1080")
        self.assertEqual(self.hold(program), HELD)
        program.choose("experiment.kernel", "brent-kung")
        program.wait_recorded(kernel="brent-kung")
        program.keys("b")
        now = program.wait(lambda now: now["idle"] and now["state"]["beside"]["on"]
                           and "other.tree.heading" in now["widgets"], "the pair")
        names = [now["widgets"][f"{side}tree.heading"]["tip"] for side in ("", "other.")]
        self.assertNotEqual(*names)
        self.assertIn("Brent–Kung", names[0])
        self.assertIn("Kogge–Stone", names[1])
        self.assertEqual([now["state"]["beside"][side] for side in ("left", "right")], names)
        program.keys("b")
        self.gone(program, "B")
        self.open_choices(program)
        held = program.widget("heatmap.with.held")
        self.assertEqual((held["enabled"], held["tip"]), (False, "No run is held yet"))
        self.close_choices(program)

    def test_a_held_run_is_let_go_by_whatever_begins_anew(self):
        trace = self.display.folder / "other.npz"
        subprocess.run([CLI, "record", "--kernel", "blelloch", "--block", "16", "-o", trace],
                       check=True)
        program = self.start(*self.FIRST, "--step", "0")
        self.hold(program)
        program.click("menu.experiment")
        program.click("menu.experiment.tree")
        program.wait_recorded(kernel="brent-kung")
        self.gone(program, "a preset")
        self.assertIn("brent_kung.cu", self.hold(program))
        program.keys("ctrl+n")
        program.wait(lambda now: now["idle"] and now["state"]["document"]
                     and now["state"]["document"]["is_shown"]
                     and "brent" not in now["state"]["document"]["text"], "a new text")
        self.gone(program, "New")
        self.hold(program)
        program.keys("ctrl+o")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(str(trace))
        program.keys("Return")
        program.wait_recorded(kernel="blelloch")
        self.gone(program, "Open")

    def test_a_difference_is_exported_as_the_command_line_writes_it(self):
        program = self.start(*self.FIRST, "--step", "0")
        held = self.record(program, "held.npz", *self.FIRST)
        self.open_choices(program)
        program.click("heatmap.hold")
        self.close_choices(program)
        program.choose("experiment.kernel", "brent-kung")
        program.wait_recorded(kernel="brent-kung")
        program.choose("experiment.define.BLOCK", "256")
        program.wait_recorded(block=256)
        self.open_choices(program)
        for name in ("together.difference", "measure.total", "events.loads"):
            program.click(f"heatmap.{name}")
        program.wait(lambda now: now["state"]["heat"] == {"events": 1, "measure": 1,
                                                          "difference": True}, "the choices")
        self.close_choices(program)
        program.keys("ctrl+e")
        program.click("dialog.format.svg")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("window.svg")
        program.click("dialog.ok")
        self.assertTrue(program.wait_said()["fine"])
        shown = self.record(program, "shown.npz", "--kernel", "brent-kung", "--block", "256",
                            "--pad", "every32")
        path = program.folder / "cli.svg"
        subprocess.run([CLI, "export", shown, "--view", "heatmap", "--compare", held, "--step", "0",
                        "--difference", "--measure", "total", "--events", "loads", "-o", path],
                       check=True)
        self.assertEqual((program.folder / "window.svg").read_bytes(), path.read_bytes())

    def test_a_trace_file_is_held(self):
        program = self.start(*self.FIRST)
        self.record(program, "other.npz", "--kernel", "brent-kung", "--block", "32")
        (program.folder / "broken.npz").write_bytes(b"PK no trace")
        for name in ("broken.npz", "other.npz"):
            self.open_choices(program)
            program.click("heatmap.open")
            program.click("dialog.path")
            program.keys("ctrl+a")
            program.type(name)
            program.keys("Return")
            if name == "broken.npz":
                said = program.wait_said()
                self.assertFalse(said["fine"])
                self.assertIn("There is nothing to compare with. ", said["text"])
                self.assertIn("broken.npz", said["text"])
                program.keys("Escape")
                program.wait(lambda now: now["idle"] and now["state"]["messages"][-1]["read"],
                             "it read")
        state = program.wait_state(held="other.npz", against_held=True)
        # What is shown stays what it was.
        self.assertEqual(state["trace"]["experiment"]["kernel"], "kogge-stone")

    def test_an_earlier_run_is_held(self):
        program = self.start(*self.FIRST)
        program.choose("experiment.define.BLOCK", "32")
        program.wait_recorded(block=32)
        self.open_choices(program)
        program.choose("heatmap.recent", "1")
        state = program.wait_state(held=HELD)
        self.assertEqual(state["trace"]["experiment"]["defines"]["BLOCK"], "32")


if __name__ == "__main__":
    unittest.main()
