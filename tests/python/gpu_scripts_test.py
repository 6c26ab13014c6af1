"""What scripts/gpu_check makes of what NVIDIA's tools print, and of the page as it was."""

import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "scripts"))

from gpu import findings, page  # noqa: E402
from gpu.tools import Result  # noqa: E402


class Page(unittest.TestCase):
    def setUp(self):
        self.page = (SOURCE / "docs/fidelity.md").read_text(encoding="utf-8")

    def test_what_no_run_tells_anew_stays(self):
        self.assertEqual(page.text([], self.page), self.page)

    def test_what_a_run_tells_stands_where_it_stood(self):
        result = Result("traces", True, "all of them", ["text"], [["one"]])
        new = page.text([({"date": "2030-01-01", "GPU": "NVIDIA H200"}, [result])], self.page)
        self.assertIn("| traces | fine | all of them (date 2030-01-01) |", new)
        self.assertIn("## Traces\n\n| text |\n| --- |\n| one |\n", new)
        self.assertNotIn("| access_float4 | 3 |", new)
        self.assertEqual(new.count("\n## "), self.page.count("\n## "))

    def test_a_page_of_nothing_but_one_run(self):
        result = Result("traces", False, "one differs")
        new = page.text([({"date": "2030-01-01"}, [result])], "")
        self.assertIn("| date | 2030-01-01 |", new)
        self.assertIn("| traces | **DIFFERENT** | one differs |", new)


class Headline(unittest.TestCase):
    def test_of_each_tool(self):
        for said, printed in (
                (None, "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n"),
                ("Error: Race reported between Write access at line 7 and Read access at line 9",
                 "========= COMPUTE-SANITIZER\n"
                 "========= Error: Race reported between Write access at k(const int *, int *)+0x570 in a-b.cu:7\n"
                 "=========     and Read access at k(const int *, int *)+0x6f0 in a-b.cu:9 [768 hazards]\n"),
                ("Invalid __global__ read of size 4 bytes at line 5",
                 "hello\n========= Invalid __global__ read of size 4 bytes\n"
                 "=========     at k(int *)+0x10 in /tmp/a.cu:5\n=========     by thread (0,0,0)\n")):
            with self.subTest(said=said):
                self.assertEqual(findings.headline(printed), said)


class Texts(unittest.TestCase):
    def test_a_card_becomes_a_main(self):
        text = findings.with_main("// launch: k<<<1, 32>>>(in, out)\n// in: int[32] iota    out: int[4]\n"
                                  "__global__ void k(const int *in, int *out) {}\n")
        self.assertIn("cudaMalloc(&in, 32 * sizeof(int));", text)
        self.assertIn("h[i] = i;", text)
        self.assertIn("    k<<<1, 32>>>(in, out);\n    cudaDeviceSynchronize();", text)

    def test_each_text_of_the_page_was_measured(self):
        names = {findings.slug(kind[0]) for kinds in findings.KINDS.values() for kind in kinds}
        measured = SOURCE / "tests/data" / findings.SAID
        self.assertEqual({*names, *(name + "-corrected" for name in names)},
                         set(findings.json.loads(measured.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    unittest.main()
