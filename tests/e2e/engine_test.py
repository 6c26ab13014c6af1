"""The choice of the engine and *Compare engines*, under real keys and clicks. Where there is no GPU
the window says why; where there is one, the engines agree."""

import re
import subprocess
import unittest

from pixels import write_png
from window_driver import BINARY_DIR, CLI, WindowTest

SCHEDULED = "A GPU schedules its own warps: --schedule needs --engine cpu."


def why_no_gpu():
    """What the command line says when it is asked for a GPU; None where it can have one."""
    result = subprocess.run([CLI, "record", "--kernel", "kogge-stone", "--block", "16",
                             "--engine", "cuda", "-o", "/dev/null"], capture_output=True, text=True)
    return result.stderr.strip().removeprefix("stridescope-cli: ") if result.returncode else None


class Engine(WindowTest):
    START = ("--kernel", "kogge-stone", "--block", "16", "--step", "0")

    def test_the_engine_is_chosen_undone_and_remembered(self):
        program = self.start(*self.START)
        program.click("experiment.engine.cpu")
        state = program.wait_recorded(engine="cpu")
        self.assertEqual(state["undo_words"], "engine auto → cpu")
        program.keys("ctrl+z")
        program.wait_recorded(engine="auto")
        program.keys("ctrl+y")
        program.wait_recorded(engine="cpu")
        # A lesson leaves the engine as it is.
        program.click("menu.experiment")
        program.click("menu.experiment.max")
        program.wait_recorded(engine="cpu", op="max")
        self.assertEqual([e["engine"] for e in program.state()["recent_experiments"]],
                         ["cpu", "cpu", "auto"])

    def test_gpu_is_grey_and_says_why(self):
        why = why_no_gpu()
        program = self.start(*self.START)
        self.assertEqual(program.state()["gpu_problem"], why or "")
        gpu = program.widget("experiment.engine.cuda")
        self.assertEqual((gpu["enabled"], gpu["tip"]), (why is None, why or ""))
        program.click("experiment.engine.cuda")
        state = program.wait_recorded(engine="auto" if why else "cuda")
        self.assertEqual(state["error"], "")

    def test_gpu_is_grey_for_a_schedule(self):
        program = self.start("--kernel", "kogge-stone", "--block", "64", "--schedule", "descending")
        gpu = program.widget("experiment.engine.cuda")
        self.assertEqual((gpu["enabled"], gpu["tip"]), (False, why_no_gpu() or SCHEDULED))

    def compare(self, program, how):
        how()
        said = program.wait_said("what came of the comparison")
        why = why_no_gpu()
        self.assertEqual(said["fine"], why is None)
        if why:
            self.assertEqual(said["text"], f"The engines cannot be compared. {why}")
        else:
            self.assertTrue(said["text"].startswith("Identical: warp machine and "), said["text"])
            self.assertIn("6 steps, ", said["text"])
        # It stays until it is read.
        program.keys("Right")
        program.wait_state(step=min(program.state()["steps"] - 1, 1))
        program.keys("Escape")
        program.wait(lambda now: now["idle"] and now["state"]["messages"][-1]["read"], "it read")
        program.keys("Left")
        program.wait_state(step=0)

    def test_engines_are_compared(self):
        program = self.start(*self.START)
        self.compare(program, lambda: program.click("experiment.compare"))

        def by_menu():
            program.click("menu.experiment")
            program.click("menu.experiment.compare")
        self.compare(program, by_menu)

    def test_the_gpu_records_and_agrees(self):
        """What is seen is left beside the build as gpu.png: the picture of the README."""
        if why := why_no_gpu():
            self.skipTest(why)
        width, height = 1920, 1080
        program = self.start("--kernel", "brent-kung", "--block", "64", "--type", "f32", "--input",
                             "random:5", "--engine", "cpu", "--size", f"{width}x{height}")
        machine = program.wait_idle()["trace"]["status"]["run"]
        self.assertTrue(machine.startswith("warp machine · "), machine)
        program.click("experiment.engine.cuda")
        recorded = program.wait_recorded(engine="cuda")["trace"]["status"]["run"]
        gpu = recorded.split(" · ")[0]
        self.assertEqual(recorded, machine.replace("warp machine", gpu))
        self.assertNotEqual(gpu, "warp machine")
        program.click("timeline.step.3")
        program.wait_state(step=3)
        program.click("experiment.compare")
        said = program.wait_said("what came of the comparison")
        self.assertTrue(said["text"].startswith(f"Identical: warp machine and {gpu}"),
                        said["text"])
        program.xdotool("mousemove", "--window", program.window, width - 4, height - 4)
        program.wait(lambda now: now["idle"] and now["pointer"] == {"x": width - 4.0,
                                                                    "y": height - 4.0}, "rest")
        write_png(BINARY_DIR / "gpu.png", self.display.pixels(width, height))

    def test_the_machine_stands_beside_the_gpu(self):
        """Both runs side by side: every count is the same. The picture is gpu_beside.png."""
        if why := why_no_gpu():
            self.skipTest(why)
        width, height = 1920, 1080
        program = self.start("--kernel", "brent-kung", "--block", "64", "--input", "random:5",
                             "--step", "3", "--size", f"{width}x{height}")
        program.click("menu.compare")
        program.click("menu.compare.engines")
        pair = program.wait(lambda now: now["idle"] and now["state"]["beside"].get("right"),
                            "two runs")["state"]["beside"]
        self.assertIn("warp machine", (pair["left"], pair["right"]))
        self.assertNotEqual(pair["left"], pair["right"])
        whole = program.widget("beside.whole")["tip"]
        counts = re.findall(r"([a-z]+) ([0-9,]+) : ([0-9,]+)", whole)
        self.assertEqual([what for what, _, _ in counts],
                         ["steps", "operations", "barriers", "wavefronts"], whole)
        for what, left, right in counts:
            self.assertEqual(left, right, what)
        program.xdotool("mousemove", "--window", program.window, width - 4, height - 4)
        program.wait(lambda now: now["idle"] and now["pointer"] == {"x": width - 4.0,
                                                                    "y": height - 4.0}, "rest")
        write_png(BINARY_DIR / "gpu_beside.png", self.display.pixels(width, height))

    def test_all_knobs_fit(self):
        """On a large screen nothing of the panel needs scrolling, whichever numbers are typed; on a
        small one it can be scrolled to its end."""
        for size in ("1280x800", "1920x1080"):
            for numbers in ("ones", "random:3", "values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"):
                program = self.start("--kernel", "brent-kung", "--block", "16", "--engine", "cpu",
                                     "--pad", "two-level", "--input", numbers, "--n", "16",
                                     "--size", size)
                # The command line is left out where the knobs leave it no room; its button is not.
                if size == "1280x800":
                    program.scroll_to("experiment.copy")
                copy = program.widget("experiment.copy")
                line = program.read()["widgets"].get("experiment.terminal", copy)
                bottom = program.widget("splitter.panel")
                self.assertLessEqual(line["y"] + line["h"], bottom["y"] + bottom["h"] - 8,
                                     (size, numbers))
                compare = program.widget("experiment.compare")
                self.assertLessEqual(compare["x"] + compare["w"], bottom["x"] - 8)
                program.close()


if __name__ == "__main__":
    unittest.main()
