"""Text from elsewhere on its way to a terminal, a picture or a table: nothing in it acts, and no
sentence is longer than a sentence. And what is made to be too much is refused before it is."""

import csv
import io
import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import unittest
import zipfile

CLI = os.environ["STRIDESCOPE_CLI"]
SANITIZED = "STRIDESCOPE_SANITIZED" in os.environ
EVIL = "=cmd|' /C calc'!A0\x1b]0;owned\x07\x1b[2J\r\nforged: line\u202egnp.exe\u2028\x9b31m\x00"
# What a terminal obeys: control characters but the line feed, and those of eight bits, as UTF-8.
ACTS = re.compile(b"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|"
                  b"\xe2\x81[\xa6-\xa9]")
WORDS = {"phase", "title", "device", "message", "summary", "hidden", "printed", "text", "clock"}


class ForeignText(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def cli(self, *arguments, **options):
        return subprocess.run([CLI, *map(str, arguments)], check=False, capture_output=True,
                              cwd=self.folder, timeout=120, **options)

    def evil_trace(self, *run):
        """A trace with such words wherever a file can have some."""
        path = self.folder / "it.npz"
        result = self.cli("record", *run, "-o", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        with zipfile.ZipFile(path) as file:
            members = {name: file.read(name) for name in file.namelist()}

        def evil(value, key=""):
            if isinstance(value, dict):
                return {name: evil(each, name) for name, each in value.items()}
            if isinstance(value, list):
                return [evil(each, key) for each in value]
            return EVIL + value if key in WORDS and isinstance(value, str) else value

        meta = evil(json.loads(members["meta.json"]))
        for k, array in enumerate(meta["arrays"]):  # no two are the same
            for site in meta["sites"]:
                if site.get("array") == array["name"]:
                    site["array"] = f"{EVIL}{k}"
            array["name"] = f"{EVIL}{k}"
        meta["text_run"]["kernel"] = meta["text_run"]["launch"] = EVIL
        meta["diagnostics"].append({"kind": "barrier", "block": 0, "step": 0, "thread": 0, "line": 1,
                                    "address": -1, "message": EVIL})
        members["meta.json"] = json.dumps(meta).encode()
        members["kernel.cu"] = EVIL.encode() + b"\n" + members["kernel.cu"]
        with zipfile.ZipFile(path, "w") as file:
            for name, data in members.items():
                file.writestr(name, data)
        return path

    def assert_harmless(self, data, what):
        data = data.replace(b"\r\n", b"\n")  # what a kernel printed keeps its line ends
        found = ACTS.search(data)
        self.assertIsNone(found, f"{what}: {data[max(0, found.start() - 40):found.end() + 40]}"
                          if found else "")

    def test_in_reports(self):
        trace = self.evil_trace("--kernel", "brent-kung", "--block", "8", "--n", "8")
        for flags in ([], ["--by", "warp"], ["--by", "site"], ["--narrate"], ["--format", "csv"],
                      ["--format", "json"], ["--compare", trace]):
            with self.subTest(flags):
                result = self.cli("report", trace, *flags)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertGreater(len(result.stdout), 50)
                self.assert_harmless(result.stdout + result.stderr, flags)

    def test_in_exports(self):
        for run in (["--kernel", "brent-kung", "--block", "8", "--n", "8"],
                    ["--kernel", "chained", "--block", "4", "--n", "8"]):
            trace = self.evil_trace(*run)
            for view in ("tree", "memory", "banks", "heatmap", "work", "grid", "source"):
                for ending in ("csv", "json", "svg"):
                    with self.subTest(f"{view} {ending}"):
                        result = self.cli("export", trace, "--view", view, "-o", f"a.{ending}")
                        self.assertEqual(result.returncode, 0, result.stderr)
                        data = (self.folder / f"a.{ending}").read_bytes()
                        self.assert_harmless(data, f"{view} {ending}")
                        if ending == "json":
                            json.loads(data)
                        if ending == "csv":
                            self.assert_no_formula(data.decode())

    def assert_no_formula(self, text):
        """What begins so is worked out by a spreadsheet, unless it is a number."""
        for row in csv.reader(io.StringIO(text)):
            for field in row:
                if field[:1] in ("=", "+", "-", "@", "\t", "\r"):
                    float(field)

    def test_a_table_as_json_says_what_the_file_said(self):
        """The apostrophe before a formula is the table's alone."""
        trace = self.evil_trace("--kernel", "brent-kung", "--block", "8", "--n", "8")
        self.cli("export", trace, "--view", "tree", "-o", "a.json")
        rows = json.loads((self.folder / "a.json").read_bytes())
        self.assertTrue(all(row["phase"].startswith("=cmd") for row in rows))

    def test_in_nsight_computes_tables(self):
        self.cli("record", "--n", "8", "-o", "it.npz")
        metric = "smsp__inst_executed_op_shared_ld.sum"
        out = io.StringIO()
        writer = csv.writer(out, quoting=csv.QUOTE_ALL)
        writer.writerow(["ID", "Kernel Name", "Block Size", "Grid Size", metric])
        writer.writerow(["1", EVIL.replace("\r\n", " "), EVIL.replace("\r\n", " "), "(1,)", "7"])
        (self.folder / "ncu.csv").write_text(out.getvalue() + '"2","\udcff","","","8"\n',
                                             encoding="utf-8", errors="surrogateescape")
        for form in ("text", "csv", "json"):
            result = self.cli("import-ncu", "ncu.csv", "it.npz", "--format", form)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assert_harmless(result.stdout, form)

    def test_in_errors(self):
        (self.folder / "numbers.csv").write_bytes(EVIL.encode() + b"\n")
        (self.folder / "it.npz").write_bytes(b"PK")
        words = EVIL.replace("\x00", "")
        (self.folder / "evil.cu").write_text(f"__global__ void k() {{ {words} }}\n")
        for command in (["report", words], ["record", "--kernel", words, "-o", "x"],
                        ["record", "--pad", words, "-o", "x"], [words],
                        ["record", "--input", "file:numbers.csv", "-o", "x"],
                        ["record", "--input", "values:" + words, "-o", "x"],
                        ["record", "-o", words + "/x"], ["record", words],
                        ["export", "it.npz", "--view", words, "-o", "x.png"],
                        ["report", "it.npz", "--by", words], ["report", "evil.cu"],
                        ["record", "--n", words, "-o", "x"]):
            with self.subTest(str(command)[:80]):
                result = self.cli(*command)
                self.assertEqual(result.returncode, 2 if command[1:2] != ["-o"] else 1)
                self.assert_harmless(result.stderr, command)
                self.assertEqual(result.stderr.count(b"\n"), 1)

    def test_ten_megabytes_are_no_part_of_a_sentence(self):
        (self.folder / "long.csv").write_bytes(b"x" * 10_000_000)
        (self.folder / "long.npz").write_bytes(b"x" * 10_000_000)
        long = "y" * 100_000
        for command in (["report", "long.npz"], ["record", "--input", "file:long.csv", "-o", "x"],
                        ["record", "--kernel", long, "-o", "x"], ["report", long],
                        ["record", "--schedule", long, "-o", "x"], ["record", long],
                        ["export", "long.npz", "--view", long, "-o", "x.png"]):
            result = self.cli(*command)
            self.assertEqual(result.returncode, 2)
            self.assertLess(len(result.stderr), 1500, command)
            # The way out is not what is cut.
            self.assertRegex(result.stderr.decode(), r"[.)]\n$")

    @unittest.skipIf(SANITIZED, "shadow memory takes terabytes of addresses")
    def test_bombs(self):
        """Small files that unpack to more than there is memory, and with little time."""
        good = self.folder / "good.npz"
        self.cli("record", "--n", "8", "-o", good)
        with zipfile.ZipFile(good) as file:
            members = [(name, file.read(name)) for name in file.namelist()]
        zeros = bytes(400 << 20)  # more than it gets
        for name, method, member in (("bzip2", zipfile.ZIP_BZIP2, "meta.json"),
                                     ("deflate", zipfile.ZIP_DEFLATED, "meta.json"),
                                     ("lzma", zipfile.ZIP_LZMA, "array_0_before.npy"),
                                     ("array", zipfile.ZIP_DEFLATED, "array_0_before.npy"),
                                     ("rows", zipfile.ZIP_DEFLATED, "kernel.cu")):
            with self.subTest(name), zipfile.ZipFile(self.folder / "bomb.npz", "w", method,
                                                     compresslevel=1) as file:
                for other, data in members:
                    file.writestr(other, zeros if other == member else data)
            self.refused_with_little("report", "bomb.npz")
        # What nobody asks for is not unpacked.
        with zipfile.ZipFile(self.folder / "more.npz", "w", zipfile.ZIP_DEFLATED) as file:
            for other, data in members:
                file.writestr(other, data)
            file.writestr("more.bin", zeros)
        self.assertEqual(self.with_little("report", "more.npz").returncode, 0)

    def with_little(self, *arguments):
        def tighten():
            os.environ["LLVM_PROFILE_FILE"] = "/dev/null"  # see faults_test.py
            resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        return self.cli(*arguments, preexec_fn=tighten)

    def refused_with_little(self, *arguments):
        result = self.with_little(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count(b"\n"), 1)

    @unittest.skipIf(SANITIZED, "shadow memory takes terabytes of addresses")
    def test_what_has_no_end(self):
        self.cli("record", "--n", "8", "-o", "good.npz")
        (self.folder / "zero.csv").symlink_to("/dev/zero")
        for command in (["report", "/dev/zero"], ["record", "--input", "file:zero.csv", "-o", "x"],
                        ["import-ncu", "/dev/zero", "good.npz"]):
            self.refused_with_little(*command)
        for command in (["report", "-"], ["import-ncu", "-", "good.npz"]):
            with open("/dev/zero", "rb") as zero, \
                    subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE) as cat:
                for stdin in (zero, cat.stdout):
                    result = self.cli(*command, stdin=stdin)
                    self.assertEqual(result.returncode, 2, result.stderr)
                cat.kill()


if __name__ == "__main__":
    unittest.main()
