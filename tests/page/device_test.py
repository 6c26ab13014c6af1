"""The page on telephones and tablets, by Chromium's emulation of them: fingers, and the keyboard of a screen."""

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

    browser, programs, sizes = None, (), SIZES

    @classmethod
    def setUpClass(cls):
        if why_not(*cls.programs):
            raise unittest.SkipTest(why_not(*cls.programs))
        cls.page = cls.browser()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def each_size(self, *settings):
        for what, (width, height, scale) in self.sizes.items():
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

    def test_nothing_lies_outside(self):
        for _ in self.each_size("run=--kernel kogge-stone --block 16"):
            now = self.page.read()
            width, height = now["window"]["width"], now["window"]["height"]
            for control in now["accessible"]["controls"]:
                x, y, w, h = control["box"]
                self.assertTrue(-1 <= x and x + w <= width + 1 and -1 <= y and y + h <= height + 1, control)

    def test_the_page_itself_is_neither_zoomed_nor_scrolled(self):
        for _ in self.each_size("run=--kernel kogge-stone --block 16", "show=tree"):
            x, y = self.page.place("tree.picture")
            for _ in range(2):
                self.page.fingers([(x, y)])
            self.page.fingers([(x - 20, y), (x - 90, y)], [(x + 20, y), (x + 90, y)])
            self.assertEqual(self.page.run("return [visualViewport.scale, scrollX, scrollY]"), [1, 0, 0])


class FingersInFirefox(Fingers, unittest.TestCase):
    browser, programs = Firefox, ("firefox-esr", "xvfb-run")
    sizes = {name: size for name, size in SIZES.items() if name != "a telephone"}  # its windows are wider


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
