"""What the checks run: the programs of a build, and NVIDIA's tools."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys


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


def build(root):
    """Builds for the GPU at hand; the build folder."""
    folder = root / "build/gpu"
    say("building …")
    subprocess.run(["cmake", "-S", root, "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                    "-DSTRIDESCOPE_CUDA=ON", "-DSTRIDESCOPE_WINDOW=OFF", "-DSTRIDESCOPE_BENCH=OFF",
                    "-DCMAKE_CUDA_ARCHITECTURES=native"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target",
                    "stridescope-cli", "stridescope-gpu-lab", "device_test"], check=True,
                   stdout=subprocess.DEVNULL)
    return folder


class Tools:
    def __init__(self, build, out):
        self.out = out.resolve()
        self.cli = self.program(build, "app/stridescope-cli")
        self.lab = self.program(build, "tests/stridescope-gpu-lab")
        self.device_test = self.program(build, "tests/device_test")

    @staticmethod
    def program(build, name):
        path = (pathlib.Path(build) / name).resolve()
        if not path.exists():
            sys.exit(f"gpu_check: {path} is not there: build with -DSTRIDESCOPE_CUDA=ON.")
        return path

    @staticmethod
    def find(name):
        """The path of one of NVIDIA's tools, or None."""
        return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")

    def run(self, command, log, timeout=580):
        """Runs; stdout and stderr go to the log. Returns (exit code, stdout)."""
        path = self.out / log
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
            code, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            code, out, err = 124, late.stdout or "", "timed out"
            out = out.decode() if isinstance(out, bytes) else out
        path.write_text(f"{out}\n{err}", encoding="utf-8")
        if code != 0:
            say(f"exit code {code}: {' '.join(str(part) for part in command)[:200]} "
                f"(see {path})")
        return code, out

    def write(self, name, lines):
        path = self.out / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    def device(self):
        """Name, driver and compute capability, as nvidia-smi tells them."""
        smi = self.find("nvidia-smi")
        if not smi:
            return "unknown GPU", "?", "?"
        out = subprocess.run([smi, "--query-gpu=name,driver_version,compute_cap",
                              "--format=csv,noheader"], capture_output=True, text=True).stdout
        return tuple(part.strip() for part in out.splitlines()[0].split(",")) if out else ("?",) * 3

    def version(self, name):
        tool = self.find(name)
        if not tool:
            return "not found"
        out = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
        return next((line.split("ersion")[1].strip() for line in out.splitlines()
                     if "ersion" in line), "?")
