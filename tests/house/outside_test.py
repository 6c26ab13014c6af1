"""What is done to the outside world is done in app/io alone, where it is bounded, whole, and never
fails unseen: files are opened, JSON is parsed, and messages are written nowhere else."""

import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]

# What must not be named outside of app/io -> what is used instead.
BANNED = {
    r"\bstd::(i|o)?fstream\b|\bfopen\b|\bfreopen\b|[^\w.>]::open(at)?\(|[^\w.>]::creat\(":
        "read_file, write_file_atomically",
    r"\bfmt::print\(|\bstd::c(out|err|log)\b|[^\w.>]::?(f|v|vf|d)?printf\(|[^\w.>]fputs\(|[^\w.>]puts\(":
        "say, show, write_stdout",
    r"\bstrerror\b|\bperror\b|\.code\(\)\.message\(\)|\berror\.message\(\)": "why",
    r"\b(ordered_)?[Jj]son::(parse|sax_parse)\(": "parse_json",
    r"\bstd::system\(|\bpopen\(|\bexec[lv]p?e?\(|\bfork\(\)|[^\w.>]::socket\(|\bgetaddrinfo\(":
        "nothing: no other program is run, and no network is asked",
}
# Each with its reason.
ALLOWED = {
    ("app/ui/window/test_hooks.cpp", "fstream"),  # for tests: written after every frame
    ("app/ui/window/frame_times.h", "fstream"),  # and a line for each, as it is done
    ("app/engine/cuda/plain_kernels.cu", "printf"),
}


def without_comments_and_texts(text):
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', text)


class Outside(unittest.TestCase):
    def test_is_met_in_one_place(self):
        wrong = []
        seen = 0
        for path in sorted((ROOT / "app").rglob("*")):
            if path.suffix not in (".h", ".cpp", ".cu", ".cuh", ".inc"):
                continue
            name = path.relative_to(ROOT).as_posix()
            if name.startswith("app/io/"):
                continue
            seen += 1
            text = without_comments_and_texts(path.read_text(encoding="utf-8"))
            for number, line in enumerate(text.splitlines(), 1):
                for pattern, instead in BANNED.items():
                    found = re.search(pattern, line)
                    if not found or any(name == file and word in found.group(0)
                                        for file, word in ALLOWED):
                        continue
                    wrong.append(f"{name}:{number}: {found.group(0).strip()}: use {instead}")
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 300)

    def test_the_control(self):
        """The same search finds what app/io itself does."""
        found = set()
        for path in (ROOT / "app" / "io").glob("*.cpp"):
            text = without_comments_and_texts(path.read_text(encoding="utf-8"))
            found |= {pattern for pattern in BANNED if re.search(pattern, text)}
        self.assertGreaterEqual(len(found), 1)

    def test_the_command_line_asks_no_network_and_runs_no_program(self):
        symbols = subprocess.run(["nm", "--dynamic", "--undefined-only", CLI], check=True,
                                 capture_output=True, text=True).stdout
        names = {line.split()[-1].split("@")[0] for line in symbols.splitlines()}
        self.assertIn("openat", {name.replace("64", "") for name in names})
        forbidden = {"socket", "connect", "bind", "listen", "accept", "sendto", "recvfrom",
                     "getaddrinfo", "gethostbyname", "system", "popen", "fork", "vfork", "execve",
                     "execl", "execlp", "execv", "execvp", "posix_spawn", "posix_spawnp"}
        self.assertEqual(names & forbidden, set())


if __name__ == "__main__":
    unittest.main()
