"""Every kind of bad input: what is said of it, and with which exit code. docs/errors.md is written
from this table (`python3 tests/cli/errors_test.py --write`), and held against it."""

import io
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import warnings
import zipfile

CLI = os.environ["STRIDESCOPE_CLI"]
PAGE = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"]) / "docs" / "errors.md"
RUN = ["--kernel", "brent-kung", "--block", "8", "--n", "8"]


def npz(members, packing=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", packing) as file:
        warnings.simplefilter("ignore")  # of two members of one name
        for name, data in members:
            file.writestr(name, data)
    return out.getvalue()


class Sample:
    """A folder with one file of every kind, good and bad."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.cli("record", *RUN, "-o", "good.npz")
        good = zipfile.ZipFile(self.folder / "good.npz")
        self.members = [(name, good.read(name)) for name in good.namelist()]
        self.meta = json.loads(dict(self.members)["meta.json"])
        self.write("empty.npz", b"")
        self.write("text.npz", b"1,2,3\n")
        self.write("cut.npz", (self.folder / "good.npz").read_bytes()[:1000])
        # Not compressed: what a flipped bit of that does is another thing with every text.
        flipped = bytearray(npz(self.members, zipfile.ZIP_STORED))
        flipped[200] ^= 1
        self.write("flipped.npz", bytes(flipped))
        self.write("missing.npz", npz([m for m in self.members if m[0] != "rows.npy"]))
        self.write("twice.npz", npz([*self.members, ("meta.json", b"{}")]))
        self.write("bzip2.npz", npz(self.members, zipfile.ZIP_BZIP2))
        self.write("bomb.npz", npz([("meta.json", b" " * (100 << 20))]))
        self.with_meta("nested.npz", "[" * 65000 + "]" * 65000)
        self.with_meta("broken.npz", '{"format": "stridescope",\n "version": 1')
        self.with_meta("other.npz", '{"format": "another", "version": 1}')
        self.with_meta("newer.npz", {**self.meta, "version": 999})
        self.with_meta("old.npz", '{"format": "stridescope-trace", "version": 6}')
        self.with_meta("keys.npz", json.dumps(self.meta)[:-1] + ', "version": 1}')
        self.with_meta("kind.npz", {**self.meta, "engine": 7})
        self.with_meta("key.npz", {k: v for k, v in self.meta.items() if k != "steps"})
        self.with_meta("size.npz", {**self.meta, "n": 1 << 40})
        exercise = ("// exercise: first 1\n// task: Write iota.\n// launch: fill<<<1, 8>>>(out)\n"
                    "// out: int[8] expect i\n// limit: barriers <= 0\n"
                    "__global__ void fill(int *out) {\n// hole\n// end\n}\n")
        self.write("exercise.cu", exercise.encode())
        self.write("hole.cu", exercise.replace("// hole\n", "").encode())
        self.write("expects.cu", exercise.replace(" expect i", "").encode())
        self.write("limit.cu", exercise.replace("barriers", "barrels").encode())
        (self.folder / "folder").mkdir()
        os.mkfifo(self.folder / "pipe.npz")
        self.write("words.csv", b"1,2\nthree\n")
        self.write("points.csv", b"1,5;2,5\n")
        self.write("gap.csv", b"1,,2\n")
        self.write("large.csv", b"1e39\n")
        self.write("a.xlsx", b"1")
        self.write("short.npy", b"\x93NUMPY\x01\x00")
        head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (9,), }\n"
        self.write("lies.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + b"1234")
        self.write("other.csv", b'"ID","Kernel Name"\n"1","k"\n')
        ladder = {"format": "stridescope-ladder", "version": 1, "type": "f32", "results": [
            {"rung": "a", "n": 10, "ms": [-1]}], "rungs": [{"id": "a", "name": "A", "kind": "cpu"}]}
        self.write("time.json", json.dumps(ladder).encode())
        self.write("newer.json", json.dumps({**ladder, "version": 2}).encode())
        self.write("another.json", b'{"format": "another"}')
        self.write("locked.npz", b"")
        (self.folder / "locked.npz").chmod(0o444)
        self.write("wrong.cu", b"__global__ void k(int *p) {\n    p[0] = ;\n}\n")
        self.write("class.cu", b"struct A { char c; int b : 11; };\n__global__ void k(A *p) { p->b = 1; }\n")

    def write(self, name, data):
        (self.folder / name).write_bytes(data)

    def with_meta(self, name, meta):
        text = meta if isinstance(meta, str) else json.dumps(meta)
        self.write(name, npz([(n, text if n == "meta.json" else d) for n, d in self.members]))

    def cli(self, *arguments, **options):
        return subprocess.run([CLI, *map(str, arguments)], cwd=self.folder, check=False,
                              capture_output=True, timeout=60, **options)


def report(name):
    return ["report", name]


def record(*flags):
    return ["record", *flags, "-o", "new.npz"]


def export(*flags):
    return ["export", "good.npz", "--view", *flags]


# Heading -> (what is wrong, the command).
CASES = {
    "Traces": [
        ("no such file", report("none.npz")),
        ("a folder", report("folder")),
        ("a device", report("/dev/zero")),
        ("an empty file", report("empty.npz")),
        ("no zip", report("text.npz")),
        ("cut off", report("cut.npz")),
        ("a bit flipped", report("flipped.npz")),
        ("a member missing", report("missing.npz")),
        ("two members of one name", report("twice.npz")),
        ("packed otherwise than NumPy does", report("bzip2.npz")),
        ("a member that unpacks to too much", report("bomb.npz")),
        ("of another program", report("other.npz")),
        ("of a newer version", report("newer.npz")),
        ("of a version before 1.0", report("old.npz")),
        ("`meta.json` cut off", report("broken.npz")),
        ("`meta.json` nested very deep", report("nested.npz")),
        ("`meta.json` with a key twice", report("keys.npz")),
        ("`meta.json` without a key", report("key.npz")),
        ("a number where a word belongs", report("kind.npz")),
        ("a size that cannot be", report("size.npz")),
    ],
    "Numbers": [
        ("no such file", record("--input", "file:none.csv")),
        ("a kind of file that is not read", record("--input", "file:a.xlsx")),
        ("a word among them", record("--input", "file:words.csv")),
        ("nothing between two separators", record("--input", "file:gap.csv")),
        ("decimals with commas", record("--input", "file:points.csv")),
        ("too large for the type", record("--input", "file:large.csv")),
        ("not whole", record("--input", "values:1.5", "--type", "i32")),
        ("almost zero, and not whole", record("--input", "values:1e-400", "--type", "i32")),
        ("fewer than N", record("--input", "values:1,2", "--n", "5")),
        ("a `.npy` file cut off", record("--input", "file:short.npy")),
        ("a `.npy` file that lies", record("--input", "file:lies.npy")),
    ],
    "Flags": [
        ("an unknown one", record("--colour", "red")),
        ("no value", ["record", "-o"]),
        ("an unknown kernel", record("--kernel", "kogge")),
        ("a shape that the kernel does not take", record("--block", "48")),
        ("more than kernels count", record("--n", "3000000000")),
        ("a very long text", record("--pad", "p" * 100_000)),
        ("one that the view has no use for", export("tree", "--axis", "warp", "-o", "a.png")),
        ("one that a table has no use for", export("work", "--step", "1", "-o", "a.csv")),
        ("a step that there is not", export("tree", "--step", "99", "-o", "a.png")),
        ("a name without an ending", export("tree", "-o", "picture")),
    ],
    "CUDA texts": [
        ("a mistake in the text", report("wrong.cu")),
        ("what the subset lacks", report("class.cu")),
    ],
    "Exercises": [
        ("no hole", ["check", "hole.cu", "wrong.cu"]),
        ("nothing that is expected", ["check", "expects.cu", "wrong.cu"]),
        ("a limit of nothing that is counted", ["check", "limit.cu", "wrong.cu"]),
        ("a format that there is not", ["check", "exercise.cu", "wrong.cu", "--format", "xml"]),
    ],
    "Ladders": [
        ("no such file", ["ladder", "none.json"]),
        ("of another program", ["ladder", "another.json"]),
        ("of a newer version", ["ladder", "newer.json"]),
        ("a time that cannot be", ["ladder", "time.json"]),
        ("an unknown rung", ["ladder", "--rungs", "lift"]),
        ("a type that is not timed", ["ladder", "--type", "f64"]),
        ("flags of a measurement", ["ladder", "newer.json", "--runs", "5"]),
    ],
    "Nsight Compute's tables": [
        ("no counts in it", ["import-ncu", "other.csv", "good.npz"]),
    ],
    "Files that cannot be written": [
        ("no such folder", ["record", *RUN, "-o", "none/new.npz"]),
        ("a folder", ["record", *RUN, "-o", "folder"]),
        ("a file that is read-only", ["record", *RUN, "-o", "locked.npz"]),
        ("a full disk", ["record", *RUN, "-o", "/dev/full"]),
    ],
}

INTRODUCTION = """# What is said of bad input

Every kind of bad input that the command line meets, what it says of it, and its exit code: 2 where
the request or a file is wrong, 1 where a right request could not be carried out. It is one sentence
on standard error; standard output stays empty, and no file is touched. The window says the same
sentences. What is quoted from elsewhere is cut, and made printable: no file can act on a terminal.

This page is written by `python3 tests/cli/errors_test.py --write`, which runs every line of it, and
the test of that name holds it against what the program says.
"""


def page():
    lines = [INTRODUCTION]
    with tempfile.TemporaryDirectory() as folder:
        sample = Sample(folder)
        for heading, cases in CASES.items():
            lines.append(f"## {heading}\n")
            lines.append("| what is wrong | what is said | code |")
            lines.append("| --- | --- | --- |")
            for what, command in cases:
                before = sorted(path.name for path in sample.folder.iterdir())
                result = sample.cli(*command)
                message = result.stderr.decode()
                assert re.fullmatch(r"stridescope-cli: [^\n]+\n", message), (what, message)
                assert result.stdout == b"" and result.returncode in (1, 2), (what, result)
                assert before == sorted(path.name for path in sample.folder.iterdir()), what
                said = message.removeprefix("stridescope-cli: ").strip()
                said = said.replace(str(sample.folder), "…").replace("|", "\\|")
                lines.append(f"| {what} | {said} | {result.returncode} |")
            lines.append("")
    return "\n".join(lines)


class Errors(unittest.TestCase):
    maxDiff = None

    def test_the_page_says_what_is_said(self):
        self.assertEqual(page(), PAGE.read_text(encoding="utf-8"),
                         "write it anew: python3 tests/cli/errors_test.py --write")


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        unittest.main()
