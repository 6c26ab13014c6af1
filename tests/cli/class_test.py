"""A class's submissions of three exercises, graded by `check`: right ones in several styles, wrong, racy
and hanging ones, and what is not CUDA. What must come out is in the list below, made beforehand."""

import csv
import ctypes
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest
import urllib.parse
import zipfile

from second_class import SECOND_CLASS

CLI = os.environ["STRIDESCOPE_CLI"]
EXERCISES = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "assets" / "exercises"

# Of each exercise: a name, what stands in the hole, and the kinds of verdicts that fail.
HANG = "unsigned long long k = blockDim.x; while (k != 0) k = (k * 6364136223846793005ull + 1442695040888963407ull) | 1;"
CLASS = {
    "01-vectors/add": [
        ("early_return", "const int i = threadIdx.x + blockDim.x * blockIdx.x;\nif (i >= n) { return; }\nC[i] = A[i] + B[i];", ""),
        ("pointers", "unsigned id = blockIdx.x * blockDim.x + threadIdx.x;\nconst float *a = A + id, *b = B + id;\n"
                     "if (id < (unsigned)n) *(C + id) = *a + *b;", ""),
        ("strided", "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
                    "    C[i] = B[i] + A[i];", ""),
        ("no_guard", "int i = blockIdx.x * blockDim.x + threadIdx.x;\nC[i] = A[i] + B[i];", "fault"),
        ("one_block", "if (threadIdx.x < n) C[threadIdx.x] = A[threadIdx.x] + B[threadIdx.x];", "right"),
        ("off_by_one", "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i <= n) C[i] = A[i] + B[i];", "fault"),
        ("minus", "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) C[i] = A[i] - B[i];", "right"),
        ("serial", "if (blockIdx.x * blockDim.x + threadIdx.x == 0)\n    for (int i = 0; i < n; i++) C[i] = A[i] + B[i];", "limit"),
        ("halves_race", "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) C[i / 2] = A[i] + B[i];", "right race"),
        ("hang", HANG, "right"),
        ("python", "import numpy\nfor i in range(n): C[i] = A[i] + B[i]", "compiles"),
        ("half_written", "int i = blockIdx.x * blockDim.x + threadIdx.x\nif (i < n) C[i] = A[i] + B[i];", "compiles"),
    ],
    "07-reductions/tree": [
        ("halves", "part[t] = in[t] + in[t + BLOCK];\n__syncthreads();\nfor (unsigned s = blockDim.x >> 1; s; s >>= 1) {\n"
                   "    if (t < (int)s) part[t] += part[t + s];\n    __syncthreads();\n}\nif (!t) *sums = part[0];", ""),
        ("while_loop", "int left = blockDim.x;\npart[t] = in[t];\npart[t] += in[t + left];\nwhile (left > 1) {\n    left /= 2;\n"
                       "    __syncthreads();\n    if (t < left) part[t] = part[t] + part[t + left];\n}\nif (t == 0) sums[0] = part[t];", ""),
        ("no_barrier", "part[t] = in[t] + in[t + BLOCK];\nfor (int s = BLOCK / 2; s > 0; s /= 2)\n    if (t < s) part[t] += part[t + s];\n"
                       "if (t == 0) sums[0] = part[0];", "race?"),
        ("barrier_inside", "part[t] = in[t] + in[t + BLOCK];\n__syncthreads();\nfor (int s = BLOCK / 2; s > 0; s /= 2)\n"
                           "    if (t < s) { part[t] += part[t + s]; __syncthreads(); }\nif (t == 0) sums[0] = part[0];", "fault?"),
        ("first_half", "part[t] = in[t];\nfor (int s = BLOCK / 2; s > 0; s /= 2) {\n    __syncthreads();\n    if (t < s) part[t] += part[t + s];\n}\n"
                       "if (t == 0) sums[0] = part[0];", "right"),
        ("all_write", "part[t] = in[t] + in[t + BLOCK];\nfor (int s = BLOCK / 2; s > 0; s /= 2) {\n    __syncthreads();\n"
                      "    if (t < s) part[t] += part[t + s];\n}\nsums[0] = part[t];", "right?race?"),
        ("serial", "part[t] = in[t] + in[t + BLOCK];\n__syncthreads();\nif (t == 0) {\n    int sum = 0;\n"
                   "    for (int k = 0; k < BLOCK; ++k) sum += part[k];\n    sums[0] = sum;\n}", "limit"),
        ("hang", HANG, "right"),
        ("letter", "Dear teacher, I was ill.", "compiles"),
    ],
    "06-histograms/private": [
        ("as_asked", "if (threadIdx.x < 16) mine[threadIdx.x] = 0;\n__syncthreads();\nif (i < n) atomicAdd(mine + values[i], 1);\n"
                     "__syncthreads();\nif (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, mine[threadIdx.x]);", ""),
        ("loops", "for (int b = threadIdx.x; b < 16; b += blockDim.x) mine[b] = 0;\n__syncthreads();\n"
                  "if (i < n) { int v = values[i]; atomicAdd(&mine[v], 1); }\n__syncthreads();\n"
                  "for (int b = threadIdx.x; b < 16; b += blockDim.x) if (mine[b] > 0) atomicAdd(&bins[b], mine[b]);", ""),
        ("plain_add", "if (threadIdx.x < 16) mine[threadIdx.x] = 0;\n__syncthreads();\nif (i < n) mine[values[i]]++;\n"
                      "__syncthreads();\nif (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);", "right race"),
        ("no_clear", "if (i < n) atomicAdd(&mine[values[i]], 1);\n__syncthreads();\n"
                     "if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);", "fault?"),
        ("global_only", "if (i < n) atomicAdd(&bins[values[i]], 1);", "limit"),
        ("no_guard", "if (threadIdx.x < 16) mine[threadIdx.x] = 0;\n__syncthreads();\natomicAdd(&mine[values[i]], 1);\n"
                     "__syncthreads();\nif (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);", "fault?"),
    ],
}

OWN_CARD = """// title:  My own card, which says something else
// launch: KERNEL<<<1, 1>>>()
// summary: ignored
"""
OWN_MAIN = "\nint main() {\n    return 42;\n}\n"


def whole(exercise, body):
    return re.sub(r"( *// hole\n).*?( *// end\n)", lambda m: m[1] + body + "\n" + m[2], exercise, flags=re.DOTALL)


def styled(style, exercise, body):
    """The same in three styles: the body alone; the whole text, with a card and a main of its own; the whole text
    as an editor of Windows writes it."""
    if style == "body":
        return body.encode()
    text = whole(exercise, body)
    if style == "own":
        code = re.sub(r"\A(//.*\n)+", "", text)
        return (OWN_CARD + code.replace("    ", "\t") + OWN_MAIN).encode()
    return b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le")


def kinds_of(expected):
    """(those that must fail, those that may): "race?" has a race, and whatever follows from it."""
    must = set(re.findall(r"[a-z]+", expected))
    return must, (must | {"right", "fault", "race"} if "?" in expected else must)


def seven_zip(path, files):
    """Writes one by the library that reads it, since Python has none."""
    library = ctypes.CDLL("libarchive.so.13")
    for name in ("archive_write_new", "archive_entry_new"):
        getattr(library, name).restype = ctypes.c_void_p
    archive = ctypes.c_void_p(library.archive_write_new())
    library.archive_write_set_format_7zip(archive)
    assert library.archive_write_open_filename(archive, str(path).encode()) == 0
    for name, data in files.items():
        entry = ctypes.c_void_p(library.archive_entry_new())
        library.archive_entry_set_pathname(entry, name.encode())
        library.archive_entry_set_size(entry, ctypes.c_int64(len(data)))
        library.archive_entry_set_filetype(entry, 0o100000)
        library.archive_entry_set_perm(entry, 0o644)
        assert library.archive_write_header(archive, entry) == 0
        library.archive_write_data(archive, data, ctypes.c_size_t(len(data)))
        library.archive_entry_free(entry)
    library.archive_write_free(archive)


class Class(unittest.TestCase):
    maxDiff = None

    def check(self, *arguments):
        return subprocess.run([CLI, "check", *map(str, arguments)], capture_output=True, text=True, timeout=300)

    def test_no_verdict_is_wrong(self):
        count = 0
        for name, submissions in CLASS.items():
            exercise = EXERCISES / f"{name}.cu"
            text = exercise.read_text(encoding="utf-8")
            with tempfile.TemporaryDirectory() as folder:
                for who, body, _ in submissions:
                    for style in ("body", "own", "windows"):
                        pathlib.Path(folder, f"{who}.{style}.cu").write_bytes(styled(style, text, body))
                run = self.check(exercise, folder, "--format", "json", "--seconds", "0.4")
                rows = {pathlib.Path(row["name"]).name: row for row in json.loads(run.stdout)["submissions"]}
            for who, _, expected in submissions:
                must, may = kinds_of(expected)
                for style in ("body", "own", "windows"):
                    row = rows[f"{who}.{style}.cu"]
                    with self.subTest(exercise=name, who=who, style=style):
                        count += 1
                        self.judged_as(must, may, row)
        self.assertGreaterEqual(count, 80)

    def judged_as(self, must, may, row):
        failed = {v["kind"] for v in row["verdicts"] if v["state"] == "failed"}
        self.assertLessEqual(must, failed, row)
        self.assertLessEqual(failed, may, row)
        self.assertEqual(row["passed"], not must, row)
        self.assertEqual(row["points"] == row["of"], not must, row)
        self.assertEqual(row["first"] is None, not must, row)

    def test_no_verdict_on_a_second_class_is_wrong(self):
        count = 0
        for name, submissions in SECOND_CLASS.items():
            with tempfile.TemporaryDirectory() as folder:
                for who, handed_in, _ in submissions:
                    data = handed_in if isinstance(handed_in, bytes) else handed_in.encode()
                    pathlib.Path(folder, who if who.endswith(".cu") else f"{who}.cu").write_bytes(data)
                run = self.check(EXERCISES / f"{name}.cu", folder, "--format", "json", "--seconds", "0.4")
                rows = {pathlib.Path(row["name"]).stem: row for row in json.loads(run.stdout)["submissions"]}
            for who, _, expected in submissions:
                row = rows[who.removesuffix(".cu")]
                with self.subTest(exercise=name, who=who):
                    count += 1
                    # Each run is given 0.4 s.
                    self.assertLess(row["seconds"], 5, row)
                    if expected == "refused":
                        self.assertTrue(row["refused"])
                        self.assertEqual((row["points"], row["passed"]), (0, False))
                    else:
                        self.judged_as(*kinds_of(expected), row)
        self.assertGreaterEqual(count, 80)

    def test_archives_of_other_kinds_are_opened(self):
        exercise = EXERCISES / "01-vectors/add.cu"
        right = (EXERCISES / "01-vectors/add.solution.cu").read_bytes()
        files = {"ann/add.cu": right, "ben/add.cu": b"C[0] = 1;\n", "ben/photo.cu": b"\xff\xd8\xff\xe0\0\x10JFIF" * 500}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            for name, mode in (("a.tar", "w"), ("b.tar.gz", "w:gz"), ("c.tar.xz", "w:xz")):
                with tarfile.open(path / name, mode) as archive:
                    for inner, data in files.items():
                        entry = tarfile.TarInfo(inner)
                        entry.size = len(data)
                        archive.addfile(entry, io.BytesIO(data))
            seven_zip(path / "d.7z", files)
            for name, whole_one, kept in (("e.tgz", "b.tar.gz", 200), ("f.7z", "d.7z", 60)):
                (path / name).write_bytes((path / whole_one).read_bytes()[:kept])
            (path / "g.7z").write_text("no archive", encoding="utf-8")
            (path / "h.tar").write_bytes(b"")
            run = self.check(exercise, folder, "--format", "json")
            rows = {row["name"].removeprefix(f"{folder}/"): row for row in json.loads(run.stdout)["submissions"]}
            for name in ("a.tar", "b.tar.gz", "c.tar.xz", "d.7z"):
                with self.subTest(name):
                    self.assertTrue(rows[f"{name}:ann/add.cu"]["passed"])
                    self.assertIsNone(rows[f"{name}:ben/add.cu"]["refused"])
                    self.assertIn("is not a text", rows[f"{name}:ben/photo.cu"]["refused"])
            for name in ("e.tgz", "f.7z", "g.7z", "h.tar"):
                with self.subTest(name):
                    self.assertTrue(rows[name]["refused"].endswith(f"{name} is not an archive, or not a whole one."), rows[name])
            self.assertEqual(len(rows), 16)

    def test_a_set_is_one_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            environment = {**os.environ, "XDG_CACHE_HOME": str(path / "cache")}

            def run(*arguments):
                return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                                      env=environment)
            week = path / "week.txtar"
            files = sorted([*EXERCISES.glob("01-vectors/add*.cu"), *EXERCISES.glob("01-vectors/hello*.cu")])
            self.assertEqual(run("pack", *files, "-o", week).returncode, 0)
            self.assertIn("-- add.solution.cu --\n", week.read_text(encoding="utf-8"))
            clean = run("lint", week)
            self.assertEqual((clean.returncode, clean.stdout.count("nothing wrong\n")), (0, 2), clean.stdout)
            for who, of in (("ann", "add"), ("ben", "hello")):
                (path / "class" / who).mkdir(parents=True)
                (path / "class" / who / f"{of}_{who}.cu").write_bytes(
                    (EXERCISES / f"01-vectors/{of}.solution.cu").read_bytes())
            passed = run("check", week, path / "class", "--format", "csv")
            rows = list(csv.DictReader(io.StringIO(passed.stdout)))
            self.assertEqual([(row["exercise"], row["points"] == row["of"]) for row in rows],
                             [("Hello, thread", True), ("Vector addition", True)])
            self.assertEqual(passed.returncode, 0)
            (path / "class" / "notes.cu").write_text("int a;", encoding="utf-8")
            told = run("check", week, path / "class")
            self.assertEqual(told.returncode, 1)
            self.assertIn("notes.cu: Its name is that of no exercise", told.stdout)
            week.write_text(week.read_text(encoding="utf-8").replace("-- add.cu --", "-- ../add.cu --"),
                            encoding="utf-8")
            self.assertEqual(run("check", week, path / "class").returncode, 2)
            (path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
            refused = run("pack", path / "photo.png", "-o", week)
            self.assertIn("photo.png cannot go into a set: only texts do.", refused.stderr)

    def test_each_has_a_row_and_a_link(self):
        exercise = EXERCISES / "01-vectors/add.cu"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "one.cu").write_text("C[0] = 1;\n", encoding="utf-8")
            (path / "photo.cu").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF")
            (path / "empty.cu").write_bytes(b"")
            (path / "nobody").mkdir()
            with zipfile.ZipFile(path / "class.zip", "w") as archive:
                archive.writestr("ann/add.cu", '#include "mine.h"\n' + whole(
                    exercise.read_text(encoding="utf-8"), "int i = WHERE; if (i < n) C[i] = A[i] + B[i];"))
                archive.writestr("ann/mine.h", "#define WHERE (blockIdx.x * blockDim.x + threadIdx.x)\n")
                archive.writestr("__MACOSX/ann/._add.cu", "\0\0")
            (path / "broken.zip").write_bytes(b"PK nothing")
            run = self.check(exercise, folder, path / "missing.cu", "--format", "csv")
            rows = list(csv.DictReader(io.StringIO(run.stdout)))
            names = [row["name"].removeprefix(folder + "/") for row in rows]
            self.assertEqual(names, ["empty.cu", "nobody", "one.cu", "photo.cu", "broken.zip", "class.zip:ann/add.cu",
                                     "missing.cu"])
            self.assertEqual([row["points"] for row in rows], ["0", "0", "0", "0", "0", "8", "0"])
            for row in rows:
                self.assertEqual(row["first"] == "", row["points"] == "8", row)
            self.assertEqual(run.returncode, 1)
            page = self.check(exercise, folder, "--format", "html", "--page", "https://x.y/s.html").stdout
        links = re.findall(r'<a href="(https://x\.y/s\.html#[^"]*)">', page)
        self.assertEqual(len(links), 2)
        self.assertIn("run=one.cu", urllib.parse.unquote(links[0]))
        self.assertNotIn("<script", page)


if __name__ == "__main__":
    unittest.main()
