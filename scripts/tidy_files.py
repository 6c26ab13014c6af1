"""clang-tidy over some files, on all cores, but for those that were clean before as they are now.

usage: tidy_files.py CLANG_TIDY BUILD FILE ...

What a file is, is what its preprocessor makes of it, with the name and line of all that comes from
this repository; a clean one is remembered by that, the checks and clang-tidy's version, in
~/.cache/stridescope/tidy."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache",
                     "stridescope/tidy")
FLAGS = ["--quiet", "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-uninitialized",
         "--extra-arg=-Wno-unknown-pragmas"]  # g++ has some that clang does not know


def preprocessed(command):
    """What the compiler makes of the file, comments kept: NOLINT is one."""
    words = [word for word in shlex.split(command["command"])]
    while pathlib.Path(words[0]).name == "ccache":
        words.pop(0)
    words[words.index("-o"):words.index("-o") + 2] = []
    words.remove("-c")
    text = subprocess.run([*words, "-E", "-C"], cwd=command["directory"], check=True,
                          capture_output=True).stdout
    return text.replace(str(ROOT).encode() + b"/", b"")


def stamp(tidy_version, command):
    digest = hashlib.sha256(tidy_version)
    digest.update((ROOT / ".clang-tidy").read_bytes())
    digest.update(" ".join(FLAGS).encode())
    digest.update(preprocessed(command))
    return CACHE / digest.hexdigest()


def main():
    tidy, build, *files = sys.argv[1:]
    commands = {}
    for command in json.loads(pathlib.Path(build, "compile_commands.json").read_text("utf-8")):
        commands[os.path.normpath(os.path.join(command["directory"], command["file"]))] = command
    version = subprocess.run([tidy, "--version"], check=True, capture_output=True).stdout
    # Sources that this build leaves out (no window, no CUDA) have no compile command.
    known = [file for file in files if str(ROOT / file) in commands]

    def check(file):
        """Whether it is clean, what was said of it, and whether that was known before."""
        clean = stamp(version, commands[str(ROOT / file)])
        if clean.exists():
            return True, "", True
        result = subprocess.run([tidy, "-p", build, *FLAGS, file], capture_output=True, text=True)
        if result.returncode == 0:
            CACHE.mkdir(parents=True, exist_ok=True)
            clean.touch()
        said = result.stdout + re.sub(r"^\d+ warnings? generated.*\n", "", result.stderr,
                                      flags=re.MULTILINE)
        return result.returncode == 0, said, False

    failed = before = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for clean, said, was_known in pool.map(check, known):
            failed += not clean
            before += was_known
            if said.strip():
                print(said, end="", flush=True)
    print(f"clang-tidy: {len(known)} files, {before} of them clean before and unchanged; "
          f"{failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
