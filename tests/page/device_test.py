"""The page on telephones, tablets and small laptops: fingers at their sizes, and, by Chromium's emulation of them,
the keyboard of a screen."""

import unittest

from browser import Chromium, Firefox, why_not

OWN_TEXT = """// launch: twice<<<1, 32>>>(A)
// A: int[32] random
__global__ void twice(int* A) {
A[threadIdx.x] = 2 * A[threadIdx.x];
}
"""
SIZES = {"a telephone": (390, 844, 3), "a tablet": (820, 1180, 2), "a small laptop": (1280, 800, 1)}


class Fingers:
    """For each browser."""

    browser, programs = None, ()

    @classmethod
    def setUpClass(cls):
        if why_not(*cls.programs):
            raise unittest.SkipTest(why_not(*cls.programs))
        cls.page = cls.browser()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def each_size(self, *settings):
        for what, (width, height, scale) in SIZES.items():
            self.page.become(width, height, scale)
            self.page.open(*settings)
            now = self.page.wait(lambda now: now["idle"], "rest")
            self.assertEqual((now["window"]["width"], now["window"]["height"]), (width, height), what)
            yield what

    def test_a_finger_steps_and_drags(self):
        for _ in self.each_size("run=--kernel kogge-stone --block 16"):
            self.page.tap("timeline.forward")
            self.page.wait_state(step=1)
            start, end = self.page.place("timeline.step.1"), self.page.place("timeline.step.4")
            self.page.fingers([start, end])
            self.page.wait_state(step=4)

    def test_two_fingers_zoom_and_move_a_picture(self):
        def distance(now):  # from one value to the next, and where the first of them is
            at = {name: box["x"] for name, box in now["widgets"].items() if name.startswith("tree.cell.2.")}
            first = min(int(name.split(".")[3]) for name in at)
            return at[f"tree.cell.2.{first + 1}"] - at[f"tree.cell.2.{first}"], f"tree.cell.2.{first}"

        for what in self.each_size("run=--kernel kogge-stone --block 16", "show=tree"):
            before, _ = distance(self.page.read())
            x, y = self.page.place("tree.picture")
            self.page.fingers([(x - 30, y), (x - 90, y)], [(x + 30, y), (x + 90, y)])
            now = self.page.wait(lambda now: now["idle"] and distance(now)[0] > 2.9 * before, f"a closer look, {what}")
            apart, one = distance(now)
            self.assertAlmostEqual(apart, 3 * before, delta=0.05 * before)
            at = now["widgets"][one]
            self.page.fingers([(x - 30, y), (x + 10, y + 20)], [(x + 30, y), (x + 70, y + 20)])
            moved = self.page.wait(lambda now: now["idle"] and one in now["widgets"]
                                   and now["widgets"][one]["x"] > at["x"] + 39, "what was moved")["widgets"][one]
            self.assertAlmostEqual(moved["x"], at["x"] + 40, delta=1)
            self.assertAlmostEqual(moved["y"], at["y"] + 20, delta=1)
            self.page.fingers([(x - 90, y), (x - 30, y)], [(x + 90, y), (x + 30, y)])
            self.page.wait(lambda now: now["idle"] and abs(distance(now)[0] - before) < 0.05 * before, "it as it was")

    def test_a_finger_that_rests_is_told_what_a_mouse_is(self):
        for _ in self.each_size("run=--kernel kogge-stone --block 16"):
            self.page.fingers([self.page.place("timeline.step.4")], hold=700)
            self.page.wait(lambda now: now["idle"] and "timeline.summary" in now["widgets"], "what there is of the step")
            self.assertEqual(self.page.read()["state"]["step"], 0)  # nothing is pressed
            # It stays, to be read, until something else is touched.
            self.page.tap("timeline.forward")
            now = self.page.wait(lambda now: now["idle"] and now["state"]["step"] == 1, "a step")
            self.assertNotIn("timeline.summary", now["widgets"])

    def test_a_finger_scrolls_words_and_drags_the_bar_below_or_beside_them(self):
        for what in self.each_size("lesson=02-kogge-stone"):
            question = "lesson.question.0.option.0"
            words, before = self.page.read()["widgets"]["lesson.sheet"], self.page.read()["widgets"][question]["y"]
            x, low, high = words["x"] + 40, words["y"] + words["h"] * 0.8, words["y"] + words["h"] * 0.2
            self.page.fingers([(round(x), round(low)), (round(x), round(high))])
            if what == "a telephone":  # elsewhere all of it is seen
                self.page.wait(lambda now: now["idle"] and now["widgets"][question]["y"] < before - 40,
                               f"what stands below, {what}")
            bar, along = ("splitter.lesson", "x") if what == "a small laptop" else ("splitter.words", "y")
            (x, y), was = self.page.place(bar), self.page.read()["widgets"][bar][along]
            self.page.fingers([(x, y), (x + 60, y) if along == "x" else (x, y + 60)])
            self.page.wait(lambda now: now["idle"] and abs(now["widgets"][bar][along] - was - 60) < 3, "the bar")
            self.page.run("localStorage.clear()")

    def test_a_finger_scrolls_a_text_and_selects_once_it_has_rested(self):
        def first_line(now):
            return min(int(name.split(".")[2]) for name in now["widgets"] if name.startswith("editor.line."))

        for what in self.each_size("run=kogge_stone.cu", "show=source"):
            text = self.page.read()["widgets"]["editor.text"]
            x, top = round(text["x"] + 80), round(text["y"])
            self.page.fingers([(x, top + round(0.8 * text["h"])), (x, top + round(0.2 * text["h"]))])
            now = self.page.wait(lambda now: now["idle"] and first_line(now) > 3, f"the text scrolled, {what}")
            self.assertEqual(*now["state"]["document"]["selection"])
            self.page.fingers([(x, top + 60), (x + 60, top + 100)], hold=700)
            self.page.wait(lambda now: now["idle"] and now["state"]["document"]["selection"][0]
                           != now["state"]["document"]["selection"][1], f"a selection, {what}")

    def test_one_pane_at_a_time_by_tabs_and_by_wiping(self):
        for what in self.each_size("run=--kernel kogge-stone --block 16"):
            if what == "a small laptop":
                continue
            pictures = [name for name in self.page.read()["widgets"] if name.endswith(".picture")]
            self.assertEqual(pictures, ["tree.picture"])
            self.page.tap("tab.memory")
            now = self.page.wait(lambda now: now["idle"] and "memory.picture" in now["widgets"], "another pane")
            self.assertNotIn("tree.picture", now["widgets"])
            self.assertGreater(now["widgets"]["timeline.slider"]["y"], now["widgets"]["memory.picture"]["y"])
            x, y = self.page.place("memory.picture")
            self.page.fingers([(x + 100, y), (x - 100, y)])
            self.page.wait(lambda now: now["idle"] and "memory.picture" not in now["widgets"], "the next pane")
            self.page.fingers([(x - 100, y), (x + 100, y)])
            self.page.wait(lambda now: now["idle"] and "memory.picture" in now["widgets"], "the one before")
            self.page.tap("menu.all")
            self.page.wait(lambda now: now["idle"] and "menu.file" in now["widgets"], "all menus in one")

    def test_an_exercise_begins_where_one_writes(self):
        for what in self.each_size("exercise=vectors/add"):
            now = self.page.read()
            line = now["state"]["document"]["cursor"][0]
            self.assertIn("// hole", now["state"]["document"]["text"].split("\n")[line - 2])
            self.assertIn(f"editor.line.{line}", now["widgets"], what)

    def check_inside(self, what):
        """All that can be pressed lies in the window and is as high as a finger hits."""
        now = self.page.wait(lambda now: now["idle"], "rest")
        width, height = now["window"]["width"], now["window"]["height"]
        for control in now["accessible"]["controls"]:
            x, y, w, h = control["box"]
            if not control["name"].startswith("tab."):  # they are scrolled
                self.assertTrue(-1 <= x and x + w <= width + 1, (what, control))
            self.assertTrue(-1 <= y and y + h <= height + 1, (what, control))
            self.assertGreaterEqual(h, 23.5, (what, control))
        return now

    def test_nothing_lies_outside_or_is_too_small(self):
        shown = ["run=--kernel kogge-stone --block 16", "run=reduce_modulo.cu", "lesson=05-banks", "exercise=vectors/add",
                 "run=histogram_race.cu", "run=--kernel decoupled-lookback --block 16 --n 64"]
        for setting in shown:
            for size in self.each_size(setting):
                now = self.check_inside((setting, size))
                tabs = [name for name in now["widgets"] if name.startswith("tab.")]
                for tab in tabs:
                    if self.page.read()["widgets"].get(tab, {}).get("scrolled_away", True):
                        continue
                    self.page.tap(tab)
                    self.check_inside((setting, size, tab))
                menu = "menu.all" if "menu.all" in now["widgets"] else "menu.view"
                self.page.tap(menu)
                self.check_inside((setting, size, menu))

    def test_the_page_itself_is_neither_zoomed_nor_scrolled(self):
        for _ in self.each_size("run=--kernel kogge-stone --block 16", "show=tree"):
            x, y = self.page.place("tree.picture")
            for _ in range(2):
                self.page.fingers([(x, y)])
            self.page.fingers([(x - 20, y), (x - 90, y)], [(x + 20, y), (x + 90, y)])
            self.assertEqual(self.page.run("return [visualViewport.scale, scrollX, scrollY]"), [1, 0, 0])


class FingersInFirefox(Fingers, unittest.TestCase):
    browser, programs = Firefox, ("firefox-esr", "xvfb-run")


class FingersInChromium(Fingers, unittest.TestCase):
    browser, programs = Chromium, ("chromium", "chromedriver")

    def test_a_text_brings_up_the_keyboard_and_is_typed_and_pasted_into(self):
        for _ in self.each_size():
            self.page.drop_text("mine.cu", OWN_TEXT)
            self.page.wait(lambda now: now["idle"] and now["state"]["document"]
                           and now["state"]["document"]["text"] == OWN_TEXT, "the text")
            self.assertNotEqual(self.page.run("return document.activeElement.id"), "typed")
            self.page.tap("editor.line.1", 0.4)
            self.page.wait(lambda now: now["writing"]
                           and self.page.run("return document.activeElement.id") == "typed", "the keyboard")
            text = self.page.read()["widgets"]["editor.text"]
            box = self.page.run("const {x, y, width, height} = document.getElementById('typed')"
                                ".getBoundingClientRect(); return [x, y, width, height];")
            for have, want in zip(box, (text["x"], text["y"], text["w"], text["h"])):
                self.assertAlmostEqual(have, want, delta=1)
            # As the keyboard of a screen writes: no key is told.
            self.page.keys("ctrl+Home")
            self.page.devtools("Input.insertText", text="// é is typed\n")
            wanted = "// é is typed\n" + OWN_TEXT
            self.page.wait(lambda now: now["state"]["document"]["text"] == wanted, "what was typed")
            # What a method of input goes on changing until it is done.
            for words in ("n", "ni", "你"):
                self.page.devtools("Input.imeSetComposition", text=words, selectionStart=len(words),
                                   selectionEnd=len(words))
            self.page.devtools("Input.insertText", text="你好")
            wanted = "// é is typed\n你好" + OWN_TEXT
            self.page.wait(lambda now: now["state"]["document"]["text"] == wanted, "what was composed")
            self.page.paste("/* pasted */")
            wanted = "// é is typed\n你好/* pasted */" + OWN_TEXT
            self.page.wait(lambda now: now["state"]["document"]["text"] == wanted, "what was pasted")
            self.page.keys("ctrl+a", "ctrl+c")
            self.assertEqual(self.page.copied().replace("\r\n", "\n"), wanted)

    def test_erasing_by_the_keyboard_of_a_screen(self):
        self.page.become(*SIZES["a tablet"])
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        self.page.tap("timeline.number")
        self.page.wait(lambda now: now["typing"], "the field")
        self.page.devtools("Input.insertText", text="35")
        self.page.run("document.getElementById('typed').dispatchEvent(new InputEvent('beforeinput',"
                      " {inputType: 'deleteContentBackward', cancelable: true, bubbles: true}))")
        self.page.run("document.getElementById('typed').dispatchEvent(new InputEvent('beforeinput',"
                      " {inputType: 'insertLineBreak', cancelable: true, bubbles: true}))")
        self.page.wait_state(step=2)


if __name__ == "__main__":
    unittest.main()
