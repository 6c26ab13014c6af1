"""Completion for zsh and fish and the man pages, which are made from --help: asked of the shells
themselves, and that nothing which --help says is lost on the way."""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]
WINDOW = os.environ.get("STRIDESCOPE_WINDOW")
MAKERS = ROOT / "cmake" / "documents"

sys.path.insert(0, str(MAKERS))
import completions  # noqa: E402
import help_text  # noqa: E402
from cli.completion_test import offered  # noqa: E402

# Presses Tab behind each line of a file in a zsh of its own, and notes every match.
ZSH_ASKER = r"""
zmodload zsh/zpty
: > $2/found  # an earlier END is none
zpty inner zsh -f -i
cat > $2/inner.zsh <<'INNER'
fpath=($FOLDER $fpath)
autoload -Uz compinit; compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' menu no
LISTMAX=100000
compadd() {
    [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }
    local -a matches; builtin compadd -A matches "$@"
    local match; for match in $matches; do print -r -- "$match" >> $FOLDER/found; done
    builtin compadd "$@"
}
ended() { print END >> $FOLDER/found }
_main_complete_once() { _main_complete "$@"; ended }
zle -C asked complete-word _main_complete_once
bindkey '^I' asked
INNER
wait_for_end() {
    local i
    for i in {1..600}; do [[ "$(tail -n 1 $2/found 2>/dev/null)" == END ]] && return; sleep 0.02
        zpty -r -t inner ignored; done
    print -u2 "no answer to $1"; exit 1
}
zpty -w inner "FOLDER=$2; source $2/inner.zsh; print END >> $2/found"
wait_for_end "the start" $2
while IFS= read -r line; do
    : > $2/found
    zpty -n -w inner $'\C-U'"$line"$'\t'
    wait_for_end "$line" $2
    print -r -- "$line => ${(j: :)${(f)"$(<$2/found)"}}"
done < $1
zpty -d inner
"""


def flags_of(*command):
    """Read from the page of help itself, by other rules than help_text.py has."""
    text = subprocess.run([*command, "--help"], check=True, capture_output=True, text=True).stdout
    flags = set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]*)", text, re.MULTILINE))
    assert "--help" in flags
    return flags - {"--test-hooks"}


class Shells(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        # A shell finds the programs by their names.
        (cls.folder / "stridescope-cli").symlink_to(CLI)
        if WINDOW:
            (cls.folder / "stridescope").symlink_to(WINDOW)
        window = [WINDOW, cls.folder / "stridescope.fish"] if WINDOW else []
        subprocess.run([sys.executable, MAKERS / "completions.py", CLI, cls.folder / "_stridescope",
                        cls.folder / "stridescope-cli.fish", *window], check=True)
        (cls.folder / "files").mkdir()
        for name in ("a.npz", "b.csv", "c.cu", "d.png"):
            (cls.folder / "files" / name).touch()
        cls.commands = [name for name, _ in help_text.ask(CLI).commands]
        cls.environment = {**os.environ, "PATH": f"{cls.folder}:{os.environ['PATH']}",
                           "HOME": str(cls.folder), "TERM": "xterm"}

    def ask_fish(self, *lines):
        script = "; ".join(
            [f"source {file}" for file in sorted(self.folder.glob("*.fish"))]
            + [f"echo '=> {line}'; complete -C '{line}'" for line in lines])
        told = subprocess.run(["fish", "--no-config", "-c", script], check=True, text=True,
                              capture_output=True, env=self.environment, cwd=self.folder / "files")
        self.assertEqual(told.stderr, "")
        answers = re.split(r"^=> .*\n", told.stdout, flags=re.MULTILINE)[1:]
        return [{line.partition("\t")[0] for line in answer.splitlines()} for answer in answers]

    def ask_zsh(self, *lines):
        asked = self.folder / "lines"
        asked.write_text("".join(line + "\n" for line in lines))
        told = subprocess.run(["zsh", "-f", "-c", ZSH_ASKER, "zsh", asked, self.folder],
                              capture_output=True, text=True, env=self.environment,
                              cwd=self.folder / "files", timeout=200)
        self.assertEqual(told.returncode, 0, told.stderr)
        answers = [line.partition(" =>")[2].split() for line in told.stdout.splitlines()]
        self.assertEqual(len(answers), len(lines), told.stdout)
        return [set(answer) - {"END"} for answer in answers]

    def check(self, ask):
        """What both shells have to know."""
        lines = [f"stridescope-cli {command} --" for command in self.commands]
        for command, found in zip(self.commands, ask(*lines)):
            long = {flag for flag in found if flag.startswith("--")}
            self.assertEqual(long, flags_of(CLI, command), command)
        begun, pads, kernels, views, compared, schedules = ask(
            "stridescope-cli re", "stridescope-cli record --pad ",
            "stridescope-cli record --kernel kogge-stone-d",
            "stridescope-cli export a.npz --view ", "stridescope-cli report a.npz --compare ",
            "stridescope-cli check --schedule ")
        self.assertEqual(begun, {"record", "report"})
        self.assertEqual(pads, {"none", "every32", "two-level", "xor"})
        self.assertEqual(kernels, {"kogge-stone-double"})
        told = subprocess.run([CLI, "export", "--help"], check=True, capture_output=True, text=True)
        self.assertEqual(views, set(re.search(r"--view (\S+)", told.stdout)[1].split("|")))
        self.assertGreater(views, {"tree", "time", "events", "requests"})
        self.assertIn("a.npz", compared)
        self.assertEqual(schedules, {"ascending", "descending", "random:", "lane-random:"})
        if WINDOW:
            flags, themes, kernels = ask("stridescope --", "stridescope --theme ",
                                         "stridescope --kernel kogge-stone-d")
            self.assertEqual(flags, flags_of(WINDOW))
            self.assertEqual(themes, {"light", "dark", "projector"})
            self.assertEqual(kernels, {"kogge-stone-double"})

    @unittest.skipUnless(shutil.which("fish"), "no fish here")
    def test_fish(self):
        self.check(self.ask_fish)

    @unittest.skipUnless(shutil.which("zsh"), "no zsh here")
    def test_zsh(self):
        self.check(self.ask_zsh)
        # What may be given again is offered again, and nothing else.
        found, = self.ask_zsh("stridescope-cli record --arg A=ones --pad none --")
        self.assertIn("--arg", found)
        self.assertNotIn("--pad", found)

    def test_bash_offers_the_same_words(self):
        pages = [(f"stridescope-cli {command}", help_text.ask(CLI, command), CLI)
                 for command in self.commands]
        if WINDOW:
            pages.append(("stridescope", help_text.ask(WINDOW), WINDOW))
        for begun, page, program in pages:
            for option in page.options():
                name = option.names[-1]
                if name in completions.WORDS:
                    known = completions.values(page.command, option)
                    self.assertEqual(offered(f"{begun} {name} ", program), sorted(known),
                                     f"{begun} {name}")

    def test_what_is_offered_is_what_the_help_names(self):
        pages = [help_text.ask(CLI, command) for command in self.commands]
        if WINDOW:
            pages.append(help_text.ask(WINDOW))
        seen, told = set(), set()  # told: by the help itself, behind the flag
        for page in pages:
            for option in page.options():
                known = completions.values(page.command, option)
                if known == completions.KERNELS or option.names[-1] in ("--block", "--coarsen"):
                    continue
                for word in known:
                    if not word.startswith("."):
                        (told if "|" in option.value else seen).add(option.names[-1])
                        self.assertRegex(f"{option.value} {option.text}",
                                         rf"\b{re.escape(word.rstrip(':'))}\b",
                                         f"{page.command} {option.names}")
        # A flag that was renamed would be offered nothing.
        everything = seen | {"--block", "--coarsen"}
        expected = set(completions.WORDS) - (set() if WINDOW else {"--show", "--theme", "--heatmap"})
        self.assertEqual(everything, expected)
        self.assertIn("--measure", told)

    def test_the_man_pages_say_what_the_help_says(self):
        for program, name, other in ((CLI, "stridescope-cli", "stridescope"),
                                     (WINDOW, "stridescope", "stridescope-cli")):
            if not program:
                continue
            target = self.folder / f"{name}.1.gz"
            subprocess.run([sys.executable, MAKERS / "man_page.py", program, name, "1.2.3",
                            "a sentence", other, target], check=True)
            page = gzip.decompress(target.read_bytes()).decode("utf-8")
            plain = " ".join(re.sub(r"\\f[BIR]|\\&", "", page).replace(r"\-", "-").split())
            self.assertIn("StrideScope 1.2.3", plain)
            own = help_text.ask(program)
            for command in ["", *(word for word, _ in own.commands)]:
                asked = [program, command, "--help"] if command else [program, "--help"]
                told = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
                for line in told.splitlines():
                    # What stands right of the flags, or below them.
                    said = re.fullmatch(r"  .{26}  ?(\S.*)", line) or re.fullmatch(
                        r"  +-.*?  +(\S.*)", line)
                    if said and "--test-hooks" not in line:
                        if not (command and "Print this help" in line):
                            self.assertIn(said[1], plain, f"{name} {command}")
                if command:
                    self.assertTrue(flags_of(program, command) <= set(
                        re.findall(r"--[a-z][a-z-]*", plain)))
            if shutil.which("man"):
                told = subprocess.run(["man", "--warnings", "-l", target], capture_output=True,
                                      text=True, env={**self.environment, "LC_ALL": "C.UTF-8"})
                self.assertEqual((told.returncode, told.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
