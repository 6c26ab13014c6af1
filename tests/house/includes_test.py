"""Every source includes its own header first: the header has then proved that it compiles alone, and
tests/CMakeLists.txt compiles only the others by themselves."""

import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])


class OwnHeaderFirst(unittest.TestCase):
    def test_every_source_includes_its_own_header_first(self):
        seen, wrong = 0, []
        for source in sorted([*(ROOT / "app").rglob("*.cpp"), *(ROOT / "kernels").rglob("*.cpp")]):
            header = source.with_suffix(".h").relative_to(ROOT)
            if not (ROOT / header).exists():
                continue
            seen += 1
            text = source.read_text(encoding="utf-8")
            first = re.search(r"^\s*#\s*(.+)", text, re.MULTILINE)
            if not first or first.group(1).strip() != f'include "{header}"':
                wrong.append(str(source.relative_to(ROOT)))
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 100)


if __name__ == "__main__":
    unittest.main()
