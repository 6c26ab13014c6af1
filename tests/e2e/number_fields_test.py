"""Numbers typed and pasted into the fields of a text: as lists, as a spreadsheet copies them, and what
is wrong with them, which is told at the field."""

import unittest

from window_driver import WindowTest
from x_client import Clipboard

TEXT = """__global__ void scale(const float *in, float *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
"""


class NumberFields(WindowTest):
    def put(self, program, name, numbers):
        """Pastes it over what stands in the field, as another program copied it."""
        program.click(f"experiment.argument.{name}")
        program.wait_typing()
        clipboard = Clipboard(self.display.name, numbers)
        try:
            program.keys("ctrl+a", "ctrl+v")
            shown = " ".join(numbers.split())
            return program.wait(
                lambda now: now["idle"]
                and " ".join(now["state"]["experiment"]["arguments"].get(name, "").split()) == shown,
                f"{numbers!r} in the field")
        finally:
            clipboard.close()

    def fault(self, now):
        """What is told below a field, and of which: the one above it."""
        if "experiment.field_fault" not in now["widgets"]:
            return None, ""
        told = now["widgets"]["experiment.field_fault"]
        above = max((box["y"], name) for name, box in now["widgets"].items()
                    if name.startswith("experiment.argument.") and box["y"] < told["y"])
        return above[1].rpartition(".")[2], told["tip"]

    def test_lists_and_what_a_spreadsheet_copies(self):
        program = self.start("--kernel", "kogge-stone", "--block", "16", "--size", "1024x700")
        for numbers, count in (("3,1,4", 3), ("3 1 4 1", 4), ("5\t-1\t4", 3),
                               ("6\r\n1\r\n4\r\n-1\r\n5\r\n", 5), ("7;1", 2)):
            now = self.put(program, "A", numbers)
            self.assertEqual(self.fault(now), (None, ""), numbers)
            self.assertEqual(now["state"]["trace"]["n"], count, numbers)
            self.assertEqual(now["state"]["experiment"]["defines"]["N"], str(count), numbers)

    def test_what_is_wrong_is_told_at_its_field_in_plain_words(self):
        folder = self.display.folder
        (folder / "scale.cu").write_text(TEXT, encoding="utf-8")
        program = self.start(str(folder / "scale.cu"), "--size", "1024x700")
        for name, numbers, words in (
                ("in", "3, 1, two", '"two" (number 3 of values) is not a number'),
                ("in", "abc", "abc is nothing to fill an array with: write numbers, such as 3, 1, 4"),
                ("in", "1,5 2,5", "use one of them, and a point for decimals"),
                ("n", "1,024", "n is one number: write it without commas and blanks"),
                ("n", "3 1 4", "n is one number: write it without commas and blanks"),
                ("n", "many", "many is not declared: write a number")):
            self.put(program, name, numbers)
            now = program.wait(lambda now: now["idle"] and self.fault(now)[0] == name,
                               f"what is wrong with {numbers}")
            self.assertIn(words, self.fault(now)[1])
            self.assertNotIn("--", self.fault(now)[1])
            if name == "n":
                continue
            # Leaving the field takes nothing into the text that is known to be wrong.
            program.click("experiment.argument.n")
            program.wait_typing()
            self.assertEqual(program.wait_idle()["document"]["text"], TEXT)
            self.put(program, name, "3 1 4")
            program.wait(lambda now: now["idle"] and self.fault(now) == (None, ""), "it is mended")
        self.put(program, "n", "2")
        now = program.wait(lambda now: now["idle"] and self.fault(now) == (None, ""), "all mended")
        self.assertEqual(now["state"]["error"], "")
        program.keys("Return")
        text = program.wait(lambda now: now["idle"] and now["state"]["document"]["text"] != TEXT,
                            "both in the text")["state"]["document"]["text"]
        self.assertTrue(text.startswith("// "), text)
        self.assertIn("3 1 4", text)


if __name__ == "__main__":
    unittest.main()
