"""Random programs print what g++ has them print: those whose main goes round loops that become the processor's own code,
and those of references and objects."""

import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
PROGRAMS = 50  # scripts/nightly draws 20,000 others


class RandomMains(unittest.TestCase):
    def test_print_what_they_print_by_another_compiler(self):
        done = subprocess.run(
            [sys.executable, ROOT / "scripts/fuzz_machine.py", os.environ["STRIDESCOPE_CLI"], "--main",
             "--programs", str(PROGRAMS), "--batch", "25", "--seed", "7"],
            capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(done.stdout.startswith(f"{PROGRAMS} programs"), done.stdout)
        self.assertIn(": 0 differ", done.stdout)

    def test_of_references_and_objects(self):
        done = subprocess.run(
            [sys.executable, ROOT / "scripts/fuzz_objects.py", os.environ["STRIDESCOPE_CLI"], "--programs", "20", "--seed", "7"],
            capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("20 programs, 0 left out: 0 differ", done.stdout)


if __name__ == "__main__":
    unittest.main()
