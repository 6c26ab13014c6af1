"""Texts as strangers write them, correct ones and each with a broken sibling, in tests/data/told:
what is told of them stands in their last line, and is told under six schedules (under two of them
where a change waits for it). `nothing`: nothing is said, not even mildly; `at most mildly`: only what does no harm."""

import os
import pathlib
import re
import unittest

import findings_test

SOURCE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
FOLDER = SOURCE / "tests" / "data" / "told"


class Told(unittest.TestCase):
    def test_each_text_is_told_of_as_its_last_line_says(self):
        texts = sorted(FOLDER.glob("*.cu"))
        self.assertGreater(len(texts), 150)
        for number, schedule in enumerate(findings_test.SCHEDULES):
            if "STRIDESCOPE_EVERY_ROUND" in os.environ or number == 0:
                drawn = texts
            else:
                # Each text once more, under one of the others.
                drawn = texts[number - 1::len(findings_test.SCHEDULES) - 1]
            verdicts = findings_test.checked([text.name for text in drawn], FOLDER, "--schedule", schedule)
            self.assertEqual(len(verdicts), len(drawn))
            for text, verdict in zip(drawn, verdicts):
                with self.subTest(text=text.name, schedule=schedule):
                    head = text.read_text(encoding="utf-8").splitlines()[-1]
                    self.assertTrue(head.startswith("// told: "), head)
                    self.look_at(head.removeprefix("// told: "), verdict)

    def look_at(self, told, verdict):
        said = findings_test.sayings(verdict)
        self.assertIsNone(verdict["refused"])
        if told == "nothing":
            self.assertEqual(said, [])
            self.assertIn(verdict["exit_code"], (0, None), "main found it to be wrong")
        elif told == "at most mildly":
            self.assertTrue(verdict["fine"], said)
        else:
            self.assertFalse(verdict["fine"])
            self.assertTrue(any(re.search(told, each) for each in said), (told, said))


if __name__ == "__main__":
    unittest.main()
