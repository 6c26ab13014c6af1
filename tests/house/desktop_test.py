"""The entry for menus and the icon: what a desktop will make of them."""

import configparser
import os
import pathlib
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
ENTRY = ROOT / "assets" / "stridescope.desktop"
ICON = ROOT / "assets" / "stridescope.svg"


class Desktop(unittest.TestCase):
    def setUp(self):
        self.parser = configparser.ConfigParser(interpolation=None)
        self.parser.optionxform = str
        self.parser.read(ENTRY, encoding="utf-8")
        self.entry = self.parser["Desktop Entry"]

    def test_the_entry_is_whole(self):
        self.assertEqual(self.parser.sections(), ["Desktop Entry"])
        self.assertEqual(self.entry["Type"], "Application")
        self.assertEqual(self.entry["Exec"].split(), ["stridescope", "%f"])
        self.assertTrue(self.entry["Categories"].endswith(";"))
        self.assertTrue(self.entry["Keywords"].endswith(";"))
        self.assertEqual(self.entry["Icon"], ICON.stem)

    def test_the_window_calls_itself_what_the_entry_says(self):
        source = (ROOT / "app" / "platform" / "desktop" / "window.cpp").read_text(encoding="utf-8")
        self.assertIn(f'GLFW_X11_CLASS_NAME, "{self.entry["StartupWMClass"]}"', source)

    @unittest.skipUnless(shutil.which("desktop-file-validate"), "desktop-file-utils is not there")
    def test_freedesktop_finds_nothing(self):
        done = subprocess.run(["desktop-file-validate", ENTRY], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_the_icon_is_a_square_that_stands_alone(self):
        root = xml.etree.ElementTree.parse(ICON).getroot()
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        self.assertEqual((left, top, width), (0, 0, height))
        text = ICON.read_text(encoding="utf-8")
        for foreign in ("href", "<image", "<script", "url("):
            self.assertNotIn(foreign, text)


if __name__ == "__main__":
    unittest.main()
