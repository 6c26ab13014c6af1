"""`stridescope-cli ladder`: what it measures on any machine, saves, shows again and refuses."""

import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

from cli_test import CLI, CommandLine

SOURCE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
OWN = """// launch: mine<<<(N + 255) / 256, 256>>>(in, out, N)
// in: float[N] iota      out: float[N] expect scan(in)
#define N 1000
__global__ void mine(const float *in, float *out, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = 0; k <= i; k++) sum += in[k];
        out[i] = sum;
    }
}
"""


class Ladder(CommandLine):
    def measured(self, *flags):
        return json.loads(self.succeed("ladder", "--format", "json", "--runs", "3", *flags))

    def test_a_saved_ladder_is_shown_as_it_was(self):
        shown = self.succeed("ladder", "--n", "1000", "--n", "33", "--rungs", "cpu", "--runs", "3",
                             "-o", "mine.json")
        self.assertIn("10³", shown.decode())
        self.assertEqual(self.succeed("ladder", "mine.json"), shown)
        saved = json.loads((self.folder / "mine.json").read_text())
        self.assertEqual(saved["format"], "stridescope-ladder")
        self.assertEqual({(r["rung"], r["n"]) for r in saved["results"]},
                         {(rung, n) for rung in ("cpu-one", "cpu-all") for n in (33, 1000)})
        for result in saved["results"]:
            self.assertEqual(len(result["ms"]), 3)
            self.assertGreaterEqual(min(result["ms"]), 0)
            self.assertNotIn("wrong", result)
        rows = list(csv.DictReader(io.StringIO(
            self.succeed("ladder", "mine.json", "--format", "csv").decode())))
        self.assertEqual(len(rows), 4)
        self.assertEqual({row["correct"] for row in rows}, {"yes"})
        for name, magic in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF"),
                            ("a.csv", b"rung,")):
            self.succeed("ladder", "mine.json", "-o", name)
            self.assertTrue((self.folder / name).read_bytes().startswith(magic), name)

    def test_more_numbers_take_longer(self):
        saved = self.measured("--n", "1000", "--n", "4000000", "--rungs", "cpu-one", "--type", "i32")
        few, many = (sorted(result["ms"])[1] for result in saved["results"])
        self.assertGreater(many, 10 * few)

    def test_what_cannot_be_measured_is_left_out(self):
        (self.folder / "mine.cu").write_text(OWN)
        saved = self.measured("mine.cu", "--n", "2000")
        rungs = {rung["id"]: rung for rung in saved["rungs"]}
        self.assertEqual(rungs["mine.cu"]["kind"], "own")
        self.assertEqual(len(saved["results"]), len(rungs))
        for result in saved["results"]:
            cpu = rungs[result["rung"]]["kind"] == "cpu"
            self.assertTrue("ms" in result or (result["left_out"].endswith(".") and not cpu), result)
            if not saved["gpu"]:
                self.assertEqual("ms" in result, cpu, result)

    def test_parts_that_clocks_told_come_to_the_time_that_was_measured(self):
        """Of both ladders that come with the program; docs/ladder.md has the numbers of the first."""
        units = {"ns": 0.001, "µs": 1, "ms": 1000}
        documented = {}
        for line in (SOURCE / "docs/ladder.md").read_text().splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) == 7 and cells[1].endswith(" µs"):
                documented[cells[0]] = cells[1:]
        self.assertEqual(len(documented), 5)
        for name in ("h200", "h200_i32"):
            told = self.succeed("ladder", str(SOURCE / f"assets/ladder/{name}.json"), "--why").decode()
            rungs = re.findall(r"^Sections: (.*?)   *([\d.]+ µs)\n-+\n((?:  .*\n)+)", told, re.M)
            self.assertEqual({rung for rung, *_ in rungs}, set(documented), name)
            for rung, measured, lines in rungs:
                parts = {}
                for line in lines.splitlines():
                    part, number, unit = re.match(r"  (.*?)   *(−?[\d.]+) (ns|µs|ms)", line).groups()
                    parts[part] = float(number.replace("−", "-")) * units[unit]
                gap = parts.pop("overlap", None) or parts.pop("the rest")
                whole = float(measured.split()[0])
                self.assertAlmostEqual(sum(parts.values()) + gap, whole, delta=0.01 * whole, msg=rung)
                self.assertLessEqual(abs(gap), 0.10 * whole, (name, rung))
                if name != "h200":
                    continue
                cells = documented[rung]
                self.assertEqual(cells[0], measured)
                of_parts = ("work and memory", "barriers", "bank conflicts", "launches")
                for cell, part in zip(cells[1:5], of_parts, strict=True):
                    self.assertEqual(None if cell == "–" else float(cell), parts.get(part), (rung, part))
                of_gap = re.fullmatch(r"(−?[\d.]+): (\d+) %", cells[5]).groups()
                self.assertEqual(float(of_gap[0].replace("−", "-")), round(gap, 2), rung)
                self.assertEqual(int(of_gap[1]), round(100 * abs(gap) / whole), rung)

    def test_mistakes(self):
        self.refuse(2, "ladder", "--rungs", "lift", says='"lift"')
        self.refuse(2, "ladder", "none.json", says="none.json")
        self.refuse(2, "ladder", "none.cu", says="none.cu")
        self.refuse(2, "ladder", "--type", "f64", says="f32, i32")
        self.refuse(2, "ladder", "-o", "x.xyz", says="extension")
        self.refuse(2, "ladder", "-o", "x.gif", says="one picture")
        self.refuse(2, "ladder", "-D", "N=3", says="CUDA text")
        (self.folder / "other.json").write_text("{}")
        self.refuse(2, "ladder", "other.json", says="other.json")
        self.succeed("ladder", "--n", "10", "--rungs", "cpu-one", "-o", "a.json")
        self.refuse(2, "ladder", "a.json", "--runs", "5", says="--runs")
        (self.folder / "wrong.cu").write_text("__global__ void k( {")
        result = self.run_cli("ladder", "wrong.cu")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"wrong.cu:1:20", result.stderr)

    def test_a_wrong_result_is_told(self):
        self.succeed("ladder", "--n", "10", "--rungs", "cpu-one", "-o", "a.json")
        saved = json.loads((self.folder / "a.json").read_text())
        saved["results"][0]["wrong"] = "Element 3 is not the scan's."
        (self.folder / "a.json").write_text(json.dumps(saved))
        result = self.run_cli("ladder", "a.json")
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"Element 3", result.stdout)

    def test_ctrl_c_keeps_what_was_measured(self):
        process = subprocess.Popen(
            [CLI, "ladder", "--n", "1000", "--n", "100000000", "--rungs", "cpu", "--seconds", "600",
             "--runs", "1000", "-o", "part.json"], cwd=self.folder, stdout=subprocess.PIPE)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertIn(b"Stopped before all was measured", output)
        saved = json.loads((self.folder / "part.json").read_text())
        self.assertTrue(saved["stopped"])
        self.assertTrue(all(len(result["ms"]) == 1000 for result in saved["results"]))


if __name__ == "__main__":
    unittest.main()
