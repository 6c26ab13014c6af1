"""The entry for menus, the icon, the types of files and what a software centre shows: what a desktop
will make of them."""

import configparser
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
ENTRY = ROOT / "assets" / "stridescope.desktop"
ICON = ROOT / "assets" / "stridescope.svg"
METAINFO = ROOT / "assets" / "internal.stridescope.stridescope.metainfo.xml"
MIME = ROOT / "assets" / "stridescope.mime.xml"
MIME_NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
CLI = os.environ["STRIDESCOPE_CLI"]


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

    @unittest.skipUnless(shutil.which("appstreamcli"), "appstream is not there")
    def test_appstream_finds_nothing(self):
        said = subprocess.run(["appstreamcli", "validate", "--no-net", METAINFO],
                              capture_output=True, text=True).stdout
        self.assertIn("alidat", said)
        # There is no homepage yet, which its version 1 warns of.
        self.assertEqual([line for line in said.splitlines() if re.match("[EW]:", line)
                          and "url-homepage-missing" not in line], [])

    def test_the_metainfo_tells_what_is_so(self):
        root = xml.etree.ElementTree.parse(METAINFO).getroot()
        self.assertEqual(METAINFO.name, root.findtext("id") + ".metainfo.xml")
        self.assertEqual(root.findtext("launchable"), ENTRY.name)
        self.assertEqual(root.findtext("summary"), self.entry["Comment"])
        version = re.search(r"^project\(.* VERSION (\S+)",
                            (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
        release = root.find("releases/release")
        self.assertEqual(release.get("version"), version)
        changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertIn(f"## [{version}] – {release.get('date')}\n", changes)

    def test_all_name_the_same_types_of_files(self):
        entry = set(self.entry["MimeType"].strip(";").split(";"))
        metainfo = xml.etree.ElementTree.parse(METAINFO).getroot()
        types = xml.etree.ElementTree.parse(MIME).getroot().iter(f"{MIME_NAMESPACE}mime-type")
        self.assertEqual(entry, {node.text for node in metainfo.iter("mediatype")})
        self.assertEqual(entry, {node.get("type") for node in types})

    def test_a_trace_is_known_by_its_first_bytes(self):
        trace = subprocess.run([CLI, "record", "--block", "16", "-o", "-"], check=True,
                               capture_output=True).stdout
        tree = xml.etree.ElementTree.parse(MIME)
        seen = 0
        for match in tree.iter(f"{MIME_NAMESPACE}match"):
            at = int(match.get("offset"))
            value = match.get("value").encode().decode("unicode_escape").encode("latin-1")
            self.assertEqual(trace[at:at + len(value)], value)
            seen += 1
        self.assertEqual(seen, 2)

    @unittest.skipUnless(shutil.which("update-mime-database"), "shared-mime-info is not there")
    def test_freedesktop_takes_the_types(self):
        with tempfile.TemporaryDirectory() as folder:
            packages = pathlib.Path(folder, "mime", "packages")
            packages.mkdir(parents=True)
            shutil.copy(MIME, packages)
            done = subprocess.run(["update-mime-database", packages.parent], capture_output=True,
                                  text=True, env={**os.environ, "XDG_DATA_HOME": folder})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("text/x-cuda:*.cu\n", (packages.parent / "globs").read_text())


if __name__ == "__main__":
    unittest.main()
