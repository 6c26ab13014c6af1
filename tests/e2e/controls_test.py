"""The controls that no other test presses: menus, copies, blocks, pages, and the small buttons."""

import unittest

from window_driver import WindowTest


class Controls(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16", "--n", "64", "--pad", "every32",
             "--step", "2")

    def menu(self, program, menu, entry):
        program.click(f"menu.{menu}")
        program.click(f"menu.{menu}.{entry}")

    def test_the_view_menu(self):
        program = self.start(*self.START)
        for entry, wanted in (("larger", {"text_scale": 1.25}), ("larger", {"text_scale": 1.5}),
                              ("smaller", {"text_scale": 1.25}), ("ordinary", {"text_scale": 1}),
                              ("warp", {"heatmap_axis": "warp"}),
                              ("bank", {"heatmap_axis": "bank"}), ("compare", {"compare": True}),
                              ("compare", {"compare": False})):
            self.menu(program, "view", entry)
            program.wait_state(**wanted)
            program.wait_idle()
        program.move("tree.picture")
        fitted = program.wait_idle() and program.read()["widgets"]["tree.step.3"]
        program.xdotool("click", 4)
        program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.3") != fitted,
                     "the tree larger")
        self.menu(program, "view", "fit")
        program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.3") == fitted,
                     "all of the tree again")

    def test_panes_by_their_buttons_and_numbers(self):
        program = self.start(*self.START)
        for key, view in (("1", "tree"), ("2", "memory"), ("3", "heatmap")):
            program.click(f"{view}.enlarge")
            program.wait_state(enlarged=view)
            program.click(f"{view}.enlarge")
            program.wait_state(enlarged=None)
            program.keys(key)
            program.wait_state(enlarged=view)
            program.keys(key)
            program.wait_state(enlarged=None)
            program.click(f"{view}.fit")
            program.wait_idle()

    def test_blocks(self):
        program = self.start(*self.START)
        self.assertEqual(program.state()["trace"]["blocks"], 4)
        program.choose("timeline.block", "2")
        program.wait_state(block=2)
        for key, block in (("ctrl+Page_Down", 3), ("ctrl+Page_Down", 3),
                           ("ctrl+Page_Up", 2), ("ctrl+Page_Up", 1)):
            program.keys(key)
            program.wait(lambda now: now["idle"] and now["state"]["block"] == block, key)

    def test_the_dialogs_open_from_menus_and_close(self):
        program = self.start(*self.START)
        for menu, entry in (("file", "open"), ("file", "save"), ("export", "tree"),
                            ("export", "memory"), ("export", "heatmap"), ("export", "banks"),
                            ("export", "work"), ("help", "keys"), ("help", "messages"),
                            ("help", "about")):
            self.menu(program, menu, entry)
            now = program.wait(lambda now: now["idle"] and now["dialog"], f"{menu}.{entry}")
            close = "dialog.close" if "dialog.close" in now["widgets"] else "dialog.cancel"
            program.click(close)
            program.wait(lambda now: now["idle"] and not now["dialog"], "it closed")

    def test_hidden_files_and_the_home_folder(self):
        program = self.start(*self.START)
        (program.folder / ".secret.npz").write_bytes(b"")
        program.keys("ctrl+o")
        program.wait_typing()
        program.click("dialog.hidden")
        program.widget("dialog.files..secret.npz")
        program.click("dialog.place.2")  # the whole disk
        program.wait(lambda now: now["idle"] and "dialog.part.1" not in now["widgets"], "the root")
        program.click("dialog.place.0")  # home, which is the program's folder here
        program.widget("dialog.files..secret.npz")
        program.keys("Escape")

    def paste(self, program):
        """What the clipboard holds, told by pasting it into the numbers."""
        program.click("experiment.argument.A")
        program.wait_typing()
        program.keys("ctrl+a", "ctrl+v")
        state = program.wait(lambda now: now["idle"] and now["state"]["experiment"]["arguments"]["A"]
                             not in ("", "values:1,2,3"), "what was copied")["state"]
        program.keys("ctrl+a")
        program.type("values:1,2,3")
        program.wait_recorded(input="values:1,2,3")
        return state["experiment"]["arguments"]["A"]

    def test_what_is_copied(self):
        program = self.start("--kernel", "brent-kung", "--block", "8", "--input", "values:1,2,3")
        program.keys("4")
        program.wait_state(enlarged="banks")
        program.keys("Right", "ctrl+shift+c")
        program.wait_idle()
        program.keys("Escape")
        program.wait_state(enlarged=None)
        self.assertRegex(self.paste(program),
                         r"^stridescope-cli record .* -o - \| stridescope-cli export - "
                         r"--view banks --step 1 --pane=1600x698 -o banks\.png$")
        # The block was chosen: three numbers do not make it another one.
        line = "stridescope-cli record brent_kung.cu -D BLOCK=8"
        program.click("experiment.copy")
        self.assertTrue(self.paste(program).startswith(line))
        self.menu(program, "edit", "copy")
        program.wait_idle()
        self.assertTrue(self.paste(program).startswith(line))
        self.menu(program, "export", "tree")
        program.click("dialog.line")
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and not now["dialog"], "it closed")
        self.assertRegex(self.paste(program), r" --view tree --step \d+ -o tree-.*\.png$")
        # Names that are typed: one without an ending gets it, another ending is told.
        self.menu(program, "export", "tree")
        for name in ("mine", "mine.doc"):
            program.click("dialog.path")
            program.wait_typing()
            program.keys("ctrl+a")
            program.type(name)
            program.wait_idle()
            program.click("dialog.line")
        program.widget("dialog.problem")
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and not now["dialog"], "it closed")
        self.assertRegex(self.paste(program), r" -o mine\.png$")
        self.menu(program, "help", "about")
        program.click("dialog.copy")
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and not now["dialog"], "it closed")
        facts = self.paste(program)
        for name in ("StrideScope: ", "Renderer: ", "Dear ImGui: ", "CUDA: "):
            self.assertIn(name, facts)

    def test_undo_by_its_buttons(self):
        program = self.start(*self.START)
        program.choose("experiment.define.OPERATOR", "max")
        program.wait_recorded(op="max")
        program.click("experiment.undo")
        program.wait_recorded(op="add")
        program.click("experiment.redo")
        program.wait_recorded(op="max")

    def test_a_problem_is_told_beside_the_knobs(self):
        program = self.start("--kernel", "brent-kung", "--block", "8", "--input", "values:1,2,3")
        program.click("experiment.argument.A")
        program.wait_typing()
        program.keys("End")
        program.type(",pear")
        program.widget("experiment.problem")
        state = program.wait_idle()
        self.assertIn("pear", state["error"])
        self.assertEqual(state["trace"]["n"], 3)
        program.keys(*["BackSpace"] * 5)
        program.wait(lambda now: now["idle"] and "experiment.problem" not in now["widgets"],
                     "it fixed")


if __name__ == "__main__":
    unittest.main()
