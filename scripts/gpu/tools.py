"""What the checks run: stridescope-cli, and NVIDIA's tools."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@dataclasses.dataclass
class Result:
    """One check: what it is called, whether all is well, and what it found."""
    name: str
    fine: bool
    found: str                       # one line
    columns: list = dataclasses.field(default_factory=list)
    rows: list = dataclasses.field(default_factory=list)
    notes: str = ""                  # Markdown, for the page
    goal: bool = False               # a goal for speed: missing it is no difference

    def word(self):
        if self.goal:
            return "goal met" if self.fine else "goal missed"
        return "fine" if self.fine else "DIFFERENT"


def say(text):
    print(f"gpu_check: {text}", file=sys.stderr, flush=True)


def build():
    """Builds stridescope-cli and random_kernels; their paths."""
    folder = ROOT / "build/gpu"
    say("building …")
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                    "-DSTRIDESCOPE_WINDOW=OFF", "-DSTRIDESCOPE_TESTS=OFF",
                    "-DSTRIDESCOPE_BENCH=OFF"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target",
                    "stridescope-cli", "random_kernels"], check=True, stdout=subprocess.DEVNULL)
    return folder / "app/stridescope-cli", folder / "tests/gpu/random_kernels"


class Tools:
    def __init__(self, cli, out, generator=None):
        self.out = out.resolve()
        self.cli = pathlib.Path(cli).resolve()
        self.generator = generator and pathlib.Path(generator).resolve()
        self.arch = "native"
        if not self.cli.is_file():
            sys.exit(f"gpu_check: no {self.cli} found: build it, or name another one with --cli.")

    @staticmethod
    def find(name):
        """The path of one of NVIDIA's tools, or None."""
        return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")

    def run(self, command, log, timeout=580):
        """Runs; stdout and stderr go to the log. Returns (exit code, stdout)."""
        path = self.out / log
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                                  check=False)
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            code, out, err = 124, late.stdout or "", "timed out"
            out = out.decode() if isinstance(out, bytes) else out
        path.write_text(f"{out}\n{err}", encoding="utf-8")
        if code != 0:
            say(f"exit code {code}: {' '.join(str(part) for part in command)[:200]} (see {path})")
        return code, out

    def compile(self, name, arch="native"):
        """Compiles a text of tests/gpu by nvcc; the program, or None."""
        program = self.out / name
        nvcc = self.find("nvcc")
        if not nvcc:
            return None
        code, _ = self.run([nvcc, f"-arch={arch}", "-std=c++17", "-o", program,
                            ROOT / f"tests/gpu/{name}.cu"], f"{name}.nvcc.log")
        return program if code == 0 else None

    def write(self, name, lines):
        path = self.out / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def device(self):
        """Name, driver and compute capability, as nvidia-smi gives them; None without a GPU."""
        smi = self.find("nvidia-smi")
        if not smi:
            return None
        out = subprocess.run([smi, "--query-gpu=name,driver_version,compute_cap",
                              "--format=csv,noheader"], capture_output=True, text=True,
                             check=False).stdout
        parts = tuple(part.strip() for part in out.splitlines()[0].split(",")) if out else ()
        return parts if len(parts) == 3 else None

    def version(self, name):
        tool = self.find(name)
        if not tool:
            return "not found"
        out = subprocess.run([tool, "--version"], capture_output=True, text=True,
                             check=False).stdout
        return next((line.split(word)[1].strip() for line in out.splitlines()
                     for word in ("ersion", "release") if word in line), "?")
