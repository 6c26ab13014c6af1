"""How the machine runs a CUDA text, by the panel's fields: what they record is what the command line's
flags do, they are undone as other knobs are, and they are there where they matter."""

import json
import subprocess
import unittest

from window_driver import CLI, WindowTest

BARRIER = ("spin_barrier.cu", "-D", "N=2048")  # 16 blocks wait for one another


class MachineFields(WindowTest):
    def events(self, *flags):
        """How many the command line's run has; steps are known from the blocks that are recorded."""
        path = f"{self.folder}/events.json"
        subprocess.run([CLI, "export", *BARRIER, "--blocks", "first:8", *flags, "--view", "grid",
                        "-o", path], check=True)
        with open(path, encoding="utf-8") as file:
            return len(json.load(file))

    def test_room_and_order(self):
        program = self.start(*BARRIER)
        self.folder = program.folder
        state = program.wait_recorded(sms=4, resident=16)
        self.assertEqual(state["trace"]["diagnostics"], 0)
        self.assertEqual(state["grid"]["count"], self.events())
        program.choose("experiment.resident", "2")
        state = program.wait_recorded(sms=4, resident=2)
        self.assertEqual(state["trace"]["diagnostics"], 1)
        self.assertEqual(state["grid"]["count"], self.events("--resident", "2"))
        program.choose("experiment.schedule", "descending")
        state = program.wait_recorded(schedule="descending")
        self.assertEqual(state["grid"]["count"],
                         self.events("--resident", "2", "--schedule", "descending"))
        program.choose("experiment.sms", "8")
        state = program.wait_recorded(sms=8, resident=2, schedule="descending")
        self.assertEqual(state["trace"]["diagnostics"], 0)
        for wanted in ({"sms": 4, "schedule": "descending"}, {"schedule": "ascending"},
                       {"resident": 16}):
            program.click("experiment.undo")
            program.wait_recorded(**wanted)
        program.click("experiment.redo")
        program.wait_recorded(sms=4, resident=2, schedule="ascending")

    def test_seeds(self):
        program = self.start(*BARRIER)
        self.folder = program.folder
        program.wait_recorded(schedule="ascending", memory="immediate")
        program.choose("experiment.schedule", "lane-random")
        program.wait_recorded(schedule="lane-random:1")
        program.click("experiment.schedule.seed")
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("27")
        program.keys("Return")
        program.wait_recorded(schedule="lane-random:27")
        program.choose("experiment.memory", "weak")
        program.wait_recorded(memory="weak:1")
        program.click("experiment.memory.seed")
        program.wait_typing()
        program.keys("ctrl+a")
        program.type("9")
        program.keys("Return")
        state = program.wait_recorded(schedule="lane-random:27", memory="weak:9")
        self.assertEqual(state["grid"]["count"],
                         self.events("--schedule", "lane-random:27", "--memory", "weak:9"))
        program.choose("experiment.memory", "immediate")
        program.wait_recorded(memory="immediate")
        program.wait(lambda now: "experiment.memory.seed" not in now["widgets"], "no seed")

    def test_blocks_that_have_nothing_to_do_with_each_other(self):
        program = self.start("brent_kung.cu")
        program.wait_recorded(schedule="ascending")
        names = program.wait(lambda now: "experiment.schedule" in now["widgets"],
                             "the schedule")["widgets"]
        for name in ("experiment.sms", "experiment.resident", "experiment.memory"):
            self.assertNotIn(name, names)


if __name__ == "__main__":
    unittest.main()
