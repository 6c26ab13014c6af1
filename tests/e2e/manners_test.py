"""How the window behaves as a guest on somebody's machine: what it remembers, what it costs at rest,
what it says where it cannot run."""

import json
import os
import subprocess
import time
import unittest

from window_driver import WINDOW, Display, Program, WindowTest, setting


class Manners(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16")

    def state_file(self, program):
        return program.folder / ".state" / "stridescope" / "state.json"

    def start_again(self, program, *arguments):
        """Quits, and starts anew in the same folder."""
        program.keys("ctrl+q")
        self.assertEqual(program.process.wait(timeout=60), 0)
        again = Program(self.display, *arguments, folder=program.folder)
        self.addCleanup(again.close)
        return again

    def test_it_remembers(self):
        program = self.start(*self.START, "--size", "1100x750")
        program.click("menu.view")
        program.click("menu.view.dark")
        program.wait_state(theme="dark")
        program.keys("ctrl+plus", "l", "minus")
        # Larger type moves what is clicked next.
        program.wait(lambda now: now["idle"] and now["state"]["loop"], "the keys were heard")
        program.click("menu.view")
        program.click("menu.view.warp")
        program.wait_state(heatmap_axis="warp")
        program.choose("experiment.define.BLOCK", "32")
        program.wait_recorded(block=32)
        x, y = program.place("splitter.tree")
        program.xdotool("mousemove", "--window", program.window, x, y, "mousedown", 1)
        program.xdotool("mousemove", "--window", program.window, x, y - 50)
        program.xdotool("mouseup", 1)
        before = program.wait(lambda now: now["idle"] and now["state"]["layout"], "a bar moved")
        program = self.start_again(program)
        state = program.state()
        for key in ("theme", "text_scale", "loop", "speed", "heatmap_axis"):
            self.assertEqual(state[key], before["state"][key], key)
        self.assertEqual(state["theme"], "dark")
        self.assertAlmostEqual(state["layout"]["tree"], before["state"]["layout"]["tree"], 4)
        recent = [setting(e, "block") for e in state["recent_experiments"]]
        self.assertEqual(recent[1:], [32, 16])
        self.assertEqual(program.read()["window"], {"width": 1100, "height": 750})
        # What is asked for on the command line counts more.
        program = self.start_again(program, "--theme", "projector", "--size", "900x600")
        self.assertEqual(program.state()["theme"], "projector")
        self.assertEqual(program.read()["window"], {"width": 900, "height": 600})
        program.click("menu.view")
        program.click("menu.view.layout")
        program.wait_state(layout={})

    def test_it_remembers_without_being_closed(self):
        program = self.start(*self.START)
        program.keys("l")
        program.wait_state(loop=True)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            file = self.state_file(program)
            if file.exists() and json.loads(file.read_text())["loop"]:
                break
            time.sleep(0.05)
        program.process.kill()
        program.process.wait()
        self.assertTrue(json.loads(self.state_file(program).read_text())["loop"])

    def test_a_broken_state_file_is_ignored_with_a_word(self):
        for text in ("", "{ \"theme\": \"dark\",", "\0\1\2"):
            program = self.start(*self.START)
            program.keys("ctrl+q")
            program.process.wait(timeout=60)
            self.state_file(program).write_text(text)
            program = Program(self.display, *self.START, folder=program.folder)
            self.addCleanup(program.close)
            message = program.wait_said()
            self.assertFalse(message["fine"])
            self.assertIn("state.json", message["text"])
            self.assertEqual(program.state()["theme"], "light")

    def test_a_screenshot_neither_reads_nor_writes_it(self):
        program = self.start(*self.START)
        file = self.state_file(program)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{ broken")
        folder = program.folder / "other"
        environment = {**program.environment, "XDG_STATE_HOME": str(folder)}
        subprocess.run([WINDOW, "--screenshot", program.folder / "a.png"], check=True,
                       env=environment)
        self.assertFalse(folder.exists())

    def double_click(self, program, name, x=0.5, y=0.5):
        program.move(name, x, y)
        program.xdotool("click", "--repeat", 2, "--delay", 30, 1)

    @staticmethod
    def free_place(widgets, view):
        """Where a view's title has most room between its buttons, as a share of its width."""
        title = widgets[f"{view}.title"]
        left, right = title["x"], title["x"] + title["w"]
        ends = sorted((box["x"], box["x"] + box["w"]) for name, box in widgets.items()
                      if name != f"{view}.title" and box["x"] < right and left < box["x"] + box["w"]
                      and box["y"] < title["y"] + title["h"] and title["y"] < box["y"] + box["h"])
        gaps, at = [], left
        for x, end in [*ends, (right, right)]:
            gaps.append((x - at, (at + x) / 2))
            at = max(at, end)
        return (max(gaps)[1] - left) / title["w"]

    def test_a_double_click_on_a_title_fills_the_window(self):
        program = self.start(*self.START, "--size", "1280x800")
        for view in ("tree", "memory", "heatmap"):
            boxes = program.wait(lambda now: now["idle"], "rest")["widgets"]
            share = self.free_place(boxes, view)
            self.double_click(program, f"{view}.title", share)
            program.wait_state(enlarged=view)
            now = program.wait(lambda now: now["idle"], "rest")
            picture = now["widgets"][f"{view}.picture"]
            self.assertEqual(picture["w"], 1280)
            self.assertGreater(picture["h"], 500)
            self.assertNotIn("experiment.kernel", now["widgets"])
            program.keys("Escape")
            program.wait_state(enlarged=None)
        # A double click brings it back, too; one on a button is two clicks on the button.
        self.double_click(program, "tree.title", 0.6)
        program.wait_state(enlarged="tree")
        self.double_click(program, "tree.title", 0.6)
        program.wait_state(enlarged=None)
        self.double_click(program, "tree.fit")
        self.assertIsNone(program.wait_idle()["enlarged"])

    def test_the_developers_windows(self):
        program = self.start(*self.START)
        program.keys("F12")
        program.widget("developer")
        program.click("developer.metrics")
        program.wait_idle()
        program.keys("F12")
        program.wait(lambda now: now["idle"] and "developer" not in now["widgets"], "it closed")
        program.click("menu.help")
        program.click("menu.help.developer")
        program.click("menu.help.developer.panel")
        program.widget("developer")
        # Also while it is open the window rests.
        program.wait_idle()

    def test_at_rest_it_costs_nothing(self):
        program = self.start(*self.START)
        program.keys("Right", "Left")
        program.wait_idle()
        # The state file is written a second after the last change.
        time.sleep(2)
        program.wait_idle()

        def processor_seconds():
            with open(f"/proc/{program.process.pid}/stat", encoding="ascii") as stat:
                fields = stat.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        def frame():
            return program.read()["frame"]

        start, frames = processor_seconds(), frame()
        time.sleep(4)
        self.assertLessEqual(processor_seconds() - start, 0.02)
        self.assertEqual(frame(), frames)

    def test_a_driver_that_is_too_old_is_told_in_words(self):
        program = self.start(*self.START)
        result = subprocess.run(
            [WINDOW], capture_output=True, text=True, timeout=60,
            env={**program.environment, "MESA_GL_VERSION_OVERRIDE": "2.1",
                 "MESA_GLSL_VERSION_OVERRIDE": "120"})
        self.assertEqual(result.returncode, 1)
        self.assertIn("OpenGL 3.3", result.stderr)
        self.assertIn("--screenshot", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)


class SaidWords(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16")

    def test_messages_and_notices_cover_nothing_and_go_by_themselves(self):
        programs = {}
        for size, letters in (("1280x800", "1"), ("1024x700", "1.5"), ("1920x1080", "1.5")):
            display = Display(size)  # each has its own keyboard
            self.addCleanup(display.close)
            programs[size] = Program(display, *self.START, "--size", size, "--text-size", letters)
            self.addCleanup(programs[size].close)
        # They go by their own time, in all three at once.
        for part in (self.the_message_covers_nothing, self.the_message_goes, self.the_notice_covers_nothing,
                     self.the_notice_goes):
            for size, program in programs.items():
                with self.subTest(size, part=part.__name__):
                    part(program)

    def the_message_covers_nothing(self, program):
        program.keys("ctrl+e")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("no/such/folder/x.png")
        program.click("dialog.ok")
        program.wait_said()
        now = program.wait(lambda now: now["idle"] and "message.0" in now["widgets"], "the bar")
        bar = now["widgets"]["message.0"]
        self.assertLessEqual(bar["y"] + bar["h"], now["window"]["height"] + 0.5)
        for name, box in now["widgets"].items():
            if box.get("scrolled_away"):
                continue
            apart = (box["y"] + box["h"] <= bar["y"] + 0.5 or box["y"] >= bar["y"] + bar["h"] - 0.5)
            self.assertTrue(apart or name.startswith("message."), (name, box, bar))

    def the_message_goes(self, program):
        program.wait(lambda now: now["idle"] and now["state"]["messages"][0]["read"],
                     "the message gone")
        program.wait(lambda now: now["idle"] and "message.0" not in now["widgets"], "no bar")

    def the_notice_covers_nothing(self, program):
        program.keys("b")
        notice = program.widget("notice")
        menus = program.widget("menu.help")
        self.assertGreater(notice["x"], menus["x"] + menus["w"])
        self.assertLess(notice["y"] + notice["h"], menus["y"] + menus["h"] + 4)

    def the_notice_goes(self, program):
        program.wait(lambda now: now["idle"] and "notice" not in now["widgets"], "it gone")


if __name__ == "__main__":
    unittest.main()
