"""Completion for bash: what Tab offers, asked of bash itself, and that no flag is forgotten."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]

# Splits a line as readline does (blanks, and ':' a word of its own), then asks for completions.
HARNESS = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -r -a COMP_WORDS <<<"$(sed 's/:/ : /g' <<<"$COMP_LINE")"
[[ $COMP_LINE == *' ' || $COMP_LINE == *: ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_stridescope "$3" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def offered(line, program=CLI, folder=None):
    script = ROOT / "assets/completion/stridescope-cli.bash"
    result = subprocess.run(["bash", "-c", HARNESS, "bash", str(script), line, program],
                            check=True, capture_output=True, text=True, cwd=folder)
    # compopt has nothing to set outside of readline; anything else on stderr is a mistake.
    assert result.stderr == "", result.stderr
    return sorted(word for word in result.stdout.splitlines() if word)


class Completion(unittest.TestCase):
    def test_commands(self):
        self.assertEqual(offered("stridescope-cli rec"), ["record"])

    def test_choices(self):
        self.assertEqual(offered("stridescope-cli record --pad "),
                         ["every32", "none", "two-level", "xor"])
        self.assertEqual(offered("stridescope-cli record --block 1"), ["1024", "128", "16"])
        self.assertEqual(offered("stridescope-cli report x.npz --by s"), ["site", "step"])
        self.assertEqual(offered("stridescope-cli export x.npz --view he"), ["heatmap"])
        self.assertEqual(offered("stridescope-cli record --n "), [])

    def test_kernels_come_from_the_program(self):
        listed = subprocess.run([CLI, "kernels", "--json"], check=True, capture_output=True,
                                text=True).stdout
        ids = re.findall(r'"id": *"([^"]+)"', listed)
        self.assertIn("kogge-stone", ids)
        self.assertEqual(offered("stridescope-cli record --kernel "), sorted(ids))
        self.assertEqual(offered("stridescope-cli record --kernel seq"), ["sequential"])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.npz", "b.csv", "c.txt", "d.npy", "with blank.npz", "e.png"):
                pathlib.Path(folder, name).touch()
            pathlib.Path(folder, "sub").mkdir()
            self.assertEqual(offered("stridescope-cli report ", folder=folder),
                             ["a.npz", "sub", "with blank.npz"])
            # Behind the colon stands the path alone: that is the word readline replaces.
            self.assertEqual(offered("stridescope-cli record --input file:", folder=folder),
                             ["b.csv", "c.txt", "d.npy", "sub"])
            self.assertEqual(offered("stridescope-cli record --input file:b", folder=folder),
                             ["b.csv"])
            self.assertEqual(offered("stridescope-cli record -o ", folder=folder),
                             ["a.npz", "sub", "with blank.npz"])
        self.assertEqual(offered("stridescope-cli record --input "),
                         ["file:", "iota", "ones", "random:", "values:"])

    def flags_of(self, *command):
        text = subprocess.run([*command, "--help"], check=True, capture_output=True,
                              text=True).stdout
        flags = set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]*)", text, re.MULTILINE))
        self.assertIn("--help", flags)
        # -o and --output are one flag, and tests and benchmarks alone need the hooks.
        return flags - {"--output", "--test-hooks", "--frame-times"}

    def test_every_flag_of_the_help_is_offered(self):
        usage = subprocess.run([CLI, "--help"], check=True, capture_output=True, text=True).stdout
        commands = re.findall(r"^  ([a-z][a-z-]*) ", usage[usage.index("Subcommands:"):], re.MULTILINE)
        self.assertIn("record", commands)
        self.assertEqual(offered("stridescope-cli "), sorted([*commands, "--help", "--version"]))
        for command in commands:
            completed = set(offered(f"stridescope-cli {command} -")) - {"-o"}
            self.assertEqual(completed - {"-D", "-I"}, self.flags_of(CLI, command), command)

    def test_the_window_program(self):
        window = os.environ.get("STRIDESCOPE_WINDOW")
        if not window:
            self.skipTest("built without the window")
        self.assertEqual(set(offered("stridescope -", window)) - {"-D", "-I"}, self.flags_of(window))
        self.assertEqual(offered("stridescope --theme ", window), ["dark", "light", "projector"])
        self.assertIn("brent-kung", offered("stridescope --kernel ", window))


if __name__ == "__main__":
    unittest.main()
