"""Every CUDA text compiles as it stands: with nvcc where there is one, and as C++ with CUDA's words
declared. What a compiler took once without a word is not given to it again until the text, what it may
include or the compiler is another one (~/.cache/stridescope/compiled), but for scripts/nightly."""

import concurrent.futures
import functools
import hashlib
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
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache",
                     "stridescope/compiled")
INCLUDED = sorted([*(ROOT / "kernels").rglob("*.h"), *(ROOT / "kernels").rglob("*.cuh"),
                   *(ROOT / "tests/support/cuda").rglob("*"), ROOT / "tests/support/cuda_words.h"])


def faults(command):
    result = subprocess.run(command, capture_output=True, text=True)
    said = (result.stdout + result.stderr).strip()
    return said if result.returncode or said else ""


@functools.cache
def compiler_and_headers(compiler):
    digest = hashlib.sha256(subprocess.run([compiler, "--version"], check=True,
                                           capture_output=True).stdout)
    for header in INCLUDED:
        if header.is_file():
            digest.update(f"\n{header.relative_to(ROOT)}\n".encode() + header.read_bytes())
    return digest.digest()


def faults_if_new(command, text, output=()):
    """What is said of a text; what once was nothing is not asked for again."""
    digest = hashlib.sha256(compiler_and_headers(command[0]))
    digest.update("\n".join([*command[1:], str(text)]).replace(str(ROOT), "").encode())
    digest.update(b"\n" + text.read_bytes())
    clean = CACHE / digest.hexdigest()
    if clean.exists() and "STRIDESCOPE_EVERY_ROUND" not in os.environ:
        return ""
    said = faults([*command, *output, str(text)])
    if not said:
        clean.parent.mkdir(parents=True, exist_ok=True)
        clean.touch()
    return said


def nvcc_faults(text):
    """A compiler that fails takes its output away, which as root may be /dev/null itself: it gets a
    folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        # What it makes of the host's side is g++'s affair, below.
        return faults_if_new([NVCC, "-arch=sm_90", "-cubin"], text,
                             ["-o", str(pathlib.Path(folder, "text.cubin"))])


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
        self.all_compile(lambda text: faults_if_new(command, text), WARNED)

    @unittest.skipUnless(NVCC, "there is no nvcc here")
    def test_a_text_that_does_not_compile_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "wrong.cu")
            text.write_text("__global__ void k(int *p) { p[0] = q; }\n")
            self.assertIn("q", nvcc_faults(text))


if __name__ == "__main__":
    unittest.main()
