"""The page in headless browsers, opened from its file: what a person does first with it, and that
it records what the programs record."""

import base64
import functools
import html
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

from browser import PAGE, Chromium, Firefox, why_not

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import stridescope  # noqa: E402

CLI = os.environ.setdefault("STRIDESCOPE_CLI", str(pathlib.Path("build/release/app/stridescope-cli").absolute()))
OWN_TEXT = """// launch: twice<<<1, 32>>>(A)
// A: int[32] random
__global__ void twice(int* A) {
A[threadIdx.x] = 2 * A[threadIdx.x];
}
"""


class PlainServer(http.server.SimpleHTTPRequestHandler):
    """Hands over files, and says nothing of threads or of where they may be shown."""

    def log_message(self, *_):
        pass


class Page:
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

    def test_the_first_lesson(self):
        self.page.open()
        state = self.page.wait_idle()
        self.assertEqual(state["experiment"]["kernel"], "kogge-stone")
        self.assertEqual(state["trace"]["n"], 16)
        self.assertTrue(state["trace"]["output_ok"])
        self.assertEqual(state["trace"]["diagnostics"], 0)
        self.assertEqual(state["error"], "")

    def test_steps_by_keys_and_by_the_slider(self):
        self.page.open()
        self.page.wait_idle()
        self.page.keys("Right", "Right", "Left")
        self.page.wait_state(step=1)
        self.page.click("timeline.step.4")
        self.page.wait_state(step=4)
        self.page.click("tree.step.2")
        self.page.wait_state(step=2)

    def test_an_own_text_is_typed_and_runs(self):
        self.page.open()
        self.page.wait_idle()
        self.page.click("menu.file")
        self.page.click("menu.file.new")
        self.page.click("editor.text")
        self.page.keys("ctrl+a")
        self.page.type(OWN_TEXT)
        now = self.page.wait(lambda now: now["idle"] and now["state"]["trace"]
                             and "twice" in now["state"]["trace"]["status"]["run"],
                             "the text that was typed")["state"]
        self.assertIn("A[threadIdx.x] = 2", now["document"]["text"])
        self.assertEqual(now["document"]["faults"], [])

    def test_a_run_is_compared(self):
        self.page.open("run=--kernel brent-kung --block 64 --pad every32")
        self.page.wait(lambda now: now["idle"] and now["state"]["trace"]
                       and now["state"]["trace"]["unpadded_excess"] is not None,
                       "the run without padding")
        self.page.keys("c")
        self.page.wait_state(compare=True)

    def save(self, name):
        self.page.click("dialog.path")
        self.page.keys("ctrl+a")
        self.page.type(name)
        self.page.click("dialog.ok")
        return self.page.downloaded(name)

    def export(self, view, ending):
        self.page.click("menu.export")
        self.page.click(f"menu.export.{view}")
        self.page.click(f"dialog.format.{ending}")
        return self.save(f"{view}.{ending}")

    def test_exports_are_downloads(self):
        self.page.open()
        self.page.wait_idle()
        self.assertTrue(self.export("tree", "png").startswith(b"\x89PNG"))
        self.assertIn(b"<svg", self.export("tree", "svg"))
        pdf = self.export("memory", "pdf")
        self.assertTrue(pdf.startswith(b"%PDF"))
        # In the page's own fonts: without them Cairo draws by strokes, and boxes for · and –.
        self.assertRegex(pdf, rb"/BaseFont /[A-Z]{6}\+Inter")
        self.assertTrue(self.export("tree", "gif").startswith(b"GIF89a"))
        self.assertEqual(self.export("tree", "webp")[8:12], b"WEBP")
        self.assertIn(b",", self.export("heatmap", "csv"))
        self.assertTrue(json.loads(self.export("heatmap", "json")))

    def test_an_export_of_many_frames_can_be_stopped(self):
        self.page.open("run=--kernel brent-kung --block 1024 --coarsen 4")
        self.page.wait_idle()
        self.page.click("menu.export")
        self.page.click("menu.export.tree")
        self.page.click("dialog.format.webp")
        self.page.click("dialog.path")
        self.page.keys("ctrl+a")
        self.page.type("stopped.webp")
        self.page.click("dialog.ok")
        # The page draws itself meanwhile, and hears keys.
        self.page.wait(lambda now: "activity.cancel" in now["widgets"], "a bar with Cancel")
        self.page.keys("Right")
        self.page.wait(lambda now: now["state"]["step"] == 1 and now["state"]["writing"],
                       "a step while it exports")
        self.page.keys("Escape")
        now = self.page.wait(lambda now: now["idle"] and not now["state"]["writing"], "its end")
        self.assertEqual(now["state"]["messages"], [])
        self.assertEqual([each.name for each in self.page.downloads.glob("stopped*")], [])

    def test_one_run_after_another_in_a_worker(self):
        for factor in (2, 3, 5):
            text = (OWN_TEXT.replace("<<<1, 32>>>", "<<<4096, 256>>>").replace("int[32]", "int[1048576]")
                    .replace("threadIdx.x]", "blockIdx.x * 256 + threadIdx.x]")
                    .replace("= 2 *", f"= {factor} *"))
            if factor == 2:
                self.open_text(text)
                self.page.wait_idle()
                self.page.click("editor.text", 0.5, 0.02)
                self.page.keys("ctrl+Home", "Down", "Down", "Down", *["Right"] * 36)
            else:
                self.page.keys("shift+Right")
                self.page.type(str(factor))
                self.page.keys("Left")
            state = self.page.wait(lambda now: now["idle"] and now["state"]["document"]["is_shown"]
                                   and now["state"]["document"]["text"] == text,
                                   f"the run with {factor}")["state"]
            self.assertEqual(state["error"], "")

    def recorded(self, *flags):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "recorded.npz"
            subprocess.run([CLI, "record", *flags, "-o", path], check=True)
            return path.read_bytes()

    @unittest.skipIf(not pathlib.Path(CLI).exists(), f"no {CLI} to compare with")
    def test_a_trace_is_the_one_that_the_desktop_records(self):
        # The second one takes long enough for a worker.
        for flags in ("--kernel brent-kung --block 64",
                      "--kernel kogge-stone --block 256 --n 262144 --input random:3"):
            self.page.open(f"run={flags}")
            self.page.wait_idle()
            self.page.click("menu.file")
            self.page.click("menu.file.save")
            name = f"saved{len(flags)}.npz"
            self.assertEqual(self.save(name), self.recorded(*flags.split(), "--blocks", "first:8"))

    def test_a_dropped_trace_opens(self):
        self.page.open()
        self.page.wait_idle()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "brent.npz"
            subprocess.run([CLI, "record", "--kernel", "brent-kung", "-o", path], check=True)
            self.page.drop(path, "brent.npz")
            now = self.page.wait(lambda now: now["idle"] and now["state"]["trace"]
                                 and now["state"]["trace"]["opened_from"], "the trace")["state"]
        self.assertTrue(now["trace"]["opened_from"].endswith("brent.npz"))
        self.assertEqual(now["trace"]["experiment"]["kernel"], "brent-kung")
        # It has no text to find something in: the browser finds.
        self.assertIsNone(now["document"])
        self.assertFalse(self.page.run("""return !window.dispatchEvent(new KeyboardEvent('keydown',
            {code: 'KeyF', key: 'f', ctrlKey: true, cancelable: true}));"""))

    def test_a_file_is_chosen_by_the_browsers_dialog(self):
        self.page.open()
        self.page.wait_idle()
        self.assertTrue(self.page.asks_for_files(lambda: self.page.keys("ctrl+o")))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "twice.cu"
            path.write_text(OWN_TEXT, encoding="utf-8")
            self.page.choose(path)
            now = self.page.wait(lambda now: now["idle"] and now["state"]["document"]
                                 and now["state"]["document"]["path"].endswith("twice.cu"),
                                 "the text that was chosen")["state"]
        self.assertEqual(now["document"]["text"], OWN_TEXT)

    def open_text(self, text):
        """By a link as a person's own program would make it: deflate and base64url, by Python."""
        packed = zlib.compressobj(9, zlib.DEFLATED, -15)
        letters = packed.compress(text.encode()) + packed.flush()
        self.page.open("run=mine.cu",
                       f"text:mine.cu={base64.urlsafe_b64encode(letters).decode().rstrip('=')}")

    def test_what_opens_and_never_closes_is_refused(self):
        # A browser's stack is a small one.
        for body in ("x = " + 5000 * "(", 5000 * "{", 5000 * "if (x) ", "x = " + 5000 * "std::",
                     "x = " + 5000 * "!", 5000 * "x = "):
            self.open_text(f"__global__ void k(int *a) {{ int x = 1; {body}x; }}\n")
            now = self.page.wait(lambda now: now["state"]["document"]
                                 and now["state"]["document"]["faults"], body[:20])["state"]
            self.assertIn("nested too deeply", str(now["document"]["faults"]), body[:20])

    def test_what_was_pasted_elsewhere_is_written(self):
        self.open_text(OWN_TEXT)
        self.page.wait_idle()
        self.page.click("editor.text", 0.5, 0.02)
        self.page.wait(lambda now: now["writing"], "the keyboard in the text")
        self.page.keys("ctrl+Home")
        self.page.paste("// pasted\n")
        self.page.wait(lambda now: now["state"]["document"]["text"] == "// pasted\n" + OWN_TEXT,
                       "what was pasted")

    def test_what_was_set_is_remembered(self):
        self.page.open()
        self.page.wait_idle()
        for wanted in ("dark", "light"):
            self.page.click("menu.view")
            self.page.click(f"menu.view.{wanted}")
            self.page.wait_state(theme=wanted)
            self.page.wait(lambda now: wanted in self.page.run(
                "return localStorage.getItem('stridescope.state') ?? ''"), "what is remembered")
            self.page.open()
            self.assertEqual(self.page.wait_idle()["theme"], wanted)

    def test_letters_become_larger(self):
        self.page.open()
        self.page.wait_idle()
        for item, scale in (("larger", 1.25), ("larger", 1.5), ("smaller", 1.25), ("ordinary", 1)):
            self.page.click("menu.view")
            self.page.click(f"menu.view.{item}")
            self.page.wait_state(text_scale=scale)

    def test_a_gpu_is_grey_and_says_why(self):
        self.page.open()
        self.page.wait_idle()
        self.page.place("experiment.engine.cpu")
        gpu = self.page.read()["widgets"]["experiment.engine.cuda"]
        self.assertFalse(gpu["enabled"])
        self.assertIn("browser", gpu["tip"])

    def test_in_front_of_a_class(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        self.page.keys("q", "Right")
        asked = self.page.wait(lambda now: now["idle"] and now["state"]["predict"]["question"],
                               "a question")["state"]["predict"]["question"]
        self.page.keys("abcd"[asked["right"]])
        self.page.wait_state(step=1)
        self.assertEqual(self.page.read()["state"]["predict"]["right"], 1)
        self.page.keys("q", "k")
        self.page.place("menu.locked")
        self.page.click("menu.locked")
        self.page.keys("F5")
        self.page.wait(lambda now: now["idle"] and "presentation.words" in now["widgets"]
                       and "menu.file" not in now["widgets"], "the presentation")
        self.page.keys("Page_Down")
        self.page.wait_state(step=2)
        # A browser keeps an Escape for its own full screen, until it has left it.
        for _ in range(10):
            self.page.keys("Escape")
            time.sleep(0.5)
            if not self.page.read()["state"]["presenter"]["presentation"]:
                break
        self.page.wait(lambda now: now["idle"] and "menu.file" in now["widgets"],
                       "the window as it was")

    def test_recordings_of_a_lesson_are_there(self):
        for page in range(1, 7):
            self.page.open("lesson=21-who-waits", f"page={page}")
            now = self.page.wait(lambda now: now["idle"] and now["state"]["trace"], f"page {page}")
            self.assertEqual(now["state"]["messages"], [], page)

    def test_a_lessons_question_is_answered(self):
        self.page.open("lesson=01-one-thread-each")
        self.page.wait_idle()
        for _ in range(10):
            questions = self.page.wait_idle()["lesson"]["questions"]
            if questions and not questions[0]["typed"]:
                break
            self.page.click("lesson.next")
        self.page.click(f"lesson.question.0.option.{questions[0]['right']}")
        now = self.page.wait(lambda now: now["idle"] and now["state"]["lesson"]["right_answers"],
                             "the answer")["state"]
        self.assertTrue(now["lesson"]["questions"][0]["settled"])

    def judged(self, what, condition):
        return self.page.wait(lambda now: now["idle"] and now["state"]["exercise"]
                              and not now["state"]["exercise"]["judging"]
                              and condition(now["state"]["exercise"]), what)["state"]["exercise"]

    def write_in_the_hole(self, code):
        """In the place of what its first line has."""
        self.page.click("editor.text", 0.9, 0.9)
        self.page.keys("ctrl+Home")
        text = self.page.read()["state"]["document"]["text"]
        self.page.keys(*["Down"] * (text[:text.index("// hole")].count("\n") + 1), "End", "shift+Home")
        self.page.type(code)

    def test_an_exercise_from_its_hole_to_its_points(self):
        self.addCleanup(self.page.run, "localStorage.clear()")  # what was written here
        self.page.open("exercise=vectors/add")
        given = self.judged("it is given out", lambda one: one["title"] == "Vector addition")
        self.assertEqual(given["points"], 0)
        begin = "int i = threadIdx.x + blockIdx.x * blockDim.x; "
        self.write_in_the_hole(begin + "C[i] = A[i] + B[i];")
        beyond = self.judged("a fault", lambda one: any(
            v["name"] == "no fault" and v["state"] == "failed" for v in one["verdicts"]))
        self.assertFalse(beyond["passed"])
        self.page.click("exercise.hint")
        self.judged("a hint", lambda one: any(one["hints"]))
        self.write_in_the_hole(begin + "if (i < n) C[i] = A[i] + B[i];")
        solved = self.judged("all its points", lambda one: one["passed"])
        self.assertTrue(all(v["state"] == "passed" for v in solved["verdicts"]), solved)

    def test_an_exercise_embedded(self):
        self.addCleanup(self.page.run, "localStorage.clear()")  # what was written here
        self.page.open("embed", "exercise=vectors/hello")
        given = self.judged("it is given out", lambda one: one["title"] == "Hello, thread")
        self.assertEqual(given["points"], 0)
        names = self.page.read()["widgets"]
        self.assertNotIn("menu.file", names)
        self.write_in_the_hole("int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) out[i] = i;")
        self.judged("solved", lambda one: one["passed"])

    def test_a_link_there_and_back(self):
        self.page.open("run=--kernel brent-kung --block 64 --pad every32", "step=3", "show=banks",
                       "select=thread:5")
        state = self.page.wait_idle()
        self.assertEqual((state["step"], state["enlarged"]), (3, "banks"))
        self.page.keys("Left")
        self.page.wait_state(step=2)
        self.page.keys("ctrl+shift+l")
        link = self.page.copied()
        self.assertTrue(link.startswith(PAGE.as_uri() + "#run="), link)
        self.page.go(link + "&hooks")
        again = self.page.wait_idle()
        self.assertEqual((again["step"], again["enlarged"]), (2, "banks"))
        self.assertEqual(again["selection"], state["selection"])
        self.assertEqual(again["trace"]["experiment"], state["trace"]["experiment"])

    def test_a_link_of_the_desktop_holds_a_text(self):
        self.open_text(OWN_TEXT)
        state = self.page.wait_idle()
        self.assertEqual(state["document"]["text"], OWN_TEXT)
        self.assertFalse(state["document"]["unsaved"])
        # Another link in the same page is followed, too.
        self.page.run("location.hash = '#hooks&run=--kernel%20blelloch'")
        self.page.wait(lambda now: now["idle"] and now["state"]["trace"]
                       and now["state"]["trace"]["experiment"]["kernel"] == "blelloch", "blelloch")

    def test_embedded_there_are_no_menus(self):
        self.page.open("embed", "lesson=02-kogge-stone", "page=2")
        now = self.page.wait(lambda now: now["idle"] and now["state"]["trace"], "rest")
        names = now["widgets"]
        self.assertNotIn("menu.file", names)
        self.assertFalse([name for name in names if name.startswith("experiment.")])
        self.assertIn("timeline.open", names)
        self.page.click("timeline.forward")
        self.page.wait_state(step=now["state"]["step"] + 1)

    def test_a_notebooks_frame_of_it(self):
        """The frame's address, as the package for Python writes it: text, knobs and numbers."""
        shown = stridescope.record(OWN_TEXT, name="mine it.cu", args={"A": list(range(5, 37))}).show(
            "global", step=0, page=PAGE.as_uri())._repr_html_()
        address = html.unescape(re.search(r'<iframe src="([^"]*)"', shown)[1])
        self.page.go(address + "&hooks")
        now = self.page.wait(lambda now: now["idle"] and now["state"]["trace"], "rest")
        self.assertNotIn("menu.file", now["widgets"])
        state = now["state"]
        self.assertEqual((state["step"], state["enlarged"], state["error"]), (0, "global", ""))
        self.assertEqual(state["document"]["text"], OWN_TEXT)
        numbers = "[32] values:" + ",".join(map(str, range(5, 37)))
        self.assertEqual(state["trace"]["experiment"]["arguments"]["A"], numbers)

    def test_it_follows_its_windows_size(self):
        self.page.open()
        self.page.wait_idle()
        before = self.page.read()["window"]
        try:
            self.page.resize(1000, 700)
            now = self.page.wait(lambda now: now["idle"] and now["window"] != before, "a new size")
            self.assertEqual(now["window"]["width"], self.page.run("return innerWidth"))
            self.assertEqual(now["window"]["height"], self.page.run("return innerHeight"))
            self.page.click("timeline.forward")
            self.page.wait_state(step=1)
        finally:
            self.page.resize(1280, 800)

    def test_full_screen_and_back(self):
        self.page.open()
        self.page.wait_idle()
        element = "return document.fullscreenElement?.id ?? ''"
        self.page.keys("F11")
        self.page.wait(lambda now: self.page.run(element) == "page", "the full screen")
        self.page.keys("F11")
        self.page.wait(lambda now: self.page.run(element) == "", "the end of it")
        # The browser ends it, as by its own key: the window's key begins it anew.
        self.page.keys("F11")
        self.page.wait(lambda now: self.page.run(element) == "page", "the full screen")
        self.page.run("document.exitFullscreen()")
        self.page.wait(lambda now: now["idle"] and not now["state"]["presenter"]["full_screen"], "its end")
        self.page.keys("Right")
        self.page.wait_state(step=1)

    def test_from_a_plain_web_server(self):
        handler = functools.partial(PlainServer, directory=PAGE.parent)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            # Long enough for a worker.
            self.page.go(f"http://127.0.0.1:{server.server_port}/{PAGE.name}#hooks&run="
                         "--kernel%20kogge-stone%20--block%20256%20--n%20262144")
            trace = self.page.wait_idle()["trace"]
            self.assertEqual((trace["n"], trace["output_ok"]), (262144, True))
            self.page.keys("Right")
            self.page.wait_state(step=1)
            server.shutdown()

    def test_an_address_that_is_wrong_is_told_on_the_page(self):
        with self.assertRaisesRegex(AssertionError, "Invalid address"):
            self.page.open("run=--kernel brent-kung", "colour=blue")
            self.page.wait_idle()

    def test_a_browser_that_is_too_old_is_told_so(self):
        """Without what browsers have only since then, each by itself: one sentence, and nothing after it."""
        page = PAGE.read_text(encoding="utf-8")
        for lost in ("delete WebAssembly.Tag", "delete WebAssembly.Exception",
                     "WebAssembly.validate = () => false", "delete WebAssembly.compileStreaming",
                     "delete self.WebGL2RenderingContext", "delete self.WebAssembly"):
            with self.subTest(lost), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "page.html"
                path.write_text(page.replace("<head>", f"<head><script>{lost};</script>", 1), encoding="utf-8")
                self.page.go(path.as_uri())
                self.assertEqual(self.page.run("return document.readyState"), "complete")
                time.sleep(1)  # for whatever would come after it
                self.assertRegex(self.page.words(), "^This browser is too old for StrideScope.*2023 or later\\.$")
                seen = "return getComputedStyle(document.getElementById('words')).display"
                self.assertNotEqual(self.page.run(seen), "none")


class InChromium(Page, unittest.TestCase):
    browser, programs = Chromium, ("chromium", "chromedriver")

    def test_the_browsers_own_zoom(self):
        """More of the screen's points for one of the page's, while it runs."""
        self.page.open()
        self.page.wait_idle()
        sizes = ("const canvas = document.getElementById('canvas');"
                 "return [innerWidth, canvas.width, canvas.clientWidth];")
        try:
            for ratio in (1.5, 0.8):
                self.page.zoom(ratio, 1280, 800)
                now = self.page.wait(lambda now: now["idle"]
                                     and now["window"]["width"] == round(1280 / ratio), f"zoom {ratio}")
                width, points, shown = self.page.run(sizes)
                self.assertEqual((width, shown), (now["window"]["width"], width))
                self.assertAlmostEqual(points, width * ratio, delta=1)
            self.page.click("timeline.step.4")
            self.page.wait_state(step=4)
        finally:
            self.page.call("POST", self.page.session + "/goog/cdp/execute",
                           {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}})


class OnAFineScreen(unittest.TestCase):
    """Two of the screen's points for one of the page's, each way."""

    @unittest.skipIf(why_not(*InChromium.programs), why_not(*InChromium.programs))
    def test_all_its_points_are_drawn_and_clicks_hit(self):
        page = Chromium(scale=2)
        try:
            page.open()
            page.wait_idle()
            width, canvas = page.run("const canvas = document.getElementById('canvas');"
                                     "return [innerWidth, canvas.width];")
            self.assertEqual(canvas, 2 * width)
            self.assertEqual(page.read()["window"]["width"], width)
            page.click("timeline.step.4")
            page.wait_state(step=4)
        finally:
            page.close()


class InFirefox(Page, unittest.TestCase):
    browser, programs = Firefox, ("firefox-esr", "xvfb-run")


if __name__ == "__main__":
    unittest.main()
