"""Finds stridescope-cli and runs it. What it refuses becomes an exception with its sentence."""

import functools
import os
import pathlib
import re
import shutil
import subprocess

NEEDED = "record --seconds, export --view requests"


class StrideScopeError(Exception):
    """What went wrong, in a sentence."""

    def _render_traceback_(self):
        # Notebooks ask for this: the sentence says it all.
        return [f"{type(self).__name__}: {self}"]


class ProgramError(StrideScopeError):
    """stridescope-cli is missing, too old, or cannot be started."""


class RefusedError(StrideScopeError):
    """The text, or what was asked for, cannot be."""


class RunError(StrideScopeError):
    """The run failed: no GPU, no time or memory left. `trace`: what was recorded until then, or None."""

    trace = None


def find():
    """The path of stridescope-cli."""
    named = os.environ.get("STRIDESCOPE_CLI")
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return named
        raise ProgramError(f"STRIDESCOPE_CLI names {named}, which is not a program: correct it, or unset it.")
    beside = pathlib.Path(__file__).with_name("bin") / "stridescope-cli"
    if os.access(beside, os.X_OK):
        return str(beside)
    found = shutil.which("stridescope-cli")
    if found:
        return found
    raise ProgramError("stridescope-cli is not installed: install StrideScope, or set STRIDESCOPE_CLI to "
                       "where the program is.")


def run(*arguments, cwd=None, codes=(0,)):
    """What the program writes to its output. Any exit code but `codes` is an exception."""
    program = find()
    check_age(program, os.stat(program).st_mtime_ns)
    done = start(program, *arguments, cwd=cwd)
    if done.returncode in codes:
        return done.stdout.decode(errors="replace")
    raise (RefusedError if done.returncode == 2 else RunError)(sentence(done))


def start(program, *arguments, cwd=None):
    try:
        return subprocess.run([program, *map(str, arguments)], stdin=subprocess.DEVNULL,
                              capture_output=True, cwd=cwd, check=False)
    except OSError as error:
        raise ProgramError(f"{program} cannot be started: {error.strerror}.") from None


def sentence(done):
    """What the program said, without its name and without notes."""
    said = [line.removeprefix("stridescope-cli: ")
            for line in done.stderr.decode(errors="replace").splitlines()
            if not line.startswith("stridescope-cli: note:")]
    if said:
        return "\n".join(said)
    if done.returncode < 0:
        return f"stridescope-cli was ended by signal {-done.returncode}."
    return f"stridescope-cli ended with exit code {done.returncode}, and said nothing."


@functools.lru_cache(maxsize=8)
def check_age(program, _changed):
    """Whether the program has what is asked of it here. Found out once for each program."""
    version = start(program, "--version")
    if version.returncode != 0 or not re.fullmatch(rb"\d+\.\d+\.\d+\S*\s*", version.stdout):
        raise ProgramError(f"{program} is not stridescope-cli, or cannot run here: {sentence(version)}")
    if b"--seconds" not in start(program, "record", "--help").stdout:
        raise ProgramError(f"{program} is too old for this package (it lacks {NEEDED}): install a newer "
                           "StrideScope.")
