"""The page for who does not see it, or has no mouse: what is told beside the canvas, what Tab comes to, and what
axe-core finds."""

import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

from browser import ROOT, Chromium, Firefox, why_not

AXE = ROOT / "build/axe/axe.min.js"
AXE_VERSION = "4.10.3"


def axe():
    """axe-core from npm's registry, kept under build/; nothing where it cannot be had."""
    if not AXE.exists() and shutil.which("npm"):
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(["npm", "pack", "--silent", f"axe-core@{AXE_VERSION}"], cwd=folder,
                                    capture_output=True, check=False)
            archives = list(pathlib.Path(folder).glob("*.tgz"))
            if packed.returncode == 0 and archives:
                with tarfile.open(archives[0]) as archive:
                    AXE.parent.mkdir(parents=True, exist_ok=True)
                    AXE.write_bytes(archive.extractfile("package/axe.min.js").read())
    return AXE.read_text(encoding="utf-8") if AXE.exists() else None


class Told:
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

    def text(self, name):
        return self.page.run("return document.getElementById(arguments[0]).textContent", "told-" + name)

    def controls(self):
        """Those of the page by their names: what is read aloud, and whether it is pressed."""
        return self.page.run("""
            return Object.fromEntries([...document.querySelectorAll('#told-controls button')]
                .map(each => [each.dataset.name, [each.textContent, each.getAttribute('aria-pressed')]]));""")

    def test_the_step_and_its_sentence_are_told(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        told = self.page.told()
        self.assertRegex(told["step"], r"^Step 1 of \d+$")
        self.assertEqual(self.text("title"), told["title"])
        self.assertEqual(self.text("step"), f"{told['step']}: {told['sentence']}")
        before = told["sentence"]
        self.page.keys("Right", "Right")
        self.page.wait_state(step=2)
        told = self.page.told()
        self.assertTrue(told["step"].startswith("Step 3 of"))
        self.assertNotEqual(told["sentence"], before)
        self.assertEqual(self.text("step"), f"{told['step']}: {told['sentence']}")
        self.assertIn("Step 3", self.page.run("return document.getElementById('canvas').ariaLabel"
                                              " ?? document.getElementById('canvas').getAttribute('aria-label')"))

    def test_a_finding_is_told(self):
        self.page.open("run=kogge_stone_one_barrier.cu")
        state = self.page.wait_idle()
        found = [each["message"] for each in state["trace"]["findings"]]
        self.assertTrue(found)
        for message in found:
            self.assertIn(message, self.text("finding"))

    def test_a_lessons_page_is_told(self):
        self.page.open("lesson=01-one-thread-each")
        self.page.wait_idle()
        before = self.text("reading")
        self.assertGreater(len(before), 80)
        self.page.keys("n")
        self.page.wait(lambda now: now["idle"] and now["state"]["lesson"]["page"] == 1, "the next page")
        self.assertNotEqual(self.text("reading"), before)

    def test_every_control_is_there_with_words(self):
        for setting in ("run=--kernel brent-kung --block 64", "lesson=02-kogge-stone", ""):
            self.page.open(*([setting] if setting else []))
            told = self.page.told()
            controls = self.controls()
            self.assertEqual(set(controls), {each["name"] for each in told["controls"]})
            self.assertIn("menu.file", controls)
            for name, (words, _) in controls.items():
                self.assertRegex(words, r"\w", name)

    def test_a_reader_of_the_screen_presses_a_control(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.told()
        self.page.run("document.querySelector('[data-name=\"timeline.forward\"]').click()")
        self.page.wait_state(step=1)
        self.page.run("document.querySelector('[data-name=\"menu.view\"]').click()")
        self.page.wait(lambda now: any(each["name"] == "menu.view.dark" for each in now["accessible"]["controls"]),
                       "the menu's items")
        self.page.run("document.querySelector('[data-name=\"menu.view.dark\"]').click()")
        self.page.wait_state(theme="dark")

    def focused(self):
        return self.page.run("const at = document.activeElement;"
                             "return at.dataset.name ?? at.id ?? at.tagName;")

    def test_tab_walks_through_the_areas_and_out_of_the_page(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.told()
        self.page.run("document.getElementById('canvas').focus()")
        areas = []
        for _ in range(30):
            self.page.keys("Tab")
            at = self.focused()
            if "." not in at:
                break
            areas.append(at.split(".")[0])
            self.page.wait(lambda now: now["walking"] == at, f"the window's frame round {at}")
        self.assertGreater(len(areas), 3)
        self.assertEqual(len(areas), len(set(areas)), areas)
        self.assertNotIn(".", at)

    def test_arrows_walk_on_from_there_and_enter_presses(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.told()
        self.page.run("document.querySelector('[data-name=\"timeline.back\"]').focus()")
        self.page.wait(lambda now: now["walking"] == "timeline.back", "the frame")
        before = self.focused()
        self.page.keys("Right")
        now = self.page.wait(lambda now: now["idle"] and now["walking"] != before, "another control")
        self.assertEqual(self.focused(), now["walking"])
        while now["walking"] != "timeline.forward":
            self.page.keys("Right")
            last = now["walking"]
            now = self.page.wait(lambda now: now["idle"] and now["walking"] != last, "the next one")
        self.page.keys("Return")
        self.page.wait_state(step=1)

    def test_what_is_typed_into_is_a_field(self):
        self.page.open("run=--kernel kogge-stone --block 16")
        self.page.told()
        self.page.click("timeline.number")
        self.page.wait(lambda now: now["typing"] and self.focused() == "typed", "the field below")
        self.assertEqual(self.page.run("return document.getElementById('typed').getAttribute('aria-label')"), "Step")
        self.page.keys("3", "Return")
        self.page.wait_state(step=2)
        self.page.wait(lambda now: self.focused() != "typed", "the field's end")

    def test_nothing_moves_for_who_wants_it_so(self):
        """By the system's setting, which a driver can set in Chromium alone."""
        if not isinstance(self.page, Chromium):
            self.skipTest("Firefox's driver sets no such thing")
        def frames_of_a_step():
            self.page.open("run=--kernel kogge-stone --block 16")
            self.page.wait_idle()
            self.page.keys("-", "-", "-", "-", "space")  # four seconds a step
            self.page.wait_state(step=1)
            begin = self.page.read()["frame"]
            self.page.wait_state(step=2)
            return self.page.read()["frame"] - begin

        self.page.devtools("Emulation.setEmulatedMedia",
                           features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        try:
            still = frames_of_a_step()
        finally:
            self.page.devtools("Emulation.setEmulatedMedia", features=[])
        self.assertLess(2 * still, frames_of_a_step())

    def test_axe_finds_nothing_of_level_a_or_aa(self):
        script = axe()
        if script is None:
            self.skipTest("axe-core cannot be had: npm pack axe-core")
        run, lesson = ["run=--kernel brent-kung --block 64"], ["lesson=02-kogge-stone"]
        nothing = ()
        places = [("the first page", [], nothing), ("a run", run, nothing), ("a menu", run, ["menu.view"]),
                  ("keys", run, ["menu.help", "menu.help.keys"]), ("about", run, ["menu.help", "menu.help.about"]),
                  ("an export", run, ["menu.export", "menu.export.tree"]),
                  ("the start page", run, ["menu.file", "menu.file.start"]),
                  ("a field", run, ["timeline.number"]), ("finding in the text", run, ["editor.open_find"]),
                  ("a lesson", lesson, nothing), ("an embedded run", ["embed", *lesson], nothing),
                  ("a question", ["lesson=01-one-thread-each"], ["lesson.question.0.option.0"]),
                  ("a finding", ["run=kogge_stone_one_barrier.cu", "theme=dark"], nothing),
                  ("a projector's colours", [*run, "theme=projector"], nothing),
                  ("two runs", [*run, "beside=--pad every32"], nothing)]
        for what, settings, clicks in places:
            with self.subTest(what):
                self.page.open(*settings)
                self.page.told()
                for name in clicks:
                    self.page.click(name)
                self.page.told()
                self.assertEqual(self.found_by(script), [])
        with self.subTest("an exercise"):
            self.page.open()
            self.page.told()
            self.page.click("menu.file")
            self.page.click("menu.file.start")
            self.page.wait(lambda now: now["idle"] and "start" in now["widgets"], "the start page")
            self.page.point("start.preset.first")
            self.page.wheel(*self.page.place("start.preset.first"), 3000)
            self.page.wait(lambda now: any(each["name"] == "start.set.vectors"
                                           for each in now["accessible"]["controls"]), "the exercises")
            self.page.click("start.set.vectors")
            self.page.wait(lambda now: now["idle"] and now["state"]["exercise"], "the exercise")
            self.assertEqual(self.found_by(script), [])
        with self.subTest("what is wrong with an address"):
            with self.assertRaisesRegex(AssertionError, "Invalid address"):
                self.page.open("colour=blue")
                self.page.wait_idle()
            self.assertEqual(self.found_by(script), [])
        with self.subTest("a narrow window and its menu"):
            self.page.become(390, 844)
            try:
                self.page.open(*run)
                self.page.told()
                self.page.click("menu.all")
                self.page.told()
                self.assertEqual(self.found_by(script), [])
            finally:
                self.page.be_itself()

    def found_by(self, script):
        """What axe-core objects to, as the page is now."""
        self.page.run(script + "; window.axe = axe;")
        return self.page.call("POST", self.page.session + "/execute/async", {"args": [], "script": """
            const done = arguments[0];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
                .then(all => done(all.violations.map(one => one.id + ': ' + one.nodes[0].html)), done);"""})


class ToldInChromium(Told, unittest.TestCase):
    browser, programs = Chromium, ("chromium", "chromedriver")

    def test_the_console_stays_empty(self):
        self.page.messages()  # what was there before
        for settings in (["run=--kernel brent-kung --block 64"], ["lesson=02-kogge-stone"], []):
            self.page.open(*settings)
            self.page.wait(lambda now: now["idle"], "rest")
            for _ in range(3):
                self.page.keys("Right")
            self.page.wait(lambda now: now["idle"], "rest")
        self.assertEqual(self.page.messages(), "")


class ToldInFirefox(Told, unittest.TestCase):
    browser, programs = Firefox, ("firefox-esr", "xvfb-run")


if __name__ == "__main__":
    unittest.main()
