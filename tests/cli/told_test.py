"""Texts as strangers write them, correct ones and each with a broken sibling, in tests/data/told:
what is told of them stands in their last line, and is told under six schedules (under two of them
where a change waits for it). `nothing`: nothing is said, not even mildly; `at most mildly`: only what does no harm."""

import os
import pathlib
import re
import tempfile
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

    def test_what_later_launches_show_again_is_told_once(self):
        text = ("__global__ void k(int *x, int n) { x[threadIdx.x + n] = n; }\n"
                "int main() {\n    int *x;\n    cudaMalloc(&x, 128);\n"
                "    for (int i = 0; i < 3; ++i) k<<<1, 32>>>(x, 4);\n    k<<<1, 32>>>(x, 8);\n"
                "    return cudaDeviceSynchronize();\n}\n")
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "text.cu").write_text(text, encoding="utf-8")
            (verdict,) = findings_test.checked(["text.cu"], folder)
        self.assertEqual(verdict["faults"], [
            "Line 1: thread 28 of block 0 writes x[32], but x has 32 elements (4 times in all), "
            "and again in 2 later launches.",
            "Line 1: thread 24 of block 0 writes x[32], but x has 32 elements (8 times in all)."])

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
