"""The page in WebKitGTK, the nearest to Safari that Debian has: a lesson, a text, a reload, sizes. Its driver
is too slow, and knows too little, for all that the other browsers are asked."""

import unittest

from browser import WEBKIT, WebKit, why_not

OWN_TEXT = """// launch: twice<<<1, 32>>>(A)
// A: int[32] random
__global__ void twice(int* A) {
A[threadIdx.x] = 2 * A[threadIdx.x];
}
"""


@unittest.skipIf(why_not(*WEBKIT), why_not(*WEBKIT))
class InWebKit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = WebKit()

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def test_a_lesson_and_its_question(self):
        self.page.open("lesson=01-one-thread-each")
        state = self.page.wait_idle()
        self.assertTrue(state["trace"]["output_ok"])
        self.assertTrue(self.page.run("return document.getElementById('told-reading').textContent"))
        self.page.keys("Right")
        self.page.wait_state(step=1)
        self.page.click(f"lesson.question.0.option.{state['lesson']['questions'][0]['right']}")
        self.page.wait(lambda now: now["state"]["lesson"]["right_answers"], "the answer")

    def test_a_text_runs_and_a_reload_keeps_its_place(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        self.page.click("timeline.step.4")
        self.page.wait_state(step=4)
        self.page.drop_text("twice.cu", OWN_TEXT)
        self.page.wait(lambda now: now["idle"] and now["state"]["trace"]
                       and "twice" in now["state"]["trace"]["status"]["run"], "the run of the text")
        self.page.call("POST", self.page.session + "/refresh", {})
        state = self.page.wait(lambda now: now["idle"] and now["state"]["document"] and now["state"]["trace"],
                               "the text again")["state"]
        self.assertEqual(state["document"]["text"], OWN_TEXT)

    def test_its_canvas_is_as_large_as_the_window(self):
        for size in ((820, 1180), (1280, 800)):
            self.page.become(*size)
            self.page.open("run=--kernel kogge-stone --block 16")
            now = self.page.wait(lambda now: now["idle"] and now["state"]["trace"], "rest")
            self.assertEqual((now["window"]["width"], now["window"]["height"]), size)
            self.assertEqual(self.page.run("return [scrollX, scrollY, visualViewport.scale]"), [0, 0, 1])


if __name__ == "__main__":
    unittest.main()
