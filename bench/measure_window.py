"""The window under a software renderer: its first frame, its frames while a run plays, and what it
takes of the processor while it plays and while it rests."""

import csv
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from measuring import ROOT, digits, judged, machine, table

RUN = ("--kernel", "kogge-stone", "--block", "1024", "--input", "random:1")
BESIDE = (*RUN, "--beside", "--kernel brent-kung")
SIZE = "1920x1080"
FASTER = ("equal",) * 3  # 1, 2, 4, 8 steps a second
TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid):
    """What all threads of a process have had."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


class Shown:
    """A window without the tests' hooks, which take their time with every frame."""

    # Where Mesa keeps the shaders that it has compiled, as on anybody's machine.
    cache = tempfile.TemporaryDirectory(prefix="stridescope-shaders-")

    def __init__(self, display, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="stridescope-window-")
        home = self.folder.name
        self.times = pathlib.Path(home) / "frames.csv"
        self.environment = {
            **os.environ, "DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1", "HOME": home,
            "XDG_CONFIG_HOME": home + "/.config", "XDG_STATE_HOME": home + "/.state",
            "XDG_DATA_HOME": home + "/.data", "XDG_CACHE_HOME": self.cache.name,
            "WAYLAND_DISPLAY": ""}
        self.begin = time.monotonic()
        self.process = subprocess.Popen(
            [os.environ["STRIDESCOPE_WINDOW"], *arguments, "--size", SIZE, "--frame-times",
             str(self.times)], env=self.environment, cwd=home, stderr=subprocess.DEVNULL)
        self.wait(lambda frames: frames and frames[-1]["run"] == 1, "a frame with a run")
        found = self.xdotool("search", "--sync", "--onlyvisible", "--pid", str(self.process.pid))
        self.xdotool("windowfocus", "--sync", found.split()[-1])
        # Until all has settled and a GPU has been looked for.
        count = -1
        while count != (count := len(self.frames())):
            time.sleep(1)

    def frames(self):
        """Of each frame so far what the file says, as numbers."""
        if not self.times.exists():
            return []
        lines = self.times.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]

    def wait(self, condition, what):
        end = time.monotonic() + 60
        while not condition(self.frames()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit(f"The window did not come to {what}.")
            time.sleep(0.002)

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, check=True,
                              capture_output=True, text=True, timeout=60).stdout

    def keys(self, *names):
        self.xdotool("key", "--delay", "20", *names)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def first_frames(display, count=7):
    """Seconds from the program's start to its first frame, and to the first with a run; the same
    of the very first start, when Mesa has compiled no shader yet."""
    found = []
    for _ in range(count + 1):
        window = Shown(display, *RUN)
        frames = window.frames()
        found.append((frames[0]["end"] - window.begin,
                      next(frame["end"] for frame in frames if frame["run"]) - window.begin))
        window.close()
    return *(statistics.median(each) for each in zip(*found[1:])), found[0][1]


def over(window, display, length):
    """For so many seconds: cores that the program takes, cores that X takes, and the frames."""
    before, x_before, begin = (processor_seconds(window.process.pid),
                               processor_seconds(display.server.pid), time.monotonic())
    time.sleep(length)
    passed = time.monotonic() - begin
    taken = (processor_seconds(window.process.pid) - before) / passed
    x_taken = (processor_seconds(display.server.pid) - x_before) / passed
    return taken, x_taken, [frame for frame in window.frames() if frame["begin"] > begin]


def share(values, part):
    return sorted(values)[min(int(part * len(values)), len(values) - 1)]


def played(display, arguments, keys, length):
    window = Shown(display, *arguments)
    try:
        window.keys(*keys)
        time.sleep(1)
        return over(window, display, length)
    finally:
        window.close()


def measure(_build):
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    from window_driver import Display
    display = Display(SIZE)
    rows, cores = [], []
    try:
        first, shown, very_first = first_frames(display)
        # L: over and over; +: faster; space plays.
        for words, arguments, keys in (
                ("Kogge–Stone, 1,024 elements, a step a second", RUN, ("l", "space")),
                ("the same, eight steps a second", RUN, ("l", *FASTER, "space")),
                ("beside Brent–Kung, a step a second", BESIDE, ("l", "space"))):
            taken, x_taken, frames = played(display, arguments, keys, 20)
            real = [frame["end"] - frame["begin"] for frame in frames]
            had = [frame["processor"] for frame in frames]
            rows.append((words, f"{digits(len(frames) / 20)}",
                         *(judged(share(real, part), 0.0167, f"{digits(1000 * share(real, part))} ms")
                           for part in (0.5, 0.95)),
                         *(f"{digits(1000 * share(had, part))} ms" for part in (0.5, 0.95))))
            goal = 0.4 if arguments is RUN and "a step a second" in words else None
            cores.append((words, "≤ 0.4" if goal else "", judged(taken, goal or 99, digits(taken, 2)),
                          digits(x_taken, 2)))
        window = Shown(display, *RUN)
        taken, x_taken, frames = over(window, display, 20)
        window.close()
        cores.append(("the same at rest", "0", judged(taken, 0.001, digits(taken, 2)),
                      digits(x_taken, 2)))
        if frames:
            raise SystemExit(f"A window at rest drew {len(frames)} frames.")
    finally:
        display.close()
    return (f"From the program's start to its first frame {judged(first, 0.3, digits(1000 * first))} "
            f"ms (goal: 300), to the first that shows a run {digits(1000 * shown)} ms; "
            f"{digits(1000 * very_first)} ms at the very first start, when Mesa has to compile every "
            f"shader.\n\n"
            + table(("what plays", "frames a second", "a frame: median", "95 % within (goal: 16.7 ms)",
                     "its processor time: median", "95 % within"), rows) + "\n\n"
            + table(("what is shown", "goal", "cores that the program takes",
                     "cores that the X server takes"), cores)
            + f"\n\n{SIZE}, Xvfb, llvmpipe, 20 s each; a frame's real time has other programs' in it, "
            f"its processor time is that of all threads. {machine()}")
