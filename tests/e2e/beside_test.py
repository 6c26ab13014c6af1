"""Two experiments side by side: every picture twice, one slider, by real keys and clicks."""

import subprocess
import unittest

from window_driver import WINDOW, WindowTest


class Beside(WindowTest):
    def beside(self, program, what="", **wanted):
        """The state of the pair, once it is as wanted."""
        now = program.wait(
            lambda now: now["idle"] and all(now["state"]["beside"].get(key) == value
                                            for key, value in wanted.items()),
            what or f"beside {wanted}")
        return now["state"]["beside"]

    def choose_pair(self, program, pair):
        program.click("menu.compare")
        program.click(f"menu.compare.{pair}")

    def test_a_picture_without_the_other_run_is_not_drawn(self):
        picture = self.display.folder / "beside.png"
        done = subprocess.run([WINDOW, "--screenshot", picture, "--beside", "/missing/run.npz"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn('There is no "/missing/run.npz"', done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertFalse(picture.exists())

    def test_a_pair_is_shown_on_one_slider_until_it_is_left(self):
        program = self.start("--size", "1920x1080", "--step", "0")
        self.choose_pair(program, "kogge-stone.brent-kung")
        state = self.beside(program, on=True, left="Kogge–Stone", right="Brent–Kung")
        self.assertEqual((state["lock"], state["other_step"]), ("stride", 0))
        widgets = program.read()["widgets"]
        for view in ("tree", "memory", "heatmap"):
            left, right = widgets[f"{view}.picture"], widgets[f"other.{view}.picture"]
            self.assertLess(left["x"] + left["w"], right["x"])
            self.assertAlmostEqual(left["w"], right["w"], delta=2)
            self.assertEqual((left["y"], left["h"]), (right["y"], right["h"]))
            self.assertEqual(widgets[f"{view}.heading"]["tip"], "Kogge–Stone")
            self.assertEqual(widgets[f"other.{view}.heading"]["tip"], "Brent–Kung")
        self.assertEqual(widgets["beside.whole"]["tip"],
                         "left : right, in all: steps 6 : 9 (right 1.50×); "
                         "operations 49 : 26 (left 1.88×); "
                         "barriers 9 : 8 (left 1.12×); wavefronts 14 : 23 (right 1.64×)")
        # One slider: the lock says where the other one is.
        for _ in range(4):
            program.keys("Right")
        self.beside(program, other_step=4, words="step 5 of 6 beside step 5 of 9")
        program.click("beside.lock.progress")
        self.beside(program, lock="progress", other_step=6)
        program.keys("v")
        state = self.beside(program, lock="wavefronts")
        self.assertEqual(state["words"], "left finishes 9 wavefronts earlier")
        program.keys("v")
        self.beside(program, lock="stride", other_step=4)
        # A click on a step of the other picture goes there.
        program.click("other.heatmap.step.2", 0.1)
        self.beside(program, other_step=2)
        program.wait_state(step=2)
        # Left becomes right, and back by what undoes every change of the experiment.
        program.keys("x")
        self.beside(program, left="Brent–Kung", right="Kogge–Stone")
        program.keys("b")
        program.wait_recorded(kernel="brent-kung")
        widgets = program.wait(lambda now: now["idle"] and not now["state"]["beside"]["on"],
                               "one run")["widgets"]
        self.assertNotIn("other.tree.picture", widgets)
        self.assertNotIn("beside.whole", widgets)
        program.keys("ctrl+z")
        program.wait_recorded(kernel="kogge-stone")

    def test_what_is_chosen_on_one_side_is_lit_on_both(self):
        program = self.start("--size", "1920x1080", "--step", "1", "--kernel", "brent-kung",
                             "--block", "64", "--pad", "every32")
        program.keys("b")
        self.beside(program, left="PADDING = every32", right="PADDING = none")
        program.keys("4")
        program.click("other.banks.thread.3")
        program.wait_state(selection="thread 3")
        program.wait(lambda now: now["idle"] and "banks.lit" in now["widgets"]
                     and "other.banks.lit" in now["widgets"], "the thread lit on both sides")

    def test_a_small_window_shows_two_panes_and_the_memory_alone(self):
        program = self.start("--size", "1280x800", "--kernel", "kogge-stone", "--beside",
                             "--kernel brent-kung", "--lock", "phase")
        self.beside(program, on=True, lock="phase", right="Brent–Kung")
        widgets = program.read()["widgets"]
        self.assertIn("other.tree.picture", widgets)
        self.assertIn("other.heatmap.picture", widgets)
        self.assertNotIn("memory.picture", widgets)
        program.keys("2")
        now = program.wait(lambda now: now["idle"] and "other.memory.picture" in now["widgets"],
                           "the memory twice")
        self.assertGreater(now["widgets"]["memory.picture"]["w"], 600)

    def test_the_engines_are_grey_where_there_is_no_gpu(self):
        program = self.start("--size", "1280x800")
        program.click("menu.compare")
        engines = program.widget("menu.compare.engines")
        problem = program.state()["gpu_problem"]
        self.assertEqual(engines["enabled"], problem == "")
        self.assertEqual(engines["tip"], problem)


if __name__ == "__main__":
    unittest.main()
