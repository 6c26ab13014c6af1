"""The window itself: panes, pictures, menus, sizes, traces as files, and the way out."""

import subprocess
import unittest

from pixels import difference, read_png
from window_driver import CLI, WINDOW, WindowTest


class Window(WindowTest):
    FLAGS = ("--kernel", "brent-kung", "--block", "64", "--pad", "every32")

    def wait_compared(self, program):
        return program.wait(lambda now: now["idle"]
                            and now["state"]["trace"]["unpadded_excess"] is not None,
                            "the run without padding")

    def test_the_first_lesson(self):
        program = self.start()
        state = program.state()
        self.assertEqual(state["experiment"]["kernel"], "kogge-stone")
        self.assertEqual(state["trace"]["n"], 16)
        self.assertTrue(state["trace"]["output_ok"])
        self.assertEqual(state["trace"]["diagnostics"], 0)

    def test_a_click_in_the_heatmap_goes_to_its_step(self):
        program = self.start(*self.FLAGS, "--step", "0")
        for step in (3, 7, 1):
            program.click(f"heatmap.step.{step}")
            program.wait_state(step=step)
        # Side by side, both halves lead to the step.
        self.wait_compared(program)
        program.keys("c")
        program.wait_state(compare=True)
        program.click("heatmap.step.5")
        program.wait_state(step=5)

    def test_a_click_in_the_tree_goes_to_its_step(self):
        program = self.start(*self.FLAGS, "--step", "0")
        program.click("tree.step.4")
        program.wait_state(step=4)

    def test_axis_compare_theme_and_type(self):
        program = self.start(*self.FLAGS, "--size", "1920x1080")
        self.wait_compared(program)
        program.click("heatmap.axis.warp")
        program.wait_state(heatmap_axis="warp")
        program.click("heatmap.axis.bank")
        program.wait_state(heatmap_axis="bank")
        program.click("heatmap.compare")
        program.wait_state(compare=True)
        program.click("menu.view")
        program.click("menu.view.dark")
        program.wait_state(theme="dark")
        program.click("menu.view")
        program.click("menu.view.light")
        program.wait_state(theme="light")
        program.keys("ctrl+plus")
        program.wait_state(text_scale=1.25)
        program.keys("ctrl+0")
        program.wait_state(text_scale=1.0)

    def test_zoom_move_and_fit(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16", "--step", "2")
        fitted = program.widget("tree.step.3")
        program.move("tree.picture")
        program.xdotool("click", 4)  # the wheel, upwards
        zoomed = program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.3")
                              != fitted, "the tree larger")
        program.drag("tree.picture", (0.5, 0.5), (0.6, 0.7))
        program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.3")
                     != zoomed["widgets"].get("tree.step.3"), "the tree moved")
        # A drag is no click: the cursor stayed.
        self.assertEqual(program.state()["step"], 2)
        program.keys("f")
        program.wait(lambda now: now["idle"] and now["widgets"].get("tree.step.3") == fitted,
                     "all of the tree again")

    def test_splitters(self):
        program = self.start(*self.FLAGS)
        for bar, axis, way in (("splitter.panel", "x", (40, 0)), ("splitter.tree", "y", (0, -60)),
                               ("splitter.memory", "x", (80, 0))):
            before = program.widget(bar)
            x, y = program.place(bar)
            program.xdotool("mousemove", "--window", program.window, x, y, "mousedown", 1)
            program.xdotool("mousemove", "--window", program.window, x + way[0], y + way[1])
            program.xdotool("mouseup", 1)
            moved = program.wait(lambda now: now["idle"]
                                 and now["widgets"][bar][axis] != before[axis], f"{bar} moved")
            self.assertAlmostEqual(moved["widgets"][bar][axis] - before[axis], sum(way), delta=3)

    def test_every_size_keeps_every_widget_inside(self):
        program = self.start(*self.FLAGS)
        names = set(program.wait(lambda now: now["idle"], "rest")["widgets"])
        for width, height in ((1280, 800), (1920, 1080), (1024, 700), (1600, 900)):
            program.xdotool("windowsize", program.window, width, height)
            now = program.wait(lambda now: now["idle"]
                               and now["window"] == {"width": width, "height": height},
                               f"{width}x{height}")
            # What depends on the picture, the text in sight or the pointer; and where the pane is
            # narrow, the View menu has the heatmap's choices, and the pane itself once it is
            # enlarged. In a low window the command line stands in the tip of its button. A view
            # that has nothing to show is offered, greyed, where the bar has room.
            passing = {name for name in names if ".step." in name or name.endswith(".hover")
                       or name.startswith(("turn.", "editor.line.", "editor.cost.", "editor.head."))
                       or (height < 960 and name == "experiment.terminal")
                       or (width < 1280 and name == "memory.jump")
                       or (width < 1600 and name.startswith(
                           ("heatmap.axis", "heatmap.compare", "heatmap.more")))}
            self.assertEqual(names - passing - set(now["widgets"]), set(), (width, height))
            for name, box in now["widgets"].items():
                if "scrolled_away" in box:
                    continue
                self.assertGreaterEqual(box["x"], -0.5, name)
                self.assertGreaterEqual(box["y"], -0.5, name)
                self.assertLessEqual(box["x"] + box["w"], width + 0.5, (name, width))
                self.assertLessEqual(box["y"] + box["h"], height + 0.5, (name, height))

    def test_the_screenshot_is_the_frame(self):
        flags = (*self.FLAGS, "--step", "4", "--size", "1280x800")
        program = self.start(*flags)
        self.wait_compared(program)
        # Nothing may be hovered: the pointer leaves the window.
        program.xdotool("mousemove", 1900, 1060)
        program.wait(lambda now: now["idle"] and now["pointer"] is None, "the pointer's leaving")
        shown = self.display.pixels(1280, 800)
        picture = program.folder / "shot.png"
        subprocess.run([WINDOW, "--screenshot", picture, *flags], check=True,
                       env={**program.environment, "DISPLAY": ""})
        worst, count = difference(read_png(picture), shown)
        self.assertLessEqual(worst, 2, f"{count} pixels differ")

    def test_a_trace_file_is_opened(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16")
        trace = program.folder / "mine.npz"
        subprocess.run([CLI, "record", "--kernel", "brent-kung", "--block", "32", "--type", "i64",
                        "-o", trace], check=True)
        program.keys("ctrl+o")
        program.click("dialog.path")
        program.type("mine.npz")
        program.keys("Return")
        state = program.wait_recorded(kernel="brent-kung", block=32, type="i64")
        self.assertIn("mine.npz", state["trace"]["opened_from"])
        self.assertEqual(state["experiment"]["kernel"], "brent-kung")
        (program.folder / "broken.npz").write_bytes(b"PK\x03\x04 no zip")
        program.keys("ctrl+o")
        program.click("dialog.path")
        program.keys("ctrl+a")
        program.type("broken.npz")
        program.keys("Return")
        message = program.wait_said()
        self.assertFalse(message["fine"])
        self.assertIn("broken.npz", message["text"])
        self.assertEqual(program.state()["trace"]["experiment"]["kernel"], "brent-kung")

    def test_a_trace_file_as_argument(self):
        first = self.start()
        trace = first.folder / "a.npz"
        subprocess.run([CLI, "record", "--kernel", "sequential", "--block", "8", "-o", trace],
                       check=True)
        program = self.start(str(trace))
        self.assertEqual(program.wait_recorded(kernel="sequential")["trace"]["n"], 8)

    def test_the_keys_are_told(self):
        program = self.start()
        program.keys("F1")
        program.wait(lambda now: now["dialog"], "the help")
        # While a dialog is open, keys are its own.
        program.keys("Right", "Escape")
        program.wait(lambda now: not now["dialog"] and now["idle"], "the help closed")
        before = program.state()["step"]
        program.click("menu.help")
        program.click("menu.help.about")
        program.click("dialog.close")
        self.assertEqual(program.wait_idle()["step"], before)

    def test_quit(self):
        program = self.start()
        program.keys("ctrl+q")
        self.assertEqual(program.process.wait(timeout=60), 0)
        program = self.start()
        program.click("menu.file")
        program.click("menu.file.quit")
        self.assertEqual(program.process.wait(timeout=60), 0)

    def test_without_a_display_it_says_so(self):
        program = self.start()
        result = subprocess.run([WINDOW], capture_output=True, text=True,
                                env={**program.environment, "DISPLAY": ""})
        self.assertEqual(result.returncode, 1)
        self.assertIn("display", result.stderr)
        self.assertIn("--screenshot", result.stderr)


if __name__ == "__main__":
    unittest.main()
