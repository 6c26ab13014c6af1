"""docs/adding_a_kernel.md, followed to the letter: the program built with the page's kernel knows
it, runs it, finds it right, and counts what its closed forms say."""

import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]
CLI_WITH_KERNEL = os.environ["STRIDESCOPE_CLI_WITH_ADDED_KERNEL"]
PAGE = (ROOT / "docs/adding_a_kernel.md").read_text(encoding="utf-8")


def output(*command, stdin=None):
    return subprocess.run(command, check=True, capture_output=True, input=stdin).stdout


def kernels(cli, broken=False):
    return [entry["id"] for entry in json.loads(output(cli, "kernels", "--json"))
            if entry["broken"] == broken]


def report(*flags):
    trace = output(CLI_WITH_KERNEL, "record", "--kernel", "han-carlson", *flags, "-o", "-")
    return json.loads(output(CLI_WITH_KERNEL, "report", "-", "--format", "json", stdin=trace))


class AddedKernel(unittest.TestCase):
    def test_it_is_the_last_right_one_in_the_catalogue(self):
        self.assertEqual(kernels(CLI_WITH_KERNEL), kernels(CLI) + ["han-carlson"])
        self.assertEqual(kernels(CLI_WITH_KERNEL, broken=True), kernels(CLI, broken=True))

    def test_the_page_tells_what_the_report_shows(self):
        self.assertIn("8 operations on pairs, three strides with 7, 6 and 4, and 7 on the even elements; "
                      "the output ends in 68", " ".join(PAGE.split()))
        command = re.search(r"stridescope-cli (record .*?) -o - \|", PAGE.replace("\\\n", ""))
        flags = command.group(1).split()[3:]  # behind: record --kernel han-carlson
        result = report(*flags)
        self.assertTrue(result["output_ok"])
        self.assertEqual(result["diagnostics"], [])
        steps = result["steps"][1:-1]
        self.assertEqual([(step["phase"], step["stride"]) for step in steps],
                         [("pairs", 1), ("scan", 2), ("scan", 4), ("scan", 8), ("evens", 1)])
        self.assertEqual([step["adds"] for step in steps], [8, 7, 6, 4, 7])
        self.assertEqual([step["active_threads"] for step in steps], [8, 7, 6, 4, 7])
        trace = output(CLI_WITH_KERNEL, "record", "--kernel", "han-carlson", *flags, "-o", "-")
        text = output(CLI_WITH_KERNEL, "report", "-", stdin=trace).decode()
        self.assertRegex(text, r"\b68\b")

    def test_it_is_right_in_every_layout_and_type(self):
        for pad in ("none", "every32", "two-level", "xor"):
            for kind in ("i32", "f64"):
                for operator in ("add", "max", "min", "last"):
                    for shape in (("--block", "64", "--n", "150"),
                                  ("--block", "32", "--coarsen", "3", "--n", "96")):
                        result = report("--pad", pad, "--type", kind, "--op", operator,
                                        "--input", "random:3", *shape)
                        self.assertTrue(result["output_ok"], (pad, kind, operator, shape))
                        result = report("--pad", pad, "--type", kind, "--op", operator,
                                        "--scan", "exclusive", "--input", "random:3", *shape)
                        self.assertTrue(result["output_ok"], (pad, kind, operator, shape))

    def test_its_counts_are_its_closed_forms(self):
        for block in (2, 16, 64):
            for coarsen in (1, 3, 4):
                result = report("--block", str(block), "--coarsen", str(coarsen))
                length = block * coarsen
                for step in result["steps"]:
                    s = step["stride"]
                    adding = {"pairs": [k for k in range(length) if k % 2],
                              "scan": [k for k in range(length) if k % 2 and k > s],
                              "evens": [k for k in range(2, length) if k % 2 == 0]}
                    elements = adding.get(step["phase"], [])
                    self.assertEqual(step["adds"], len(elements), (block, coarsen, s))
                    self.assertTrue(step["as_expected"], (block, coarsen, s))


if __name__ == "__main__":
    unittest.main()
