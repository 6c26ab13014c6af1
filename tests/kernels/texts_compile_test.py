"""Every CUDA text compiles as it stands: with nvcc where there is one, and as C++ with CUDA's words
declared."""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
TEXTS = sorted((ROOT / "kernels").rglob("*.cu"))
# Whose bug a compiler warns of, and by what.
WARNED = {"brent_kung_offset_macro": "-Wparentheses"}
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def faults(command):
    result = subprocess.run(command, capture_output=True, text=True)
    said = (result.stdout + result.stderr).strip()
    return said if result.returncode or said else ""


def nvcc_faults(text):
    """A compiler that fails takes its output away, which as root may be /dev/null itself: it gets a
    folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        # What it makes of the host's side is g++'s affair, below.
        return faults([NVCC, "-arch=sm_90", "-cubin", "-o", str(pathlib.Path(folder, "text.cubin")), str(text)])


class Compile(unittest.TestCase):
    def all_compile(self, faults_of, warned=()):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            said = pool.map(faults_of, TEXTS)
        told = {text.stem: words for text, words in zip(TEXTS, said) if words}
        for text in warned:
            self.assertIn(f"[{WARNED[text]}]", told.pop(text, ""), text)
        self.assertEqual(told, {})
        self.assertGreater(len(TEXTS), 20)

    @unittest.skipUnless(NVCC, "there is no nvcc here: the texts are only read as C++")
    def test_with_nvcc(self):
        self.all_compile(nvcc_faults)

    @unittest.skipUnless(shutil.which("g++"), "there is no g++ here")
    def test_as_cpp(self):
        command = ["g++", "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-sign-compare",
                   "-I", str(ROOT / "tests/support/cuda"),
                   "-include", str(ROOT / "tests/support/cuda_words.h"), "-x", "c++"]
        self.all_compile(lambda text: faults([*command, str(text)]), WARNED)

    @unittest.skipUnless(NVCC, "there is no nvcc here")
    def test_a_text_that_does_not_compile_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "wrong.cu")
            text.write_text("__global__ void k(int *p) { p[0] = q; }\n")
            self.assertIn("q", nvcc_faults(text))


if __name__ == "__main__":
    unittest.main()
