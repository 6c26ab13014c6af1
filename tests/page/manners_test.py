"""How the page behaves among others: reloads, two tabs, the way back, a server that is gone, a course's page around
it, a printer, and keys that are the browser's."""

import base64
import functools
import http.server
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

from browser import PAGE, Chromium, Firefox, why_not

OWN_TEXT = """// launch: twice<<<1, 32>>>(A)
// A: int[32] random
__global__ void twice(int* A) {
A[threadIdx.x] = 2 * A[threadIdx.x];
}
"""


class PlainServer(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Served:
    """A folder on a web server, until it is stopped."""

    def __init__(self, folder):
        handler = functools.partial(PlainServer, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Manners:
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

    def reload(self):
        self.page.call("POST", self.page.session + "/refresh", {})

    def wait_text(self, text):
        return self.page.wait(lambda now: now["idle"] and now["state"]["document"] and now["state"]["trace"]
                              and now["state"]["document"]["text"] == text, "the text")["state"]

    def test_a_reload_keeps_the_place(self):
        self.page.open("run=--kernel brent-kung --block 64")
        self.page.wait_idle()
        self.page.keys("Right", "Right", "Right")
        self.page.wait_state(step=3)
        self.page.wait_idle()
        self.reload()
        state = self.page.wait_idle()
        self.assertEqual((state["step"], state["trace"]["experiment"]["kernel"]), (3, "brent-kung"))
        # What the address asks for is shown to whoever follows it anew.
        self.page.open("run=--kernel brent-kung --block 64")
        self.assertEqual(self.page.wait_idle()["step"], 0)

    def test_a_reload_keeps_a_text_that_was_not_saved(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        self.page.drop_text("twice.cu", OWN_TEXT)
        self.wait_text(OWN_TEXT)
        self.page.click("editor.line.4", 0.9)
        self.page.wait(lambda now: now["writing"], "the keyboard in the text")
        self.page.keys("ctrl+Home")
        self.page.type("// mine\n")
        state = self.wait_text("// mine\n" + OWN_TEXT)
        self.assertTrue(state["document"]["unsaved"])
        self.reload()
        state = self.wait_text("// mine\n" + OWN_TEXT)
        self.assertTrue(state["document"]["unsaved"])
        self.assertFalse(state["draft"])  # nothing of it is lost

    def test_a_reload_keeps_a_lessons_page(self):
        self.page.open("lesson=02-kogge-stone")
        self.page.wait_idle()
        self.page.click("lesson.next")
        self.page.wait(lambda now: now["state"]["lesson"]["page"] == 1 and now["idle"], "the next page")
        self.reload()
        self.assertEqual(self.page.wait_idle()["lesson"]["page"], 1)

    def test_the_way_back_leads_to_where_one_was(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        self.page.click("menu.file")
        self.page.click("menu.file.start")
        self.page.wait(lambda now: now["idle"] and "start" in now["widgets"], "the start page")
        # What somebody has opened by hand is gone back from, as in any page.
        self.page.click("start.lesson.1")
        self.page.wait(lambda now: now["idle"] and now["state"]["lesson"], "the lesson")
        self.page.run("stridescopePage.keepNow()")
        self.page.call("POST", self.page.session + "/back", {})
        self.page.wait(lambda now: now["idle"] and "start" in now["widgets"], "the start page again")
        self.page.call("POST", self.page.session + "/forward", {})
        self.page.wait(lambda now: now["idle"] and now["state"]["lesson"], "the lesson again")

    def windows(self):
        return self.page.call("GET", self.page.session + "/window/handles")

    def test_two_tabs_keep_what_both_have_set(self):
        first, = self.windows()
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        second = self.page.call("POST", self.page.session + "/window/new", {"type": "tab"})["handle"]
        try:
            self.page.call("POST", self.page.session + "/window", {"handle": second})
            self.page.open("run=--kernel kogge-stone --block 16")
            self.page.wait_idle()
            self.page.click("menu.view")
            self.page.click("menu.view.dark")
            self.remembered("dark")
            self.page.call("POST", self.page.session + "/window", {"handle": first})
            self.page.keys("l")
            self.page.wait_state(loop=True)
            self.remembered('"loop":true')
            self.remembered("dark")  # still
            self.page.open("run=--kernel kogge-stone --block 16")
            state = self.page.wait_idle()
            self.assertEqual((state["theme"], state["loop"]), ("dark", True))
        finally:
            self.page.call("POST", self.page.session + "/window", {"handle": second})
            self.page.call("DELETE", self.page.session + "/window")
            self.page.call("POST", self.page.session + "/window", {"handle": first})
            self.page.run("localStorage.clear()")

    def test_two_tabs_lose_no_text_of_either(self):
        first, = self.windows()
        self.edit("// the first\n")
        second = self.page.call("POST", self.page.session + "/window/new", {"type": "tab"})["handle"]
        self.page.call("POST", self.page.session + "/window", {"handle": second})
        self.edit("// the second\n")
        self.page.run("location.href = 'about:blank'")
        self.page.call("DELETE", self.page.session + "/window")
        self.page.call("POST", self.page.session + "/window", {"handle": first})
        self.assertEqual(self.page.read()["state"]["document"]["text"], "// the first\n" + OWN_TEXT)
        # What the tab that was closed has lost can be had in another one; that of the first is not lost.
        third = self.page.call("POST", self.page.session + "/window/new", {"type": "tab"})["handle"]
        try:
            self.page.call("POST", self.page.session + "/window", {"handle": third})
            self.page.open("run=--kernel kogge-stone --block 16")
            self.assertTrue(self.page.wait_idle()["draft"])
            self.page.click("menu.file")
            self.page.click("menu.file.restore")
            self.wait_text("// the second\n" + OWN_TEXT)
        finally:
            self.page.call("DELETE", self.page.session + "/window")
            self.page.call("POST", self.page.session + "/window", {"handle": first})
            self.page.run("localStorage.clear()")

    def edit(self, words):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        self.page.drop_text("twice.cu", OWN_TEXT)
        self.wait_text(OWN_TEXT)
        self.page.click("editor.line.4", 0.9)
        self.page.wait(lambda now: now["writing"], "the keyboard in the text")
        self.page.keys("ctrl+Home")
        self.page.type(words)
        self.wait_text(words + OWN_TEXT)
        self.page.wait(lambda now: words.strip() in self.page.run(
            "return JSON.stringify({...localStorage})"), "the text in the browser's memory")

    def remembered(self, words):
        self.page.wait(lambda now: words in self.page.run(
            "return localStorage.getItem('stridescope.state') ?? ''"), f"{words} remembered")

    def test_offline_after_the_first_visit(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in (PAGE.name, "stridescope-offline.js"):
                shutil.copy(PAGE.parent / name, folder)
            served = Served(folder)
            try:
                address = served.address + PAGE.name + "#hooks&run=--kernel%20brent-kung%20--block%2064"
                self.page.go(address)
                self.page.wait_idle()
                self.page.call("POST", self.page.session + "/execute/async", {"args": [], "script":
                               "navigator.serviceWorker.ready.then(() => arguments[0]());"})
            finally:
                served.stop()
            self.page.go(address)
            self.assertEqual(self.page.wait_idle()["trace"]["experiment"]["kernel"], "brent-kung")
            self.page.keys("Right")
            self.page.wait_state(step=1)

    def test_a_course_page_of_four_scrolls(self):
        """Over a run in another page the wheel scrolls that page, until the run is clicked into."""
        with tempfile.TemporaryDirectory() as folder:
            self.open_course(self.course(folder))
            for _ in range(2):
                self.page.wheel(300, 300, 300)
            self.assertGreater(self.scrolled(), 0)
            self.page.run("scrollTo(0, 0)")
            self.page.wheel(300, 300, 120, keys=["ctrl"])
            self.assertEqual(self.scrolled(), 0)  # with Ctrl it is the run's
            self.page.act("pointer", [{"type": "pointerMove", "x": 300, "y": 300, "duration": 0},
                                      {"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 50},
                                      {"type": "pointerUp", "button": 0}], parameters={"pointerType": "mouse"})
            self.page.wheel(300, 300, 120)
            self.assertEqual(self.scrolled(), 0)  # as once it is clicked into

    @staticmethod
    def course(folder, viewport=""):
        """A page with four runs in it."""
        path = pathlib.Path(folder) / "course.html"
        frames = "".join(f'<p>Run {i}</p><iframe id="run{i}" src="{PAGE.as_uri()}#embed&hooks&run=--kernel%20'
                         'kogge-stone%20--block%2016&show=tree" style="width:100%;height:600px"></iframe>'
                         for i in range(4))
        path.write_text(f'<!doctype html><meta name="viewport" content="{viewport}"><title>A course</title>{frames}',
                        encoding="utf-8")
        return path

    def open_course(self, path):
        self.page.go(path.as_uri())
        self.page.call("POST", self.page.session + "/frame", {"id": 0})
        self.page.wait(lambda now: now["idle"] and now["state"]["trace"], "the first run")
        self.page.call("POST", self.page.session + "/frame", {"id": None})

    def scrolled(self):
        return self.page.call("POST", self.page.session + "/execute/async", {
            "args": [], "script": "setTimeout(() => arguments[0](scrollY), 300);"})

    def test_the_browsers_own_keys_are_left_to_it(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        taken = self.page.run("""
            const press = more => !window.dispatchEvent(new KeyboardEvent('keydown', {cancelable: true, ...more}));
            const own = {KeyR: 'r', KeyT: 't', KeyW: 'w', KeyL: 'l', KeyP: 'p', Equal: '=', Minus: '-', Digit0: '0'};
            return [...Object.entries(own).map(([code, key]) => press({code, key, ctrlKey: true})),
                    press({code: 'F12', key: 'F12'}), press({code: 'KeyZ', key: 'z', ctrlKey: true})];""")
        self.assertEqual(taken, [False] * 9 + [True])
        self.assertEqual(self.page.read()["state"]["text_scale"], 1)
        # Where a text is open, finding in it is the window's (page_test: where none is, the browser finds).
        self.assertTrue(self.page.run("""return !window.dispatchEvent(new KeyboardEvent('keydown',
            {code: 'KeyF', key: 'f', ctrlKey: true, cancelable: true}));"""))


class MannersInChromium(Manners, unittest.TestCase):
    browser, programs = Chromium, ("chromium", "chromedriver")

    def test_the_command_key_of_a_mac(self):
        agent = self.page.run("return navigator.userAgent")
        self.page.devtools("Emulation.setUserAgentOverride", userAgent=agent, platform="MacIntel")
        try:
            self.page.open("run=--kernel kogge-stone --block 16")
            self.page.wait_idle()
            self.page.drop_text("twice.cu", OWN_TEXT)
            self.wait_text(OWN_TEXT)
            self.assertIn("⌘+Z", self.page.read()["widgets"]["editor.undo"]["tip"])
            self.page.click("editor.line.4", 0.9)
            self.page.wait(lambda now: now["writing"], "the keyboard in the text")
            self.page.keys("meta+a")
            self.page.wait(lambda now: now["state"]["document"]["selection"][0] == [1, 1]
                           and now["state"]["document"]["selection"][1][0] > 4, "all of it selected")
            self.page.type("x")
            self.page.wait(lambda now: now["state"]["document"]["text"] == "x", "what replaced it")
            self.page.keys("meta+z")
            self.wait_text(OWN_TEXT)
            # Letters are letters again: nothing is held.
            self.page.keys("End", "y")
            self.page.wait(lambda now: "y" in now["state"]["document"]["text"], "a letter")
        finally:
            self.page.devtools("Emulation.setUserAgentOverride", userAgent=agent, platform="Linux x86_64")

    def test_a_finger_scrolls_a_course_page_over_a_run(self):
        with tempfile.TemporaryDirectory() as folder:
            course = self.course(folder, "width=device-width")
            self.page.become(390, 844)
            try:
                self.open_course(course)
                self.page.fingers([(200, 500), (200, 200)], steps=12)
                self.assertGreater(self.scrolled(), 100)
                self.page.run("scrollTo(0, 0)")
                self.page.fingers([(200, 300)])  # a tap begins it
                self.page.fingers([(200, 500), (200, 200)], steps=12)
                self.assertEqual(self.scrolled(), 0)
            finally:
                self.page.be_itself()

    @unittest.skipIf(shutil.which("pdftoppm") is None, "no pdftoppm here")
    def test_what_is_seen_is_printed(self):
        from PIL import Image
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.wait_idle()
        paper = base64.b64decode(self.page.devtools("Page.printToPDF", landscape=True)["data"])
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "paper.pdf").write_bytes(paper)
            subprocess.run(["pdftoppm", "-r", "60", "paper.pdf", "paper"], cwd=folder, check=True)
            sheets = sorted(pathlib.Path(folder).glob("paper*.ppm"))
            self.assertEqual(len(sheets), 1)
            with Image.open(sheets[0]) as sheet:
                colors = sheet.convert("RGB").getcolors(1 << 20)
            covered = 1 - max(count for count, _ in colors) / sum(count for count, _ in colors)
        self.assertGreater(len(colors), 100)
        self.assertGreater(covered, 0.2)


class MannersInFirefox(Manners, unittest.TestCase):
    browser, programs = Firefox, ("firefox-esr", "xvfb-run")


if __name__ == "__main__":
    unittest.main()
