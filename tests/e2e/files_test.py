"""The file dialog under real keys and clicks: folders, filter, new folder, the question before a file
is replaced; and files that are dropped on the window."""

import os
import subprocess
import unittest

from window_driver import CLI, WindowTest
from x_client import drop_files


class Files(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16")

    def start_with_files(self):
        """A program whose folder holds sub/deep/x.npz, two traces, numbers and a text."""
        program = self.start(*self.START)
        deep = program.folder / "sub" / "deep"
        deep.mkdir(parents=True)
        for path, kernel, block in ((deep / "x.npz", "brent-kung", 32),
                                    (program.folder / "one.npz", "brent-kung", 8),
                                    (program.folder / "two.npz", "sequential", 4)):
            subprocess.run([CLI, "record", "--kernel", kernel, "--block", str(block), "-o", path],
                           check=True)
        (program.folder / "numbers.csv").write_text("3,1,4,1,5\n")
        (program.folder / "notes.rst").write_text("no trace\n")
        return program

    def listed(self, program):
        """What the dialog lists, once it rests and can be typed into."""
        now = program.wait(lambda now: now["idle"] and now["dialog"] and now["typing"],
                           "the dialog")
        return {name.removeprefix("dialog.files.") for name in now["widgets"]
                if name.startswith("dialog.files.")}

    def double_click(self, program, name):
        # Each a little elsewhere: a third and fourth click at one place are no double click.
        self.clicked = (getattr(self, "clicked", 0) + 1) % 8
        program.move(name, 0.1 + 0.1 * self.clicked)
        program.xdotool("click", "--repeat", 2, "--delay", 60, 1)

    def wait_listed(self, program, names):
        program.wait(lambda now: now["idle"] and {
            name.removeprefix("dialog.files.") for name in now["widgets"]
            if name.startswith("dialog.files.")} == names, f"the list {names}")

    def test_folders_by_mouse(self):
        program = self.start_with_files()
        program.click("menu.file")
        program.click("menu.file.open")
        self.assertEqual(self.listed(program), {"sub", "one.npz", "two.npz", "numbers.csv"})
        self.double_click(program, "dialog.files.sub")
        self.wait_listed(program, {"deep"})
        self.double_click(program, "dialog.files.deep")
        self.wait_listed(program, {"x.npz"})
        program.click("dialog.up")
        self.wait_listed(program, {"deep"})
        program.click("dialog.place.1")  # where the program was started
        self.wait_listed(program, {"sub", "one.npz", "two.npz", "numbers.csv"})
        self.double_click(program, "dialog.files.sub")
        self.wait_listed(program, {"deep"})
        depth = len(program.folder.parts)
        program.click(f"dialog.part.{depth - 1}")
        self.wait_listed(program, {"sub", "one.npz", "two.npz", "numbers.csv"})
        program.click("dialog.files.two.npz")
        program.click("dialog.ok")
        program.wait_recorded(kernel="sequential")
        # The next time it begins there.
        self.assertFalse(program.read()["dialog"])

    def test_folders_by_keys_alone(self):
        program = self.start_with_files()
        program.keys("ctrl+o")
        self.listed(program)
        program.type("sub")
        self.wait_listed(program, {"sub"})
        program.keys("Return")
        self.wait_listed(program, {"deep"})
        program.wait_typing()
        program.keys("Down", "Return")
        self.wait_listed(program, {"x.npz"})
        program.wait_typing()
        program.keys("alt+Up")
        self.wait_listed(program, {"deep"})
        program.wait_typing()
        program.keys("Tab", "Return")
        self.wait_listed(program, {"x.npz"})
        program.keys("Down", "Return")
        program.wait_recorded(kernel="brent-kung", block=32)
        # It begins where a file was chosen last.
        program.keys("ctrl+o")
        self.assertEqual(self.listed(program), {"x.npz"})
        program.keys("Escape")
        program.wait(lambda now: not now["dialog"], "the dialog closed")

    def test_a_part_of_a_name_filters(self):
        program = self.start_with_files()
        program.keys("ctrl+o")
        self.listed(program)
        program.type("O")
        self.wait_listed(program, {"one.npz", "two.npz"})
        program.type("n")
        self.wait_listed(program, {"one.npz"})
        program.keys("Return")
        program.wait_recorded(kernel="brent-kung", block=8)

    def test_kinds_of_files(self):
        program = self.start_with_files()
        program.keys("ctrl+o")
        self.listed(program)
        program.click("dialog.all")
        now = program.wait(lambda now: now["idle"] and "dialog.files.notes.rst" in now["widgets"],
                           "all files")
        self.assertIn("dialog.files.one.npz", now["widgets"])
        program.click("dialog.files.notes.rst")
        program.click("dialog.ok")
        message = program.wait_said()
        self.assertFalse(message["fine"])
        self.assertIn("notes.rst", message["text"])

    def test_numbers_are_opened(self):
        program = self.start_with_files()
        program.keys("ctrl+o")
        self.listed(program)
        program.click("dialog.files.numbers.csv")
        program.click("dialog.ok")
        state = program.wait(lambda now: now["idle"] and now["state"]["trace"]["n"] == 5,
                             "the numbers")["state"]
        self.assertTrue(state["experiment"]["arguments"]["A"].endswith("numbers.csv"))

    def test_a_file_that_is_not_there_is_said(self):
        program = self.start_with_files()
        program.keys("ctrl+o")
        self.listed(program)
        program.type("three.npz")
        program.keys("Return")
        program.widget("dialog.problem")
        self.assertTrue(program.read()["dialog"])

    def save_trace(self, program):
        program.click("menu.file")
        program.click("menu.file.save")

    def test_a_new_folder_and_a_file_replaced(self):
        program = self.start_with_files()
        self.save_trace(program)
        self.listed(program)
        program.click("dialog.new")
        program.wait(lambda now: now["idle"] and now["typing"] and "dialog.folder"
                     in now["widgets"], "a field for its name")
        program.type("made")
        program.keys("Return")
        self.wait_listed(program, set())
        self.assertTrue((program.folder / "made").is_dir())
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("mine")
        program.keys("Return")
        self.assertTrue(program.wait_said()["fine"])
        saved = program.folder / "made" / "mine.npz"
        before = saved.read_bytes()
        program.keys("Escape")
        program.choose("experiment.define.BLOCK", "64")
        program.wait_recorded(block=64)
        self.save_trace(program)
        self.wait_listed(program, {"mine.npz"})
        program.click("dialog.files.mine.npz")
        program.click("dialog.ok")
        program.widget("dialog.overwrite")
        self.assertEqual(saved.read_bytes(), before)
        program.click("dialog.overwrite")
        self.assertTrue(program.wait_said()["fine"])
        self.assertNotEqual(saved.read_bytes(), before)
        # A name that is taken is no new folder.
        program.keys("Escape")
        self.save_trace(program)
        self.wait_listed(program, {"mine.npz"})
        program.click("dialog.new")
        program.wait(lambda now: now["idle"] and now["typing"] and "dialog.folder"
                     in now["widgets"], "a field for its name")
        program.type("mine.npz")
        program.keys("Return")
        program.widget("dialog.problem")
        program.click("dialog.folder.cancel")
        program.widget("dialog.path")

    def drop(self, program, *names):
        drop_files(self.display.name, program.window, [program.folder / name for name in names])

    def test_dropped_files(self):
        program = self.start_with_files()
        self.drop(program, "one.npz")
        program.wait_recorded(kernel="brent-kung", block=8)
        self.drop(program, "numbers.csv")
        state = program.wait(lambda now: now["idle"] and now["state"]["trace"]["n"] == 5,
                             "the numbers")["state"]
        self.assertEqual(state["trace"]["experiment"]["kernel"], "brent-kung")
        awkward = program.folder / "a name with ü % and spaces.npz"
        (program.folder / "two.npz").rename(awkward)
        self.drop(program, awkward.name)
        program.wait_recorded(kernel="sequential", section=4)
        title = program.xdotool("getwindowname", program.window)
        self.assertIn(awkward.name, title)
        # What cannot be opened is said, and the picture stays.
        self.drop(program, "notes.rst")
        message = program.wait_said()
        self.assertFalse(message["fine"])
        self.assertIn("notes.rst", message["text"])
        self.assertEqual(program.state()["trace"]["experiment"]["kernel"], "sequential")
        program.keys("Escape")
        self.drop(program, "sub")
        self.assertIn("folder", program.wait_said()["text"])
        program.keys("Escape")
        self.drop(program, "one.npz", "numbers.csv")
        program.wait_recorded(kernel="brent-kung", block=8)
        self.assertIn("Only one is shown", program.wait_said()["text"])

    @unittest.skipIf(os.geteuid() == 0, "root may look into every folder")
    def test_a_folder_that_cannot_be_read_is_said(self):
        program = self.start_with_files()
        shut = program.folder / "shut"
        shut.mkdir(mode=0)
        self.addCleanup(shut.chmod, 0o700)
        program.keys("ctrl+o")
        self.double_click(program, "dialog.files.shut")
        program.widget("dialog.problem")


if __name__ == "__main__":
    unittest.main()
