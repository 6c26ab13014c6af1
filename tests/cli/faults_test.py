"""What becomes of files, messages and exit codes when something fails: the k-th call of each kind,
a full disk, a signal, a closed stream, too little memory."""

import errno
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

CLI = os.environ["STRIDESCOPE_CLI"]
FAULTS = os.environ.get("STRIDESCOPE_FAULTS", "")
SANITIZED = "STRIDESCOPE_SANITIZED" in os.environ
RUN = ["--kernel", "brent-kung", "--block", "16", "--n", "40", "--input", "random:3"]
CALLS = {"open": (errno.EMFILE, errno.ENOSPC), "read": (errno.EIO,),
         "write": (errno.ENOSPC, errno.EDQUOT), "fsync": (errno.EIO,), "close": (errno.EIO,),
         "rename": (errno.EIO,), "link": (errno.EIO, errno.EPERM), "mkdir": (errno.ENOSPC,)}


# Of scripts/coverage: a run that is hindered or killed would spoil what all others have counted.
os.environ["LLVM_PROFILE_FILE"] = "/dev/null"


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        marks = tempfile.TemporaryDirectory()
        self.addCleanup(marks.cleanup)
        self.mark = pathlib.Path(marks.name) / "mark"

    def cli(self, *arguments, **options):
        options = {"cwd": self.folder, "capture_output": True, "timeout": 120} | options
        return subprocess.run([CLI, *map(str, arguments)], check=False, **options)

    def fail_at(self, call, at, error, *arguments):
        """Runs it with that fault. Returns the result and whether the fault happened."""
        environment = os.environ | {
            "LD_PRELOAD": FAULTS, "FAULTS_CALL": call, "FAULTS_AT": str(at),
            "FAULTS_ERROR": str(error), "FAULTS_UNDER": str(self.folder),
            "FAULTS_MARK": str(self.mark)}
        self.mark.unlink(missing_ok=True)
        result = self.cli(*arguments, env=environment)
        return result, self.mark.exists()

    def contents(self):
        """Of every file; folders as None. Nothing may be left of what was being written."""
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() if path.is_file()
                else None for path in self.folder.rglob("*")}

    def assert_sentence(self, result, codes):
        message = result.stderr.decode()
        self.assertIn(result.returncode, codes, message)
        self.assertRegex(message, r"\Astridescope-cli: [^\n]*[.)]\n\Z")

    def held_against_faults(self, arguments, outputs):
        """For every k and kind of call: all outputs as they were, or all as they are to be."""
        for output in outputs:
            (self.folder / output).write_bytes(b"old " + output.encode())
        before = self.contents()
        done = self.cli(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        after = self.contents()
        self.assertEqual(before.keys(), after.keys())
        happened = 0
        for call, errors in CALLS.items():
            for error in errors:
                at = 0
                while True:
                    at += 1
                    for output in outputs:
                        (self.folder / output).write_bytes(before[output])
                    result, failed = self.fail_at(call, at, error, *arguments)
                    if not failed:
                        break
                    happened += 1
                    with self.subTest(f"{call} {at} {errno.errorcode[error]} {arguments}"):
                        if result.returncode == 0:  # not everything that fails is needed
                            self.assertEqual(self.contents(), after)
                        else:
                            self.assert_sentence(result, (1, 2))
                            self.assertEqual(self.contents(), before)
        self.assertGreater(happened, 5)


@unittest.skipIf(not FAULTS or SANITIZED, "the sanitizers' runtime wants to be loaded first")
class EveryCall(Faults):
    def test_record(self):
        self.held_against_faults(["record", *RUN, "-o", "it.npz"], ["it.npz"])

    def test_report(self):
        self.assertEqual(self.cli("record", *RUN, "-o", "it.npz").returncode, 0)
        for call in ("open", "read"):
            result, failed = self.fail_at(call, 1, errno.EIO, "report", "it.npz")
            self.assertTrue(failed)
            self.assertEqual(result.stdout, b"")
            self.assert_sentence(result, (2,))

    def test_exports(self):
        self.assertEqual(self.cli("record", *RUN, "-o", "it.npz").returncode, 0)
        for ending in ("png", "svg", "pdf", "csv", "json"):
            with self.subTest(ending):
                self.held_against_faults(
                    ["export", "it.npz", "--view", "tree", "-o", f"a.{ending}"], [f"a.{ending}"])
        for ending in ("gif", "webp"):
            with self.subTest(ending):
                self.held_against_faults(["export", "it.npz", "--view", "banks", "--steps", "1:2",
                                          "--scale", "0.5", "-o", f"a.{ending}"], [f"a.{ending}"])

    def test_a_series_appears_whole_or_not_at_all(self):
        self.assertEqual(self.cli("record", *RUN, "-o", "it.npz").returncode, 0)
        self.held_against_faults(["export", "it.npz", "--view", "work", "--steps", "1:3", "-o",
                                  "s%d.csv"], ["s1.csv", "s2.csv", "s3.csv"])

    def test_a_new_series_too(self):
        self.assertEqual(self.cli("record", *RUN, "-o", "it.npz").returncode, 0)
        before = self.contents()
        for at in range(1, 4):
            result, failed = self.fail_at("rename", at, errno.EIO, "export", "it.npz", "--view",
                                          "work", "--steps", "1:3", "-o", "s%d.csv")
            self.assertTrue(failed)
            self.assert_sentence(result, (1,))
            self.assertEqual(self.contents(), before)

    def test_writes_that_do_less_than_they_were_asked_to(self):
        self.assertEqual(self.cli("record", *RUN, "-o", "it.npz").returncode, 0)
        right = self.contents()
        result, failed = self.fail_at("write", 0, "short", "record", *RUN, "-o", "it.npz")
        self.assertTrue(failed)
        self.assertEqual((result.returncode, self.contents()), (0, right))
        # One that writes nothing, time and again, must not be tried for ever.
        result, failed = self.fail_at("write", 0, "none", "record", *RUN, "-o", "it.npz")
        self.assertTrue(failed)
        self.assert_sentence(result, (1,))
        self.assertEqual(self.contents(), right)

    def test_threads_that_the_system_refuses(self):
        """With fewer hands the work is the same; with none but one's own, too (0: every one)."""
        run = [*RUN[:-4], "--n", "4000", "--workers", "4", "-o"]
        self.assertEqual(self.cli("record", *run, "right.npz").returncode, 0)
        for at in range(4):
            result, failed = self.fail_at("thread", at, errno.EAGAIN, "record", *run, "it.npz")
            self.assertTrue(failed)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual((self.folder / "it.npz").read_bytes(),
                             (self.folder / "right.npz").read_bytes())


class Streams(Faults):
    COMMANDS = (["--help"], ["--version"], ["kernels"], ["kernels", "--json"], ["record", "--help"],
                ["nonsense"], ["record"], [], ["record", "--block", "3", "-o", "x.npz"],
                ["report", "none.npz"], ["record", *RUN, "-o", "-"], ["report", "-"])

    def test_messages_that_cannot_be_written(self):
        """Exit codes stay what they are: a full disk behind stderr, a closed one, a broken pipe."""
        for command in self.COMMANDS:
            right = self.cli(*command, stdin=subprocess.DEVNULL).returncode
            with open("/dev/full", "wb") as full:
                for options in ({"stderr": full}, {"preexec_fn": lambda: os.close(2)},
                                {"stderr": self.broken_pipe()}):
                    with self.subTest(f"{command} {list(options)}"):
                        result = subprocess.run([CLI, *command], cwd=self.folder, check=False,
                                                stdin=subprocess.DEVNULL,
                                                stdout=subprocess.DEVNULL, timeout=60, **options)
                        self.assertEqual(result.returncode, right)

    def broken_pipe(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.addCleanup(os.close, writer)
        return writer

    def test_data_that_cannot_be_written(self):
        data = [command for command in self.COMMANDS if command and
                self.cli(*command, stdin=subprocess.DEVNULL).returncode == 0]
        self.assertGreater(len(data), 5)
        for command in data:
            with open("/dev/full", "wb") as full:
                for options in ({"stdout": full}, {"preexec_fn": lambda: os.close(1)},
                                {"stdout": self.broken_pipe()}):
                    with self.subTest(f"{command} {list(options)}"):
                        result = subprocess.run([CLI, *command], cwd=self.folder, check=False,
                                                stderr=subprocess.PIPE, timeout=60, **options)
                        self.assertEqual(result.returncode, 1, result.stderr)

    def test_a_message_never_lands_in_a_file(self):
        """Where stderr is closed, the first file that is opened would take its number."""
        result = subprocess.run([CLI, "record", "--kernel", "kogge-stone-one-barrier",
                                 "--block", "64", "-o", "it.npz"], cwd=self.folder, check=False,
                                stdout=subprocess.DEVNULL, preexec_fn=lambda: os.close(2))
        self.assertEqual(result.returncode, 0)
        self.assertEqual(self.cli("report", "it.npz").returncode, 0)

    def test_standard_input_that_is_closed_or_endless(self):
        result = subprocess.run([CLI, "report", "-"], check=False, capture_output=True,
                                preexec_fn=lambda: os.close(0))
        self.assert_sentence(result, (2,))
        for device in ("/dev/zero", "/dev/urandom"):
            with open(device, "rb") as endless:
                result = subprocess.run([CLI, "report", "-"], check=False, capture_output=True,
                                        stdin=endless, timeout=60)
            self.assert_sentence(result, (2,))


class Disks(Faults):
    def test_a_disk_that_is_really_full(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]
        if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
            self.skipTest("only who may mount can have a small disk")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        (disk / "a.npz").write_bytes(b"old")
        result = self.cli("record", "--kernel", "brent-kung", "--block", "1024", "--n", "4096",
                          "--input", "random:1", "-o", disk / "a.npz")
        self.assert_sentence(result, (1,))
        self.assertIn(b"the disk is full", result.stderr)
        self.assertEqual([path.name for path in disk.iterdir()], ["a.npz"])
        self.assertEqual((disk / "a.npz").read_bytes(), b"old")

    def test_kills_at_any_time(self):
        run = [CLI, "record", "--kernel", "brent-kung", "--block", "256", "--n", "8192", "--input",
               "random:3", "-o", "it.npz"]
        begin = time.monotonic()
        self.assertEqual(subprocess.run(run, cwd=self.folder, check=False).returncode, 0)
        takes = time.monotonic() - begin
        new = (self.folder / "it.npz").read_bytes()
        draw = random.Random(5)
        left = 0
        for _ in range(40):
            (self.folder / "it.npz").write_bytes(b"old")
            with subprocess.Popen(run, cwd=self.folder) as recording:
                time.sleep(draw.uniform(0.3, 1.1) * takes)
                recording.send_signal(signal.SIGKILL)
            self.assertIn((self.folder / "it.npz").read_bytes(), (b"old", new))
            left += len(self.contents()) - 1
        # What they left goes with the next file that is written there.
        (self.folder / ".stridescope-00000000000000ff.part").mkdir()
        (self.folder / ".stridescope-00000000000000ff.part" / "new0").write_bytes(b"half")
        self.assertEqual(self.cli(*run[1:]).returncode, 0)
        self.assertEqual(list(self.contents()), ["it.npz"], f"{left} were left before")

    def test_a_file_keeps_its_mode_and_a_link_its_target(self):
        (self.folder / "private.npz").write_bytes(b"old")
        (self.folder / "private.npz").chmod(0o600)
        (self.folder / "locked.npz").write_bytes(b"old")
        (self.folder / "locked.npz").chmod(0o444)
        (self.folder / "link.npz").symlink_to("elsewhere.npz")
        for name, code in (("private.npz", 0), ("locked.npz", 1), ("link.npz", 0),
                           ("n" * 251 + ".npz", 0)):
            with self.subTest(name):
                result = self.cli("record", *RUN, "-o", name)
                self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual((self.folder / "private.npz").stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.folder / "locked.npz").read_bytes(), b"old")
        self.assertTrue((self.folder / "link.npz").is_symlink())
        self.assertTrue((self.folder / "elsewhere.npz").exists())


class Memory(Faults):
    LIMIT = 512 << 20

    def limited(self, *arguments):
        def tighten():
            resource.setrlimit(resource.RLIMIT_AS, (self.LIMIT, self.LIMIT))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return self.cli(*arguments, preexec_fn=tighten)

    @unittest.skipIf(SANITIZED, "shadow memory takes terabytes of addresses")
    def test_too_little_of_it(self):
        for run in (["--kernel", "brent-kung", "--block", "1024", "--n", "8000000"],
                    ["--kernel", "sequential", "--block", "1024", "--n", "1000000"],
                    ["--kernel", "kogge-stone", "--n", "2000000000", "--blocks", "first:1"],
                    ["--kernel", "spin-barrier", "--block", "2", "--n", "16384", "--sms", "256",
                     "--resident", "32"],
                    ["--kernel", "chained", "--n", "4000000"]):
            with self.subTest(run):
                begin = time.monotonic()
                result = self.limited("record", *run, "-o", "it.npz")
                self.assert_sentence(result, (1, 2))
                self.assertLess(time.monotonic() - begin, 60)
                self.assertEqual(self.contents(), {})


class Cleanliness(unittest.TestCase):
    def test_the_temporary_folder_of_the_system_is_not_ours(self):
        """Nothing is written but where it was asked for."""
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as temporary:
            subprocess.run([CLI, "record", *RUN, "-o", "it.npz"], cwd=folder, check=True,
                           env=os.environ | {"TMPDIR": temporary, "HOME": temporary})
            self.assertEqual(os.listdir(temporary), [])
            self.assertEqual(os.listdir(folder), ["it.npz"])
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)


if __name__ == "__main__":
    unittest.main()
