"""The ladder in the window: opened from a file, looked at, exported, measured, left again."""

import json
import subprocess

from window_driver import CLI, WindowTest


class Ladder(WindowTest):
    FLAGS = ("--kernel", "brent-kung", "--block", "64")

    def saved(self, program):
        path = program.folder / "mine.json"
        subprocess.run([CLI, "ladder", "--n", "1000", "--n", "100000", "--rungs", "cpu",
                        "--runs", "3", "-o", path], check=True, stdout=subprocess.DEVNULL)
        return path

    def open(self, program, name):
        program.keys("ctrl+o")
        program.wait(lambda now: "dialog.path" in now["widgets"], "the dialog")
        program.click("dialog.path")
        program.type(name)
        program.keys("Return")
        program.wait(lambda now: "ladder.picture" in now["widgets"], "the ladder")

    def title(self, program):
        return program.read()["widgets"]["ladder.title"]["tip"]

    def test_a_file_is_looked_at_and_exported(self):
        program = self.start(*self.FLAGS)
        path = self.saved(program)
        self.open(program, path.name)
        self.assertIn("mine.json", self.title(program))
        widgets = program.read()["widgets"]
        self.assertNotIn("tree.picture", widgets)
        self.assertIn("N = 10⁵", widgets["ladder.rung.0"]["tip"])
        program.click("ladder.size.0")
        program.wait(lambda now: "N = 10³" in now["widgets"]["ladder.rung.0"]["tip"], "other bars")
        program.click("ladder.rung.1")
        program.click("ladder.export")
        program.wait(lambda now: "dialog.path" in now["widgets"], "the dialog")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("out.json")
        program.click("dialog.ok")
        program.wait(lambda now: (program.folder / "out.json").exists(), "the file")
        self.assertEqual(json.loads((program.folder / "out.json").read_text())["results"],
                         json.loads(path.read_text())["results"])
        program.keys("Escape")
        program.click("ladder.close")
        program.wait(lambda now: "tree.picture" in now["widgets"], "the views")
        program.click("menu.view")
        program.click("menu.view.ladder")
        program.wait(lambda now: "ladder.picture" in now["widgets"], "the ladder again")

    def test_this_machine_is_measured_in_the_background(self):
        program = self.start(*self.FLAGS)
        self.open(program, self.saved(program).name)
        program.wait(lambda now: now["widgets"]["ladder.measure"]["enabled"], "a driver's answer")
        program.click("ladder.measure")
        program.wait(lambda now: "ladder.cancel" in now["widgets"] and
                     "Measuring" in now["widgets"]["ladder.title"]["tip"], "measuring")
        box = program.read()["widgets"]["ladder.cancel"]  # nothing rests while it measures
        program.xdotool("mousemove", "--window", program.window, round(box["x"] + box["w"] / 2),
                        round(box["y"] + box["h"] / 2), "click", 1)
        program.wait(lambda now: "ladder.measure" in now["widgets"], "the end")
        self.assertIn("mine.json", self.title(program))


if __name__ == "__main__":
    import unittest
    unittest.main()
