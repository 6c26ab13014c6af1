"""The window's own icon, as the X server has it: the drawing of assets/stridescope.svg."""

import os
import pathlib
import re
import subprocess
import unittest
import xml.etree.ElementTree

from window_driver import WindowTest

SVG = "{http://www.w3.org/2000/svg}"
ICON = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "assets" / "stridescope.svg"


def color_of(text):
    return tuple(bytes.fromhex(text.removeprefix("#")))


def circles(node, fill=None):
    """(x, y, colour) of every circle of the drawing."""
    fill = node.attrib.get("fill", fill)
    if node.tag == SVG + "circle":
        yield float(node.attrib["cx"]), float(node.attrib["cy"]), color_of(fill)
    for child in node:
        yield from circles(child, fill)


def lines(node, stroke=None):
    """(x, y, colour) of the middle of every straight piece of the drawing's paths."""
    stroke = node.attrib.get("stroke", stroke)
    if node.tag == SVG + "path":
        x = y = 0
        for letter, numbers in re.findall(r"([MVH]?)\s*([\d. ]+)", node.attrib["d"]):
            values = [float(number) for number in numbers.split()]
            points = [(x, values[0])] if letter == "V" else list(zip(values[::2], values[1::2]))
            for at, point in enumerate(points):
                if letter != "M" or at > 0:
                    yield (x + point[0]) / 2, (y + point[1]) / 2, color_of(stroke)
                x, y = point
    for child in node:
        yield from lines(child, stroke)


class Icon(WindowTest):
    def icons(self, program):
        """The window's icons by size: rows of (red, green, blue, alpha)."""
        text = subprocess.run(["xprop", "-id", program.window, "-f", "_NET_WM_ICON", "32c",
                               "_NET_WM_ICON"], env=program.environment, check=True,
                              capture_output=True, text=True).stdout
        words = [int(word) for word in re.findall(r"\d+", text.partition("=")[2])]
        found = {}
        while words:
            width, height = words[:2]
            pixels = [(word >> 16 & 255, word >> 8 & 255, word & 255, word >> 24 & 255)
                      for word in words[2:2 + width * height]]
            self.assertEqual((width, len(pixels)), (height, width * height))
            found[width] = [pixels[row * width:(row + 1) * width] for row in range(height)]
            words = words[2 + width * height:]
        return found

    def test_the_window_has_the_icon_of_the_drawing(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16")
        icons = self.icons(program)
        self.assertEqual(sorted(icons), [16, 24, 32, 48, 64, 128])
        root = xml.etree.ElementTree.parse(ICON).getroot()
        marks = [*circles(root), *lines(root)]
        self.assertEqual(len(marks), 7 + 6)
        for side in (64, 128):
            rows = icons[side]
            for x, y, color in marks:
                red, green, blue, alpha = rows[int(y * side / 128)][int(x * side / 128)]
                self.assertEqual(alpha, 255)
                for got, wanted in zip((red, green, blue), color):
                    self.assertLessEqual(abs(got - wanted), 2, (side, x, y))
            ground = root.find(SVG + "rect").attrib
            self.assertEqual(rows[side // 2][side // 8][:3], color_of(ground["fill"]))
        for side, rows in icons.items():
            self.assertEqual(rows[0][0][3], 0, f"round corners at {side}")
            self.assertGreater(len({pixel[:3] for row in rows for pixel in row}), 10)


if __name__ == "__main__":
    unittest.main()
