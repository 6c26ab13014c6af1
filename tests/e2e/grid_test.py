"""The blocks beside one another: the cursor over what happens between them, by keys, buttons, time
and clicks on the picture; the machine's knobs; its picture and table as files; a held run."""

import csv
import re
import subprocess
import unittest

import numpy as np

from window_driver import CLI, WindowTest


class Grid(WindowTest):
    FLAGS = ("--kernel", "decoupled-lookback", "--block", "4", "--n", "64", "--sms", "2",
             "--blocks", "first:8")

    def record(self, program, name, *flags):
        path = program.folder / name
        subprocess.run([CLI, "record", *flags, "-o", path], check=True)
        return path

    def show_grid(self, program):
        """The grid alone; returns the trace that the same flags give."""
        program.keys("6")
        state = program.wait_state(enlarged="grid")
        trace = np.load(self.record(program, "same.npz", *self.FLAGS))
        self.assertEqual(state["grid"], {"events": 0, "playing": False,
                                         "count": len(trace["grid_time"])})
        program.click("grid.last")
        self.wait_events(program, len(trace["grid_time"]))
        return trace

    def wait_events(self, program, events):
        program.wait(lambda now: now["state"]["grid"]["events"] == events
                     and not now["state"]["grid"]["playing"], f"{events} events")

    def test_keys_and_buttons_move_over_the_events(self):
        program = self.start(*self.FLAGS)
        times = self.show_grid(program)["grid_time"]
        count = len(times)
        program.keys("bracketleft")
        self.wait_events(program, count - 1)
        program.keys("bracketright")
        self.wait_events(program, count)
        # With Shift to where a tick ends: after so many events, of all ticks before.
        program.keys("shift+bracketleft")
        at = int(np.searchsorted(times, times[-1]))
        self.wait_events(program, at)
        program.keys("shift+bracketleft")
        at = int(np.searchsorted(times, times[at - 1]))
        self.wait_events(program, at)
        program.keys("shift+bracketright")
        at = int(np.searchsorted(times, times[at], side="right"))
        self.wait_events(program, at)
        for button, events in (("first", 0), ("forward", 1), ("back", 0), ("back", 0),
                               ("last", count), ("forward", count)):
            program.click(f"grid.{button}")
            self.wait_events(program, events)
        # The timeline goes along, to the step that block 0 is in; and the other way round.
        self.assertGreater(program.state()["step"], 4)
        program.click("grid.first")
        program.wait_state(step=0)
        program.keys("Right", "Right", "Right")
        state = program.wait_state(step=3)
        self.assertTrue(0 < state["grid"]["events"] < count, state["grid"])

    def test_a_step_that_the_shown_block_passes_over_is_behind_those_before_it(self):
        program = self.start(*self.FLAGS)
        program.keys("6")
        steps = program.wait_state(enlarged="grid")["steps"]
        events = []
        for step in range(1, steps):
            program.keys("Home")
            program.wait(lambda now: now["idle"] and now["state"]["step"] == 0, "the begin")
            program.click(f"timeline.step.{step}")
            now = program.wait(lambda now: now["idle"] and now["state"]["step"] == step, "the step")
            events.append(now["state"]["grid"]["events"])
            self.assertRegex(now["widgets"]["narration"]["tip"], f"event {events[-1]:,} of ")
        self.assertEqual(events, sorted(events))
        self.assertLess(len(set(events)), len(events), "nobody is before block 0: it looks back at none")

    def test_it_plays_by_ticks_to_the_end(self):
        program = self.start(*self.FLAGS)
        trace = self.show_grid(program)
        for play in (lambda: program.keys("p"), lambda: program.click("grid.play")):
            play()  # from the start: it stood at the end
            program.wait(lambda now: now["state"]["grid"]["playing"]
                         and 0 < now["state"]["grid"]["events"] < now["state"]["grid"]["count"],
                         "it plays")
            play()
            state = program.wait(lambda now: not now["state"]["grid"]["playing"]
                                 and now["idle"], "a pause")["state"]["grid"]
            ends = np.searchsorted(trace["grid_time"], np.unique(trace["grid_time"]), side="right")
            self.assertIn(state["events"], ends.tolist())
            program.click("grid.last")
            self.wait_events(program, state["count"])
        # Where it started late it comes to the end, and stays.
        for _ in range(3):
            program.keys("shift+bracketleft")
        program.wait(lambda now: now["state"]["grid"]["events"] < state["count"], "back")
        program.keys("p")
        self.wait_events(program, state["count"])

    def hovered(self, program, x, y):
        """The tip at a point of the picture, shares of its width and height; or None."""
        left, top = program.place("grid.picture", x, y)
        program.move("grid.picture", x, y)
        now = program.wait(lambda now: now["idle"] and now["pointer"] is not None
                           and (now["pointer"]["x"], now["pointer"]["y"]) == (left, top),
                           "the pointer there")
        return now["widgets"].get("grid.hover", {}).get("tip")

    def test_a_click_on_a_bar_goes_there(self):
        program = self.start(*self.FLAGS)
        trace = self.show_grid(program)
        clicked = set()
        for y in (0.22, 0.3, 0.4, 0.5):
            for x in (0.25, 0.6, 0.85):
                tip = self.hovered(program, x, y)
                bar = re.match(r"block (\d+): .*\ntick ([\d.]+) … ([\d.]+)$", tip or "")
                if not bar:
                    continue
                block, begin = int(bar[1]), float(bar[2])
                before = program.state()["block"]
                program.click("grid.picture", x, y)
                now = program.wait(lambda now: now["idle"] and now["state"]["grid"]["events"]
                                   < now["state"]["grid"]["count"], "a jump")
                event = now["state"]["grid"]["events"] - 1
                self.assertEqual(trace["grid_block"][event], block, tip)
                self.assertIn(trace["grid_time"][event], (int(begin), int(begin) - 1), tip)
                # Of blocks that were not recorded there is nothing else to see.
                self.assertEqual(now["state"]["block"], block if block < 8 else before)
                clicked.add(block)
                program.click("grid.last")
                self.wait_events(program, now["state"]["grid"]["count"])
        self.assertGreater(len(clicked), 3)
        self.assertTrue(any(block < 8 for block in clicked), clicked)
        self.assertTrue(any(block >= 8 for block in clicked), clicked)

    def test_elements_say_who_wrote_them(self):
        program = self.start(*self.FLAGS)
        self.show_grid(program)
        tips = {self.hovered(program, 0.09 + 0.01 * i, 0.65 + 0.02 * i) for i in range(16)}
        written = [tip for tip in tips if tip and re.match(r"\w+\[\d+\] = \S+\nblock \d+ ", tip)]
        self.assertTrue(written, tips)

    def test_the_machine_has_knobs(self):
        program = self.start(*self.FLAGS)
        program.choose("experiment.sms", "1")
        program.wait_recorded(sms=1)
        program.choose("experiment.resident", "1")
        state = program.wait_recorded(sms=1, resident=1)
        one_by_one = np.load(self.record(program, "one.npz", *self.FLAGS[:6], "--sms", "1",
                                         "--resident", "1"))
        self.assertEqual(state["grid"]["count"], len(one_by_one["grid_time"]))
        # Kernels of single blocks need none; what is set stays until it is set back.
        program.choose("experiment.kernel", "kogge-stone")
        program.wait_recorded(kernel="kogge-stone")
        program.choose("experiment.sms", "4")
        program.wait_recorded(sms=4, resident=1)
        program.choose("experiment.resident", "16")
        program.wait_recorded(sms=4, resident=16)
        program.wait(lambda now: "experiment.sms" not in now["widgets"], "no such knob")

    def export(self, program, name):
        program.click("menu.export")
        program.click("menu.export.grid")
        program.click(f"dialog.format.{name.split('.')[-1]}")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type(name)
        program.click("dialog.ok")
        message = program.wait_said(f"{name} written")
        self.assertTrue(message["fine"], message)
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and not any(
            not message["read"] for message in now["state"]["messages"]), "the message read")
        return (program.folder / name).read_bytes()

    def export_by_cli(self, program, name, *flags):
        path = program.folder / f"cli-{name}"
        subprocess.run([CLI, "export", program.folder / "same.npz", "--view", "grid", "-o", path,
                        *flags], check=True)
        return path.read_bytes()

    def test_picture_and_table_are_the_command_lines(self):
        program = self.start(*self.FLAGS)
        trace = self.show_grid(program)
        for _ in range(5):
            program.keys("shift+bracketleft")
        program.wait(lambda now: now["idle"]
                     and now["state"]["grid"]["events"] < now["state"]["grid"]["count"], "back")
        for name in ("grid.png", "grid.svg", "grid.csv"):
            event = program.wait_idle()["grid"]["events"]
            written = self.export(program, name)
            flags = () if name.endswith(".csv") else ("--event", str(event))  # a table has all
            self.assertEqual(written, self.export_by_cli(program, name, *flags))
        table = list(csv.DictReader(written.decode().splitlines()))
        self.assertEqual(len(table), len(trace["grid_time"]))

    def test_a_held_run_stands_below_it(self):
        chain = ("--kernel", "chained", *self.FLAGS[2:])
        program = self.start(*chain)
        program.click("menu.view")
        program.click("menu.view.hold")
        program.wait_state(against_held=True)
        program.choose("experiment.kernel", "decoupled-lookback")
        if not program.wait_recorded(kernel="decoupled-lookback")["compare"]:
            program.keys("c")
        program.wait_state(compare=True)
        trace = self.show_grid(program)
        held = self.record(program, "held.npz", *chain)
        for name in ("both.svg", "both.png"):
            self.assertEqual(self.export(program, name), self.export_by_cli(
                program, name, "--compare", held, "--event", str(len(trace["grid_time"]))))
        program.keys("c")
        program.wait_state(compare=False)
        self.assertEqual(self.export(program, "alone.svg"), self.export_by_cli(
            program, "alone.svg", "--event", str(len(trace["grid_time"]))))


if __name__ == "__main__":
    unittest.main()
