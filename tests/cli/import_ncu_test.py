"""`stridescope-cli import-ncu`: counts that an H200 made beside what the program says."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]
MEASURED = ROOT / "tests/data/ncu_brent_kung.csv"  # of an H200, 2026-11-21
RUN = ("--kernel", "brent-kung", "--block", "256", "--n", "643", "--type", "f32", "--engine", "cpu")
COUNTS = {"load_requests": 159, "load_wavefronts": 561, "store_requests": 93,
          "store_wavefronts": 294}


class ImportNcu(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_cli(self, *arguments):
        return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True,
                              cwd=self.folder, timeout=60, check=False)

    def compare(self, csv, *flags, run=RUN):
        self.run_cli("record", *run, "-o", "it.npz")
        result = self.run_cli("import-ncu", csv, "it.npz", *flags)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_the_gpu_counted_what_the_trace_says(self):
        lines = json.loads(self.compare(MEASURED, "--format", "json"))
        self.assertEqual(len(lines), 8)  # two launches, four counts each
        for line in lines:
            self.assertEqual(line["measured"], COUNTS[line["count"]])
            self.assertEqual(line["modelled"], line["measured"])
            self.assertTrue(line["same_launch"])

    def test_a_difference_shows(self):
        text = self.compare(MEASURED, run=(*RUN, "--pad", "every32"))
        self.assertRegex(text, r"load requests +159 +159 +\+0\n")
        self.assertRegex(text, r"load wavefronts +171 +561 +\+390\n")

    def test_another_launch_is_marked(self):
        text = self.compare(MEASURED, run=("--kernel", "brent-kung", "--block", "64", "--n", "643"))
        self.assertIn("a different run", text)
        text = self.compare(MEASURED, run=(*RUN, "--blocks", "first:1"))
        self.assertIn("1 of 3 blocks", text)

    def test_the_details_page_is_understood(self):
        page = self.folder / "details.csv"
        rows = [("smsp__inst_executed_op_shared_ld.sum", "1,59"),
                ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "561")]
        page.write_text('"ID","Kernel Name","Grid Size","Block Size","Metric Name","Metric Unit",'
                        '"Metric Value"\n' +
                        "".join(f'"0","a<b, c>(int)","(3, 1, 1)","(256, 1, 1)","{name}","","{n}"\n'
                                for name, n in rows))
        lines = self.compare(page, "--format", "csv").splitlines()
        self.assertEqual(lines[0], "kernel,count,modelled,measured,same_launch")
        self.assertIn('"a<b, c>(int)",load_requests,159,159,true', lines)
        self.assertIn('"a<b, c>(int)",store_requests,93,,true', lines)

    def test_what_cannot_be_used_is_told(self):
        self.run_cli("record", *RUN, "-o", "it.npz")
        (self.folder / "empty.csv").write_text("==PROF== nothing\n")
        for name, says in (("empty.csv", "ncu --csv"), ("none.csv", 'There is no "none.csv"')):
            result = self.run_cli("import-ncu", name, "it.npz")
            self.assertEqual(result.returncode, 2)
            self.assertIn(says, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
