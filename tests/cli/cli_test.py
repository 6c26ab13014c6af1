"""The command line as scripts see it: exit codes, what goes to stdout and what to stderr, pipes, and
that no failure leaves half a file."""

import csv
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import time
import unittest

CLI = os.environ["STRIDESCOPE_CLI"]
# Long enough to be interrupted, and to show a progress bar; sanitizers take ten times as long.
LONG = ["--kernel", "kogge-stone", "--block", "1024", "--blocks", "first:1",
        "--n", "300000" if "STRIDESCOPE_SANITIZED" in os.environ else "4000000"]
SIXTEEN = ["--kernel", "kogge-stone", "--block", "16", "--n", "16", "--input",
           "values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2"]


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_cli(self, *arguments, **options):
        options = {"cwd": self.folder, "capture_output": True, "timeout": 120} | options
        return subprocess.run([CLI, *map(str, arguments)], check=False, **options)

    def succeed(self, *arguments, **options):
        result = self.run_cli(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, b"")
        return result.stdout

    def refuse(self, code, *arguments, says="", **options):
        """Fails with `code`, nothing on stdout, and one sentence with `says` on stderr."""
        result = self.run_cli(*arguments, **options)
        message = result.stderr.decode()
        self.assertEqual(result.returncode, code, (arguments, message))
        self.assertFalse(result.stdout, arguments)
        self.assertRegex(message, r"\Astridescope-cli: .*[.)]\n\Z", arguments)
        self.assertEqual(message.count("\n"), 1, message)
        self.assertIn(says, message)
        return message

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())


class Pipes(CommandLine):
    def test_record_into_report(self):
        """The line of the README, through a real shell's pipe."""
        line = (f'"{CLI}" record {" ".join(SIXTEEN)} -o - | "{CLI}" report -')
        text = subprocess.run(["bash", "-o", "pipefail", "-c", line], check=True,
                              capture_output=True, text=True).stdout
        self.assertTrue(text.endswith(" 68\n"), text)
        first = text[:text.index("global memory, and lane slots:")]  # a second table follows
        scans = [line.split() for line in first.splitlines() if line.startswith("scan ")]
        self.assertEqual([line[1] for line in scans], ["1", "2", "4", "8"])
        header = next(line.split() for line in text.splitlines() if line.startswith("phase"))
        self.assertEqual([line[header.index("adds")] for line in scans], ["15", "14", "12", "8"])

    def test_stdout_is_the_file(self):
        self.succeed("record", *SIXTEEN, "-o", "it.npz")
        data = self.succeed("record", *SIXTEEN, "-o", "-")
        self.assertEqual(data, (self.folder / "it.npz").read_bytes())
        self.assertEqual(self.succeed("report", "it.npz"), self.succeed("report", "-", input=data))

    def test_a_file_given_by_way_of_a_pipe(self):
        line = f'"{CLI}" report --format csv <("{CLI}" record {" ".join(SIXTEEN)} -o /dev/stdout)'
        text = subprocess.run(["bash", "-c", line], check=True, capture_output=True,
                              text=True).stdout
        self.assertEqual(text.count("\n"), 8)

    def test_a_pipe_is_written_into_and_stays_one(self):
        """What holds for a pipe holds for /dev/null: it must not be replaced by a file."""
        os.mkfifo(self.folder / "pipe")
        with subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE) as reader:
            self.succeed("record", *SIXTEEN, "-o", "pipe")
            self.assertTrue(reader.communicate(timeout=60)[0].startswith(b"PK"))
        self.assertTrue((self.folder / "pipe").is_fifo())
        self.assertEqual(self.files(), ["pipe"])

    def test_a_full_disk_behind_stdout(self):
        with open("/dev/full", "wb") as full:
            for arguments in (["record", *SIXTEEN, "-o", "-"], ["kernels"]):
                result = self.run_cli(*arguments, capture_output=False, stdout=full,
                                      stderr=subprocess.PIPE)
                self.assertEqual(result.returncode, 1)
                self.assertIn(b"the disk is full", result.stderr)

    def test_a_reader_that_leaves_early(self):
        line = f'"{CLI}" kernels | true; exit "${{PIPESTATUS[0]}}"'
        code = subprocess.run(["bash", "-c", line], check=False, timeout=60).returncode
        self.assertIn(code, (0, 1, 128 + signal.SIGPIPE))


class Output(CommandLine):
    def test_of_every_command(self):
        self.succeed("record", *SIXTEEN, "-o", "it.npz")
        kernels = json.loads(self.succeed("kernels", "--json"))
        self.assertEqual(set(kernels[0]), {"id", "title", "family", "summary", "source", "path",
                                           "broken", "twin", "card"})
        text = self.succeed("kernels").decode()
        for kernel in kernels:
            self.assertIn(kernel["id"], text)
        for cut in ("step", "warp", "site"):
            self.assertTrue(self.succeed("report", "it.npz", "--by", cut))
            csv = self.succeed("report", "it.npz", "--by", cut, "--format", "csv").decode()
            self.assertEqual(len({line.count(",") for line in csv.splitlines()}), 1)
            report = json.loads(self.succeed("report", "it.npz", "--by", cut, "--format", "json"))
            self.assertEqual(report["kernel"], "kogge-stone")
        bench = json.loads(self.succeed("bench", "--n", "2048", "--format", "json"))
        scans = {kernel["id"] for kernel in kernels if kernel["family"].startswith("scan ")}
        # Of all elements at once, with none of a scan's knobs: the ladder has it.
        self.assertEqual({entry["kernel"] for entry in bench}, scans - {"naive-grid"})
        self.assertIn("kogge-stone", self.succeed("bench", "--n", "2048").decode())

    def test_texts_that_are_broken_on_purpose(self):
        texts = json.loads(self.succeed("kernels", "--json"))
        by_id = {text["id"]: text for text in texts}
        self.assertIsNone(by_id["kogge-stone"]["twin"])
        broken = [text for text in texts if text["broken"]]
        self.assertGreaterEqual(len(broken), 12)
        for text in broken:
            self.assertFalse(by_id[text["twin"]]["broken"], text["id"])
            self.assertTrue(all(text["card"].values()), text["id"])
        command = [CLI, "check", "brent_kung_pad_unused.cu", "brent_kung.cu",
                   "kogge_stone_one_barrier.cu", "--format", "json"]
        result = subprocess.run(command, cwd=self.folder, check=False, capture_output=True)
        self.assertEqual(result.returncode, 1)
        unused, right, race = json.loads(result.stdout)
        self.assertEqual((unused["broken"], unused["twin"], unused["right"]),
                         (True, "brent_kung", True))
        self.assertTrue(unused["padding"].startswith("Padding changed nothing: 804 excess"))
        self.assertEqual((right["broken"], right["twin"], right["padding"]), (False, None, None))
        self.assertGreater(race["race_count"], 0)
        report = self.succeed("report", "block_scan_as_grid_scan.cu", "-D", "N=100").decode()
        self.assertIn("BROKEN ON PURPOSE: Claims the whole input", report)
        self.assertIn("The bug does not show in one block", report)

    def test_texts_take_how_the_machine_runs_them(self):
        barrier = ("spin_barrier.cu", "-D", "N=2048")  # 16 blocks
        eight = (*barrier, "--sms", "4", "--resident", "2")
        self.succeed("check", *barrier)
        self.succeed("check", *barrier, "--sms", "4", "--resident", "4")
        self.assertEqual(self.run_cli("check", *eight).returncode, 1)
        self.assertIn("blocks 0–7 are resident and deadlock", self.succeed("report", *eight).decode())
        self.assertIn("blocks 8–15 are resident",
                      self.succeed("report", *eight, "--schedule", "descending").decode())
        self.assertNotIn("deadlock", self.succeed("report", *barrier).decode())
        self.succeed("export", *barrier, "--sms", "1", "--view", "grid", "-o", "one.csv")
        with open(self.folder / "one.csv", encoding="utf-8", newline="") as file:
            starts = [row for row in csv.DictReader(file) if row["kind"] == "start"]
        self.assertEqual([(row["block"], row["element"]) for row in starts],
                         [(str(block), "0") for block in range(16)])
        self.refuse(2, "report", *barrier, "--sms", "257", says="--sms 1 to 256")
        self.refuse(2, "check", *barrier, "--schedule", "sideways", says="--schedule")
        self.succeed("record", *barrier, "-o", "barrier.npz")
        self.refuse(2, "report", "barrier.npz", "--resident", "2", says="--resident")

    def test_help_and_version(self):
        for arguments in (["--help"], ["-h"], ["record", "--help"], ["report", "--help"],
                          ["export", "--help"], ["verify", "--help"], ["bench", "--help"],
                          ["kernels", "--help"]):
            text = self.succeed(*arguments).decode()
            self.assertIn("Usage: stridescope-cli", text)
        self.assertRegex(self.succeed("--version").decode(), r"^\d+\.\d+\.\d+\n$")
        nothing = self.run_cli()
        self.assertEqual((nothing.returncode, nothing.stdout), (2, b""))
        self.assertIn(b"record", nothing.stderr)

    def test_input_from_files(self):
        (self.folder / "numbers.csv").write_text("3,1,4\n1,5\n")
        data = self.succeed("record", "--input", "file:numbers.csv", "-o", "-")
        self.assertTrue(self.succeed("report", "-", input=data).endswith(b"P 3 4 8 9 14\n"))

    def test_a_path_that_is_no_utf8(self):
        name = b"odd \xff name.csv"
        (self.folder / os.fsdecode(name)).write_text("1,2,3\n")
        data = self.succeed("record", "--input", os.fsdecode(b"file:" + name), "-o", "-")
        self.assertTrue(self.succeed("report", "-", input=data).endswith(b"P 1 3 6\n"))

    def test_the_same_bytes_for_any_number_of_workers(self):
        flags = ["--kernel", "brent-kung", "--block", "64", "--n", "5000", "--input", "random:9"]
        files = {self.succeed("record", *flags, "--workers", workers, "-o", "-")
                 for workers in (1, 2, 3, 7)}
        self.assertEqual(len(files), 1)


class Lint(CommandLine):
    """Lessons played without a window."""

    LESSON = ("---\ntitle: T\nabout: A\n---\n\n## One\n\nIt takes {adds} additions.\n\n"
              "```lesson\nrun: {run}\nstep: {step}\ncheck: total adds = {adds}\n```\n")

    def lesson(self, name="it.md", **changed):
        values = {"adds": 49, "run": " ".join(SIXTEEN), "step": "stride 4"} | changed
        (self.folder / name).write_text(self.LESSON.format(**values), encoding="utf-8")
        return name

    def findings(self, *names):
        result = self.run_cli("lint", *names)
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        return result.stdout.decode().splitlines()

    def test_every_lesson_of_the_program_is_clean(self):
        lessons = sorted(pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"], "assets/lessons")
                         .glob("*.md"))
        result = self.run_cli("lint", *lessons, timeout=280)
        self.assertEqual((result.returncode, result.stderr), (0, b""), result.stdout.decode())
        lines = result.stdout.decode().splitlines()
        self.assertEqual(len(lines), len(lessons))
        for line in lines:
            self.assertRegex(line, r"\.md: [2-9]\d* pages, nothing wrong\Z")

    # What each puzzle's line, by its number, has to become.
    CURES = {1: "        if (t >= stride) sum = X[t - stride] + X[t];",
             2: "        __syncthreads();\n"
                "        if (t < stride) X[t] = X[t] + X[t + stride];",
             3: "    atomicAdd(&bins[bin], 1);",
             4: "        } __syncthreads(); if (false) {",
             5: "    __shared__ float tile[32][33];",
             6: "    if (i >= n) return;\n    float a = A[i];"}

    def test_each_puzzle_is_broken_at_the_line_that_answers_it(self):
        folder = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"], "assets/lessons")
        lesson = (folder / "13-find-the-bug.md").read_text(encoding="utf-8")
        answers = [int(number) for number in re.findall(r"^answer: (\d+)$", lesson, re.M)]
        self.assertEqual(len(answers), len(self.CURES))
        for number, line in enumerate(answers, 1):
            with self.subTest(puzzle=number):
                text = (folder / f"puzzle_{number}.cu").read_text(encoding="utf-8")
                (self.folder / "broken.cu").write_text(text, encoding="utf-8")
                broken = self.run_cli("check", "broken.cu").stdout.decode()
                self.assertNotEqual(broken, "broken.cu: right\n")
                # Its title does not tell.
                self.assertRegex(text, rf"\A// title:   Puzzle {number}\n// launch")
                lines = text.split("\n")
                lines[line - 1] = self.CURES[number]
                (self.folder / "cured.cu").write_text("\n".join(lines), encoding="utf-8")
                cured = self.run_cli("check", "cured.cu").stdout.decode()
                self.assertEqual(cured, "cured.cu: right\n")

    def test_each_fault_is_named_with_its_line(self):
        self.assertEqual(self.succeed("lint", self.lesson()).decode(),
                         "it.md: 1 page, nothing wrong\n")
        self.assertEqual(self.findings(self.lesson(adds=50)),
                         ["it.md, line 13: total adds is 49, not 50"])
        (step,) = self.findings(self.lesson(step="stride 3"))
        self.assertRegex(step, 'it.md, line 12: the run has no step "stride 3": it has load, str')
        (missing,) = self.findings(self.lesson(run="none.cu"))
        self.assertRegex(missing, r"it\.md, line 11: .*none\.cu")
        (key,) = self.findings(self.lesson(run=" ".join(SIXTEEN) + "\nstepp: 2"))
        self.assertRegex(key, 'it.md, line 12: "stepp" is not a key')
        # One that is wrong does not hide the others.
        lines = self.findings(self.lesson("a.md", adds=48), self.lesson("b.md"),
                              self.lesson("c.md", step="stride 5"))
        self.assertEqual([line[:4] for line in lines], ["a.md", "b.md", "c.md"])

    def test_what_is_no_file_is_refused(self):
        self.refuse(2, "lint", "none.md", says="none.md")
        self.refuse(2, "lint", says="files")


class Refusals(CommandLine):
    def test_of_flags(self):
        out = ["-o", "it.npz"]
        for arguments, says in (
                (["nonsense"], "nonsense"),
                (["record"], "--output"),
                (["record", "-o"], "--output"),
                (["record", *out, "--kernel", "nonsense"], "`stridescope-cli kernels` lists those"),
                (["record", *out, "--pad", "every31"], "choose none, every32"),
                (["record", *out, "--type", "int"], "choose f32, i32"),
                (["record", *out, "--op", "mul"], "choose add"),
                (["record", *out, "--scan", "both"], "choose inclusive or exclusive"),
                (["record", *out, "--engine", "gpu"], "choose auto, cpu or cuda"),
                (["record", *out, "--input", "twos"], "choose ones"),
                (["record", *out, "--blocks", "last:3"], "choose all, or first:K"),
                (["record", *out, "--block", "48"], "takes 2, 4, 8"),
                (["record", *out, "--block", "2048"], "512 or 1024 (--block)"),
                (["record", *out, "--block", "many"], "--block"),
                (["record", *out, "--block", "99999999999"], "--block"),
                (["record", *out, "--coarsen", "17"], "8 or 16 (--coarsen)"),
                (["record", *out, "--kernel", "sequential", "--coarsen", "2"], "omit --coarsen"),
                (["record", *out, "--n", "-1"], "Invalid N -1"),
                (["record", *out, "--n", "0"], "Invalid N 0"),
                (["record", *out, "--n", "2147483648"], "takes 1 to 67108864 (--n)"),
                (["record", *out, "--n", "1e400"], "--n"),
                (["record", *out, "--n", "5", "--input", "values:1,2"], "fewer than N = 5"),
                (["record", *out, "--type", "i32", "--input", "values:1.5"], "1.5"),
                (["record", *out, "--input", "file:none.csv"], "none.csv"),
                (["record", *out, "--input", "file:."], "not a supported type of file"),
                (["record", *out, "--workers", "0"], "--workers"),
                (["record", *out, "--nonsense"], "--nonsense"),
                (["record", *out, "stray"], "stray"),
                (["report"], "trace"),
                (["report", "none.npz"], "none.npz"),
                (["report", "."], "folder"),
                (["report", "none.npz", "--format", "xml"], "one of text, csv, json"),
                (["report", "none.npz", "--by", "lane"], "one of step, warp, site"),
                (["report", "none.npz", "--block", "0"], "--narrate"),
                (["report", "none.npz", "--narrate", "--by", "step"], "omit --by"),
                (["bench", "--n", "0"], "--n"),
                (["bench", "--format", "xml"], "one of text, csv, json"),
        ):
            with self.subTest(" ".join(arguments)):
                self.refuse(2, *arguments, says=says)
        self.assertEqual(self.files(), [])

    def test_of_traces(self):
        trace = self.succeed("record", *SIXTEEN, "-o", "-")
        (self.folder / "empty.npz").write_bytes(b"")
        (self.folder / "text.npz").write_text("1,2,3\n")
        (self.folder / "cut.npz").write_bytes(trace[:len(trace) // 2])
        for name in ("empty.npz", "text.npz", "cut.npz"):
            for command in (["report", name], ["export", name, "--view", "tree", "-o", "x.png"]):
                with self.subTest(command):
                    self.refuse(2, *command, says=name)
        self.refuse(2, "report", "-", says="standard input", input=b"")
        self.refuse(2, "report", "-", says="standard input", input=trace[:-10])
        self.assertEqual(self.files(), ["cut.npz", "empty.npz", "text.npz"])

    def test_of_exports(self):
        self.succeed("record", *SIXTEEN, "-o", "it.npz")
        for arguments, says in ((["--view", "nonsense", "-o", "x.png"], "tree"),
                                (["--view", "tree", "-o", "x.bmp"], ".png"),
                                (["--view", "tree", "-o", "x.png", "--step", "99"], "99"),
                                (["--view", "tree", "-o", "x.png", "--step", "-1"], "-1"),
                                (["--view", "tree", "-o", "x.png", "--block", "1"], "1"),
                                (["--view", "heatmap", "-o", "x.png", "--axis", "lane"], "bank"),
                                (["--view", "heatmap", "-o", "x.png", "--events", "ops"], "loads"),
                                (["--view", "heatmap", "-o", "x.png", "--measure", "sum"], "total"),
                                (["--view", "heatmap", "-o", "x.png", "--difference"], "--compare"),
                                (["--view", "tree", "-o", "x.png", "--lock", "phase"], "--compare"),
                                (["--view", "tree", "-o", "x.png", "--compare", "it.npz",
                                  "--lock", "hop"], "wavefronts"),
                                (["--view", "tree", "-o", "x.png", "--select", "node:1"], "bank:3"),
                                (["--view", "tree", "-o", "x.png", "--select", "thread:16"],
                                 "thread 16"),
                                (["--view", "tree", "-o", "x.png", "--request", "1"], "banks"),
                                (["--view", "global", "-o", "x.png", "--wavefront", "1"],
                                 "no use for --wavefront"),
                                (["--view", "global", "-o", "x.png", "--step", "0", "--request",
                                  "99"], "site:"),
                                (["--view", "global", "-o", "x.png", "--step", "1", "--request",
                                  "1"], "does not access global memory"),
                                (["--view", "tree", "-o", "x.png", "--element", "Q[0]"], "Q"),
                                (["--view", "banks", "-o", "x.png", "--element", "P[0]"],
                                 "which is for tree"),
                                (["--view", "tree", "-o", "x.csv", "--element", "P[0]"],
                                 "no use for --element"),
                                (["--view", "tree", "-o", "x.png", "--warp", "0"],
                                 "which is for divergence"),
                                (["--view", "divergence", "-o", "x.png", "--warp", "1"], "warp 1"),
                                (["--view", "banks", "-o", "x.png", "--step", "1", "--request",
                                  "99"], "site:"),
                                (["--view", "banks", "-o", "x.png", "--step", "1", "--wavefront",
                                  "9"], "takes 1"),
                                (["--view", "work", "-o", "x.png", "--sort-by", "ads"], "adds"),
                                (["--view", "work", "-o", "x.png", "--width", "5ft"], "160mm"),
                                (["--view", "work", "-o", "x.png", "--width", "160mm"], ".pdf"),
                                # Flags that would change nothing were meant otherwise.
                                (["--view", "tree", "-o", "x.png", "--axis", "bank"],
                                 "no use for --axis, which is for heatmap"),
                                (["--view", "tree", "-o", "x.png", "--events", "loads"], "heatmap"),
                                (["--view", "work", "-o", "x.png", "--measure", "worst"],
                                 "heatmap"),
                                (["--view", "memory", "-o", "x.png", "--hide-later"],
                                 "tree, heatmap, work"),
                                (["--view", "tree", "-o", "x.png", "--sort-by", "adds"], "work"),
                                (["--view", "banks", "-o", "x.png", "--event", "0"], "grid"),
                                (["--view", "grid", "-o", "x.png", "--step", "0"], "--step"),
                                (["--view", "work", "-o", "x.png", "--block", "0"], "--block"),
                                (["--view", "work", "-o", "x.csv", "--step", "0"],
                                 "The table of --view work has no use for --step"),
                                (["--view", "tree", "-o", "x.json", "--dark"], "--dark"),
                                (["--view", "tree", "-o", "x.csv", "--width", "100"], "--width"),
                                (["--view", "tree", "-o", "x.svg", "--scale", "2"], "--scale"),
                                (["--view", "tree", "-o", "x.png", "--ms", "50"], "--ms"),
                                (["--view", "events", "-o", "x.png"], "write a .csv, .json or .md"),
                                (["--view", "events", "-o", "x-%02d.csv"], "write a .csv, .json or .md"),
                                (["--view", "events", "-o", "x.csv", "--warp", "0"],
                                 "The table of --view events has no use for --warp"),
                                (["--view", "events", "-o", "x.csv", "--compare", "it.npz"],
                                 "The table of --view events has no use for --compare"),
                                (["--view", "events", "-o", "x.csv", "--pane", "900x500"],
                                 "--pane"),
                                (["--view", "requests", "-o", "x.svg"], "write a .csv, .json or .md"),
                                (["--view", "requests", "-o", "x.csv", "--select", "thread:0"],
                                 "The table of --view requests has no use for --select"),
                                (["--view", "events", "-o", "x.csv", "--step", "99"], "99"),
                                (["--view", "events", "-o", "x.csv", "--block", "7"], "7"),
                                (["--view", "heatmap", "-o", "x.png", "--compare", "no.npz"],
                                 "no.npz")):
            with self.subTest(" ".join(arguments)):
                self.refuse(2, "export", "it.npz", *arguments, says=says)
        self.assertEqual(self.files(), ["it.npz"])

    def test_of_an_order_that_no_gpu_takes(self):
        self.refuse(2, "record", *SIXTEEN, "--engine", "cuda", "--schedule", "descending", "-o",
                    "it.npz", says="--engine cpu")
        self.assertEqual(self.files(), [])

    def test_of_a_gpu_that_is_not_there(self):
        """A build without CUDA says so; with CUDA but no GPU it says that."""
        result = self.run_cli("record", *SIXTEEN, "--engine", "cuda", "-o", "it.npz")
        if result.returncode == 0:
            self.skipTest("there is a GPU")
        self.refuse(1, "record", *SIXTEEN, "--engine", "cuda", "-o", "it.npz", says="--engine cpu")
        self.assertEqual(self.files(), [])


class Failures(CommandLine):
    def test_where_no_file_can_be(self):
        (self.folder / "file").write_text("")
        (self.folder / "folder").mkdir()
        for path, says in (("none/it.npz", "no such file or folder"),
                           ("file/it.npz", "not a folder"), ("folder", "it is a folder"),
                           ("", "Cannot write \"\"")):
            with self.subTest(path):
                self.refuse(1, "record", *SIXTEEN, "-o", path, says=says)
        self.assertEqual(self.files(), ["file", "folder"])
        self.assertEqual(list((self.folder / "folder").iterdir()), [])

    def test_a_full_disk_keeps_the_old_file(self):
        """A limit on the size of files stands for the disk that fills up half-way."""
        (self.folder / "it.npz").write_text("precious")

        def fill_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            os.environ["LLVM_PROFILE_FILE"] = "/dev/null"  # see faults_test.py
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        self.refuse(1, "record", *SIXTEEN, "-o", "it.npz", says="it.npz", preexec_fn=fill_disk)
        self.assertEqual((self.folder / "it.npz").read_text(), "precious")
        self.assertEqual(self.files(), ["it.npz"])

    def test_a_folder_that_may_not_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anywhere")
        self.folder.chmod(0o500)
        self.addCleanup(self.folder.chmod, 0o700)
        self.refuse(1, "record", *SIXTEEN, "-o", "it.npz", says="permission denied")

    def test_an_interrupt_leaves_no_file(self):
        with subprocess.Popen([CLI, "record", *LONG, "-o", "it.npz"], cwd=self.folder,
                              stderr=subprocess.DEVNULL) as recording:
            try:
                recording.wait(timeout=0.3)
            except subprocess.TimeoutExpired:
                recording.send_signal(signal.SIGINT)
            recording.wait(timeout=60)
        self.assertEqual(self.files(), [])


    def test_an_interrupted_series_leaves_no_file(self):
        self.succeed("record", "--kernel", "sequential", "--block", "128", "--n", "128", "-o",
                     "it.npz")
        for ends in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([CLI, "export", "it.npz", "--view", "memory", "-o", "s-%d.png"],
                                  cwd=self.folder, stderr=subprocess.DEVNULL) as exporting:
                while len(list(self.folder.rglob("*"))) < 5:  # in the middle of it
                    self.assertIsNone(exporting.poll())
                    time.sleep(0.002)
                exporting.send_signal(ends)
                self.assertEqual(exporting.wait(timeout=60), -ends)
            self.assertEqual(self.files(), ["it.npz"])


class Progress(CommandLine):
    def test_none_where_stderr_is_no_terminal(self):
        self.succeed("record", *SIXTEEN, "-o", "it.npz")

    def on_a_terminal(self):
        """What a long recording writes to a terminal."""
        primary, secondary = os.openpty()
        with subprocess.Popen([CLI, "record", *LONG, "-o", "-"], stdout=subprocess.DEVNULL,
                              stderr=secondary) as recording:
            os.close(secondary)
            written = b""
            try:
                while chunk := os.read(primary, 4096):
                    written += chunk
            except OSError:  # the terminal's other end is closed
                pass
            self.assertEqual(recording.wait(), 0)
        os.close(primary)
        return written.decode()

    def test_a_bar_that_clears_itself(self):
        written = self.on_a_terminal()
        if not written:
            self.skipTest("this machine records in under a second")
        shares = [int(share) for share in re.findall(r"(\d+) %", written)]
        self.assertTrue(shares and shares == sorted(shares), written)
        self.assertTrue(written.endswith("\r\033[K"), repr(written[-40:]))


if __name__ == "__main__":
    unittest.main()
