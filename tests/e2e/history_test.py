"""Undo and redo, presets, recent experiments and files, messages, and a recording that is cancelled:
all under real keys and clicks."""

import subprocess
import time
import unittest

from window_driver import CLI, WindowTest, setting


class History(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16", "--step", "0")

    def test_undo_and_redo_say_what_they_do(self):
        program = self.start(*self.START)
        program.choose("experiment.define.BLOCK", "64")
        program.wait_recorded(block=64)
        self.assertEqual(program.state()["undo_words"], "BLOCK 16 → 64")
        program.click("menu.edit")
        program.click("menu.edit.undo")
        state = program.wait_recorded(block=16)
        self.assertEqual((state["undo_words"], state["redo_words"]), ("", "BLOCK 16 → 64"))
        program.keys("ctrl+shift+z")
        program.wait_recorded(block=64)
        program.keys("ctrl+z")
        program.wait_recorded(block=16)
        program.click("menu.edit")
        program.click("menu.edit.redo")
        program.wait_recorded(block=64)

    def test_every_preset_runs_and_can_be_undone(self):
        program = self.start(*self.START)
        program.click("menu.experiment")
        now = program.wait(lambda now: now["idle"] and "menu.experiment.first" in now["widgets"],
                           "the menu")
        ids = [name.removeprefix("menu.experiment.") for name in now["widgets"]
               if name.startswith("menu.experiment.")]
        ids = [name for name in ids if name not in ("recent", "cancel", "compare")]
        self.assertGreaterEqual(len(ids), 6)
        program.keys("Escape")
        shown = set()
        for name in ids:
            before = program.state()["recordings"]
            program.click("menu.experiment")
            program.click(f"menu.experiment.{name}")
            state = program.wait(lambda now: now["idle"] and now["state"]["recordings"] > before,
                                 f"the preset {name}")["state"]
            # One of them deadlocks, to be seen.
            self.assertEqual(state["trace"]["output_ok"], name != "deadlock", name)
            shown.add(str(state["experiment"]))
        self.assertEqual(len(shown), len(ids))
        for _ in ids:
            program.keys("ctrl+z")
        state = program.wait_recorded(kernel="kogge-stone", block=16, input="ones")
        self.assertFalse(state["can_undo"])

    def test_recent_experiments(self):
        program = self.start(*self.START)
        program.choose("experiment.define.BLOCK", "64")
        program.wait_recorded(block=64)
        program.choose("experiment.define.OPERATOR", "max")
        program.wait_recorded(op="max")
        self.assertEqual([(setting(e, "block"), e["op"])
                          for e in program.state()["recent_experiments"]],
                         [(64, "max"), (64, "add"), (16, "add")])
        program.click("menu.experiment")
        program.click("menu.experiment.recent")
        program.click("menu.experiment.recent.2")
        program.wait_recorded(block=16, op="add")

    def test_recent_files(self):
        program = self.start(*self.START)
        for name, block in (("a.npz", "32"), ("b.npz", "8")):
            subprocess.run([CLI, "record", "--kernel", "brent-kung", "--block", block,
                            "-o", program.folder / name], check=True)
            program.keys("ctrl+o")
            program.click("dialog.path")
            program.keys("ctrl+a")
            program.type(name)
            program.keys("Return")
            program.wait_recorded(kernel="brent-kung", block=int(block))
        self.assertEqual([path.rpartition("/")[2] for path in program.state()["recent_files"]],
                         ["b.npz", "a.npz"])
        program.click("menu.file")
        program.click("menu.file.recent")
        program.click("menu.file.recent.1")
        program.wait_recorded(kernel="brent-kung", block=32)

    def test_messages_stay_until_read_and_come_back(self):
        program = self.start(*self.START)
        program.keys("ctrl+e")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("no/such/folder/x.png")
        program.click("dialog.ok")
        self.assertFalse(program.wait_said()["fine"])
        # Working on does not take it away.
        program.keys("Right", "Left")
        program.choose("experiment.define.BLOCK", "8")
        program.wait_recorded(block=8)
        self.assertFalse(program.state()["messages"][0]["read"])
        program.click("message.0.close")
        program.wait(lambda now: now["idle"] and now["state"]["messages"][0]["read"], "it read")
        self.assertNotIn("message.0", program.read()["widgets"])
        program.click("menu.help")
        program.click("menu.help.messages")
        program.widget("dialog.message.0")
        program.click("dialog.close")
        program.wait(lambda now: not now["dialog"] and now["idle"], "the list closed")
        program.click("activity.messages")
        program.widget("dialog.message.0")
        program.keys("Escape")
        program.wait(lambda now: not now["dialog"] and now["idle"], "the list closed")

    def start_long_recording(self):
        """A program with a recording of some seconds under way, typed into N."""
        program = self.start("--kernel", "kogge-stone", "--block", "1024", "--n", "3")
        program.click("experiment.define.N")
        program.keys("End")
        program.type("0000000")
        program.wait(lambda now: now["state"]["recording"]
                     and setting(now["state"]["experiment"], "n") == 30000000
                     and "activity.cancel" in now["widgets"], "a long recording")
        return program

    def test_a_long_recording_is_cancelled(self):
        program = self.start_long_recording()
        box = program.read()["widgets"]["activity.cancel"]
        program.xdotool("mousemove", "--window", program.window, round(box["x"] + box["w"] / 2),
                        round(box["y"] + box["h"] / 2), "click", 1)
        state = program.wait_idle()
        # The knobs went back to what is shown.
        self.assertLess(setting(state["experiment"], "n"), 30000000)
        self.assertEqual(setting(state["experiment"], "n"), state["trace"]["n"])
        self.assertEqual(state["messages"], [])

    def test_escape_cancels_a_long_recording(self):
        program = self.start_long_recording()
        # Out of the field; waiting for rest would be waiting for the recording.
        box = program.read()["widgets"]["status.run"]
        program.xdotool("mousemove", "--window", program.window, round(box["x"] + 5),
                        round(box["y"] + 5), "click", 1)
        program.wait(lambda now: now["state"]["recording"] and not now["typing"], "the recording")
        program.keys("Escape")
        state = program.wait_idle()
        self.assertEqual(setting(state["experiment"], "n"), state["trace"]["n"])

    def test_closing_while_recording_is_immediate(self):
        program = self.start_long_recording()
        start = time.monotonic()
        program.keys("ctrl+q")
        self.assertEqual(program.process.wait(timeout=60), 0)
        self.assertLess(time.monotonic() - start, 3)

    def test_escape_closes_menus_and_lists(self):
        program = self.start(*self.START)
        for opened, inside in (("menu.view", "menu.view.fit"),
                               ("experiment.kernel", "experiment.kernel.brent-kung")):
            program.click(opened)
            program.widget(inside)
            program.keys("Escape")
            program.wait(lambda now: now["idle"] and inside not in now["widgets"],
                         f"{opened} closed")
        # Arrows walk through a list, Enter or space picks.
        program.click("experiment.kernel")
        program.widget("experiment.kernel.brent-kung")
        program.keys("Down", "Down", "space")
        self.assertNotEqual(program.wait(
            lambda now: now["idle"] and "experiment.kernel.brent-kung" not in now["widgets"],
            "the list closed")["state"]["experiment"]["kernel"], "")


if __name__ == "__main__":
    unittest.main()
