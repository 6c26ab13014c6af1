"""What the panes tell a pointer, and what their own controls do, with a real mouse."""

import unittest

from window_driver import WindowTest


class Panes(WindowTest):
    LESSON = ("--step", "4", "--size", "1280x800")

    def wait_hover(self, program, pane, *words):
        """Waits for a tooltip of the pane with all these words."""
        name = f"{pane}.hover"
        return program.wait(lambda now: name in now["widgets"]
                            and all(word in now["widgets"][name]["tip"] for word in words),
                            f"a tooltip with {words}")["widgets"][name]["tip"]

    def test_a_node_says_what_it_sums(self):
        program = self.start(*self.LESSON)
        program.move("tree.cell.5.11")
        self.assertEqual(self.wait_hover(program, "tree", "X[11] = 51"),
                         "X[11] = 51 after stride 8\nsum of A[0..11] = 51\n"
                         "thread 11: X[3] + X[11] = 16 + 35")
        program.move("tree.cell.0.3")
        self.assertEqual(self.wait_hover(program, "tree", "input"), "input A[3] = 8")

    def test_an_edge_names_thread_operands_and_result(self):
        program = self.start(*self.LESSON)
        above, below = program.widget("tree.cell.3.6"), program.widget("tree.cell.4.10")
        x = above["x"] + (below["x"] - above["x"]) * 0.35
        y = above["y"] + (below["y"] - above["y"]) * 0.44
        program.xdotool("mousemove", "--window", program.window, round(x), round(y))
        self.assertEqual(self.wait_hover(program, "tree", "thread"),
                         "thread 10 in stride 4\nX[6] + X[10] \u2192 X[10]\n21 + 18 = 39")

    def test_pointing_lights_and_leaving_puts_out(self):
        program = self.start(*self.LESSON)
        program.xdotool("mousemove", 1900, 1060)
        program.wait(lambda now: now["idle"] and now["pointer"] is None, "the pointer's leaving")
        before = self.display.pixels(1280, 800)
        program.move("tree.cell.5.11")
        self.wait_hover(program, "tree", "X[11]")
        program.wait_idle()
        self.assertNotEqual(self.display.pixels(1280, 800), before)
        program.xdotool("mousemove", 1900, 1060)
        program.wait(lambda now: now["idle"] and now["pointer"] is None, "the pointer's leaving")
        self.assertEqual(self.display.pixels(1280, 800), before)

    def test_later_steps_can_be_left_out(self):
        program = self.start("--step", "2", "--size", "1280x800")
        self.assertIn("tree.cell.4.9", program.wait(lambda now: now["idle"], "rest")["widgets"])
        program.click("tree.later")
        program.wait(lambda now: now["state"]["hide_later"] and now["idle"]
                     and "tree.cell.4.9" not in now["widgets"], "the later steps to go")
        program.click("tree.later")
        program.wait(lambda now: "tree.cell.4.9" in now["widgets"], "the later steps")

    def test_large_trees_are_stretched_and_have_a_map(self):
        program = self.start("--kernel", "brent-kung", "--block", "1024", "--step", "3",
                             "--size", "1280x800")
        at_first = program.wait(lambda now: now["idle"], "rest")["widgets"]
        self.assertNotIn("tree.minimap", at_first)
        program.move("tree.picture")
        for _ in range(12):
            program.xdotool("click", 4)
        now = program.wait(lambda now: now["idle"] and "tree.minimap" in now["widgets"], "a map")
        # Stretched only: the rows are where they were.
        self.assertEqual(now["widgets"]["tree.step.5"], at_first["tree.step.5"])
        program.move("tree.picture", 0.5, 0.2)
        program.wait_idle()
        before = self.display.pixels(1280, 800)
        program.click("tree.minimap", 0.3, 0.5)
        program.wait_idle()
        self.assertNotEqual(self.display.pixels(1280, 800), before)
        self.assertEqual(program.state()["step"], 3, "a click in the map goes to no step")
        program.keys("f")
        program.wait(lambda now: now["idle"] and "tree.minimap" not in now["widgets"], "all of it")

    def test_three_pictures_take_turns(self):
        program = self.start(*self.LESSON)
        for turn in ("banks", "work", "heatmap"):
            program.turn_to(turn)
            program.wait(lambda now: now["state"]["turn"] == turn and now["idle"]
                         and f"{turn}.picture" in now["widgets"], turn)
        for key, view in (("4", "banks"), ("5", "work")):
            program.keys(key)
            program.wait_state(enlarged=view, turn=view)
        program.turn_to("banks")
        program.wait_state(enlarged="banks", turn="banks")
        program.keys("Escape")
        program.wait_state(enlarged=None, turn="banks")

    def test_requests_are_chosen_by_click_and_arrow_keys(self):
        program = self.start("--kernel", "brent-kung", "--block", "256", "--step", "1",
                             "--size", "1280x800")
        program.turn_to("banks")
        program.wait(lambda now: now["idle"] and "banks.request.1" in now["widgets"], "the strip")
        self.assertIsNone(program.state()["request"])
        program.move("banks.request.1")
        self.wait_hover(program, "banks", "warp 1", "2-way: 2 wavefronts")
        program.click("banks.request.1")
        chosen = program.wait(lambda now: now["state"]["request"], "the second request")["state"]
        self.assertEqual(chosen["request"]["warp"], 1)
        self.assertEqual(chosen["step"], 1, "the step is the same")
        program.keys("shift+Down")
        program.wait(lambda now: now["state"]["request"]["warp"] == 2, "the next warp")
        program.keys("shift+Up", "shift+Up")
        program.wait(lambda now: now["state"]["request"]["warp"] == 0, "two warps back")
        program.keys("Down")
        program.wait(lambda now: now["state"]["request"]["warp"] == 1, "the next in the strip")
        program.keys("w")
        program.wait_state(request=None)
        program.keys("Down")
        program.wait(lambda now: now["state"]["request"], "the second again")
        # Beside the other views there is room for the replay alone.
        program.click("banks.wave.play")
        program.wait(lambda now: now["state"]["wave"] > 0, "a wavefront alone")
        program.keys("Escape", "4")
        program.click("banks.worst")
        program.wait_state(request=None)

    def test_a_word_of_memory_is_found_and_told(self):
        program = self.start("--kernel", "brent-kung", "--block", "1024", "--input", "ones",
                             "--step", "2", "--size", "1280x800")
        program.click("memory.jump")
        program.type("515")
        program.keys("Return")
        now = program.wait(lambda now: now["idle"] and "memory.minimap" in now["widgets"],
                           "a part of memory")
        program.move("memory.picture")
        tip = self.wait_hover(program, "memory", "word 515")
        self.assertEqual(tip, "X[515] \u00b7 word 515 \u00b7 bank 3 \u00b7 element 515\n2 before, 4 after\n"
                              "read by thread 128; written by thread 128")
        program.click("memory.jump")
        program.keys("ctrl+a")
        program.type("4000")
        program.keys("Return")
        program.wait(lambda now: now["widgets"]["memory.jump"]["tip"], "a word on it")
        program.keys("Escape")
        self.assertEqual(now["state"]["step"], 2)

    def test_words_that_there_are_not_are_told(self):
        missing = "No word has that number"
        for kernel, numbers in (("warp-shuffle", (("32", missing), ("31", ""))),
                                ("kogge-stone-global", (("0", missing),))):
            program = self.start("--kernel", kernel, "--block", "64", "--step", "2", "--size",
                                 "1280x800")
            for number, tip in numbers:
                program.click("memory.jump")
                program.keys("ctrl+a")
                program.type(number)
                program.keys("Return")
                program.wait(lambda now: now["idle"] and now["widgets"]["memory.jump"]["tip"]
                             == tip, f"{number} of {kernel}")

    def test_the_heatmap_counts_what_is_chosen(self):
        program = self.start("--kernel", "brent-kung", "--block", "64", "--pad", "every32",
                             "--step", "1", "--size", "1280x800")
        program.wait(lambda now: now["idle"]
                     and now["state"]["trace"]["unpadded_excess"] is not None, "both runs")
        program.move("heatmap.step.2", 0.3, 0.5)
        self.wait_hover(program, "heatmap", "up-sweep 2", "bank")
        program.click("heatmap.more")
        program.click("heatmap.measure.total")
        program.wait(lambda now: now["state"]["heat"]["measure"] == 1, "wavefronts")
        program.click("heatmap.events.stores")
        program.wait(lambda now: now["state"]["heat"]["events"] == 2, "stores only")
        self.assertFalse(program.widget("heatmap.together.difference")["enabled"])
        program.keys("Escape")
        program.wait(lambda now: "heatmap.measure.total" not in now["widgets"], "the choices gone")
        program.keys("c")
        program.wait_state(compare=True)
        program.click("heatmap.more")
        program.click("heatmap.together.difference")
        program.wait(lambda now: now["state"]["heat"]["difference"], "the difference")
        program.keys("Escape")
        program.wait(lambda now: "heatmap.measure.total" not in now["widgets"], "the choices gone")
        program.move("heatmap.step.2", 0.3, 0.5)
        self.wait_hover(program, "heatmap", "up-sweep 2")

    def test_the_work_table_is_sorted_scrolled_and_copied(self):
        program = self.start_with_trace(("--kernel", "brent-kung", "--block", "1024"), "--step",
                                        "1", "--size", "1280x800")
        program.turn_to("work")
        first = program.widget("work.step.1")
        program.click("work.column.2")
        program.wait(lambda now: now["state"]["sorted_by"] == 2 and now["idle"]
                     and now["widgets"]["work.step.1"] != first, "the most adds first")
        program.click("work.step.4")
        program.wait_state(step=4)
        program.click("work.column.2")
        program.wait_state(sorted_by=-1)
        # More steps than the pane has room for: the wheel scrolls, and the step stays in sight.
        self.assertIn("work.scroll", program.wait(lambda now: now["idle"], "rest")["widgets"])
        program.keys("Home")
        program.wait(lambda now: now["state"]["step"] == 0 and "work.step.0" in now["widgets"],
                     "the first step")
        bar = program.widget("work.scroll")
        program.keys("End")
        last = program.state()["steps"] - 1
        now = program.wait(lambda now: now["idle"] and now["state"]["step"] == last
                           and now["widgets"]["work.scroll"]["y"] > bar["y"], "the last step")
        step, pane = now["widgets"][f"work.step.{last}"], now["widgets"]["work.picture"]
        self.assertGreater(step["h"], 10)
        self.assertLessEqual(step["y"] + step["h"], pane["y"] + pane["h"] + 1)
        program.move("work.picture")
        for _ in range(20):
            program.xdotool("click", 4)
        program.wait(lambda now: now["idle"] and now["widgets"]["work.scroll"]["y"] == bar["y"],
                     "the top again")
        program.click("work.markdown")
        program.click("work.csv")
        program.wait_idle()


    def test_names_of_a_zoomed_heatmap_stay_in_sight(self):
        program = self.start("--kernel", "brent-kung", "--block", "256", "--step", "0")
        program.keys("3")
        program.wait_state(enlarged="heatmap")
        home = program.widget("heatmap.step.9")
        picture = program.widget("heatmap.picture")
        program.move("heatmap.picture", 0.8, 0.6)
        program.xdotool("click", "--repeat", "6", 4)
        program.wait(lambda now: now["idle"] and "heatmap.step.0" not in now["widgets"]
                     and now["widgets"]["heatmap.step.9"]["h"] > 2 * home["h"], "the zoom")
        zoomed = program.widget("heatmap.step.9")
        # Rows move and grow; their names stay at the left, and a click on one goes to its step.
        self.assertAlmostEqual(zoomed["x"], picture["x"], delta=1)
        self.assertLess(zoomed["x"] + zoomed["w"], picture["x"] + picture["w"] / 4)
        program.click("heatmap.step.9")
        program.wait_state(step=9)
        # The numbers of the columns stay above: they are no cells, and go to no step.
        program.move("heatmap.picture", 0.5, 0.02)
        program.wait(lambda now: now["idle"] and "heatmap.hover" not in now["widgets"], "the heads")


if __name__ == "__main__":
    unittest.main()
