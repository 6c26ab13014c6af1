#!/usr/bin/env python3
"""The figures of docs/page.md: the page's size, its first picture, a step, a key in the text, a run in a
worker, in headless Chromium with software GL at 1280 × 800.

    bench/page.py [--only size start step edit worker slow]

Waiting is done in the page, once for each of its frames; what the test hooks cost is counted, too. Processor
time, of the page and of what draws for it, says more where other programs run beside it.
"""

import argparse
import base64
import gzip
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "page"))

from browser import PAGE, Chromium  # noqa: E402

CLI = os.environ.get("STRIDESCOPE_CLI", ROOT / "build/release/app/stridescope-cli")

TEXT = """// launch: scan<<<{blocks}, {threads}>>>(X, Y)
// Y: float[{n}]
// X: float[{n}] random:1
__global__ void scan(const float *X, float *Y) {{
    __shared__ float XY[{threads}];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    XY[t] = X[i];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {{
        __syncthreads();
        float temp = 0;
        if (t >= stride) temp = XY[t] + XY[t - stride];
        __syncthreads();
        if (t >= stride) XY[t] = temp;
    }}
    Y[i] = XY[t];
}}
"""

# Takes a step in each frame, there and back, and tells how long the frames took.
STEPS = """
const [count, steps, done] = arguments, times = [];
let at = 0, by = 1, last = null;
function frame() {
  const now = performance.now();
  if (last !== null) times.push(now - last);
  last = now;
  if (times.length >= count) return done(times);
  if (at + by < 0 || at + by >= steps) by = -by;
  at += by;
  const key = by > 0 ? 'ArrowRight' : 'ArrowLeft';
  for (const type of ['keydown', 'keyup'])
    window.dispatchEvent(new KeyboardEvent(type, {key, code: key}));
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
"""

# Presses a key, and tells how long it took until the run of the wanted text was shown; and how long
# the page stood still meanwhile.
KEY = """
const [key, wanted, done] = arguments, begin = performance.now();
let last = begin, longest = 0;
for (const type of ['keydown', 'keyup'])
  window.dispatchEvent(new KeyboardEvent(type, {key, code: 'Digit' + key}));
function frame() {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
  const hooks = JSON.parse(FS.readFile('/hooks.json', {encoding: 'utf8'})), shown = hooks.state.document;
  if (shown.text === wanted && shown.is_shown && !hooks.unfinished) return done([now - begin, longest]);
  if (now > begin + 60000) return done(null);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
"""


def told(what, times):
    times = sorted(times)
    print(f"{what}, {len(times)} times: median {statistics.median(times):.0f} ms, from {times[0]:.0f} "
          f"to {times[-1]:.0f} ms, nine in ten within {times[int(0.9 * (len(times) - 1))]:.0f} ms",
          flush=True)


def processor_times(page):
    """Seconds that the browser's processes have had, by their type; and its workers' threads."""
    parents, times, workers = {}, {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            words = (folder / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ").split()
            ours = sum(int((task / "schedstat").read_text().split()[0]) / 1e9
                       for task in folder.glob("task/*")
                       if (task / "comm").read_text().startswith("DedicatedWorker"))
        except OSError:  # it has ended
            continue
        kinds = [word[7:] for word in words if word.startswith("--type=")]
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        parents[int(folder.name)] = int(fields[1])
        times[int(folder.name)] = (kinds[0] if kinds else "browser", seconds)
        workers[int(folder.name)] = ours
    sums = {}
    for process, (kind, seconds) in times.items():
        above = process
        while above in parents and above != page.program.pid:
            above = parents[above]
        if above == page.program.pid:
            sums[kind] = sums.get(kind, 0) + seconds
            sums["workers"] = sums.get("workers", 0) + workers[process]
    return sums


def told_processor(what, before, after, count):
    each = {kind: 1000 * (after.get(kind, 0) - before.get(kind, 0)) / count
            for kind in ("renderer", "gpu-process")}
    print(f"    processor time, {what}: page {each['renderer']:.0f} ms, drawing "
          f"{each['gpu-process']:.0f} ms", flush=True)


def told_recordings(before, after, text, count):
    """A run's recording and packing, beside the command line's, which also writes the file."""
    there = 1000 * (after["workers"] - before["workers"]) / count
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mine.cu"
        path.write_text(text, encoding="utf-8")
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _ in range(count):
            subprocess.run([CLI, "record", path, "--blocks", "first:8", "-o", path.with_suffix(".npz")],
                           check=True, stdout=subprocess.DEVNULL)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
    here = 1000 * (end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime) / count
    print(f"    processor time, each recording: worker {there:.0f} ms, command line {here:.0f} ms: "
          f"{there / here:.1f} x", flush=True)


def ask(page, script, *arguments):
    return page.call("POST", page.session + "/execute/async",
                     {"script": script, "args": list(arguments)})


def size():
    page = PAGE.read_bytes()
    print(f"size: {len(page) / 1e6:.2f} MB, {len(gzip.compress(page, 9)) / 1e6:.2f} MB gzipped")


def start():
    times = []
    for _ in range(6):
        page = Chromium()  # with a profile of its own, as nobody's who was here before
        try:
            for _ in range(2):
                page.open("lesson=01-one-thread-each")
                page.wait(lambda now: now["idle"] and now["state"]["trace"], "the first lesson")
                times.append(page.run("return performance.now()"))
        finally:
            page.close()
    told("the first lesson at rest, in a new browser", times[::2])
    told("the first lesson at rest, once more", times[1::2])


def step():
    page = Chromium()
    try:
        for flags in ("--kernel kogge-stone --block 1024", "--kernel brent-kung --block 1024",
                      "--kernel brent-kung --block 1024 --pad every32"):
            page.open(f"run={flags}")
            steps = page.wait_idle()["trace"]["steps"]
            ask(page, STEPS, 30, steps)
            page.wait_idle()
            page.keys("Home")
            page.wait_state(step=0)
            before = processor_times(page)
            times = ask(page, STEPS, 120, steps)
            told(f"a step's frame, {flags}", times)
            told_processor("each", before, processor_times(page), len(times))
    finally:
        page.close()


def edits(page, text, count):
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    letters = base64.urlsafe_b64encode(packed.compress(text.encode()) + packed.flush())
    page.open("run=mine.cu", f"text:mine.cu={letters.decode().rstrip('=')}")
    page.wait_idle()
    page.click("editor.text", 0.5, 0.02)
    page.wait(lambda now: now["writing"], "the keyboard in the text")
    page.keys("ctrl+Home", "Down", "Down", "End")
    times, before = [], processor_times(page)
    for run in range(count):
        digit = "23456789"[run % 8]
        page.keys("shift+Left")
        page.wait_idle()
        answer = ask(page, KEY, digit, text.replace("random:1", f"random:{digit}"))
        if answer is None:
            raise RuntimeError("no run of the text")
        times.append(answer)
        page.wait_idle()
    after = processor_times(page)
    told_processor("each edit, and selecting the letter", before, after, count)
    if after["workers"] > before["workers"] and pathlib.Path(CLI).exists():
        told_recordings(before, after, text, count)
    return [time for time, _ in times], [longest for _, longest in times]


def edit():
    page = Chromium()
    try:
        times, _ = edits(page, TEXT.format(blocks=1, threads=1024, n=1024), 24)
        told("key → picture of the new run, 1,024 threads", times)
    finally:
        page.close()


def worker():
    page = Chromium()
    try:
        times, longest = edits(page, TEXT.format(blocks=4096, threads=256, n=4096 * 256), 6)
        told("key → picture of a run in a worker (0.3 s of it a pause), 4,096 blocks of 256", times)
        told("the page held meanwhile", longest)
    finally:
        page.close()


def slow():
    """As on a small device: with a processor a quarter as fast; and what the page takes of its memory."""
    times, page = [], None
    for _ in range(3):
        page = Chromium()
        page.devtools("Emulation.setCPUThrottlingRate", rate=4)
        try:
            page.open("lesson=01-one-thread-each")
            page.wait(lambda now: now["idle"] and now["state"]["trace"], "the first lesson")
            times.append(page.run("return performance.now()"))
        finally:
            page.close()
    told("a processor a quarter as fast: the first lesson at rest, in a new browser", times)
    page = Chromium()
    page.devtools("Emulation.setCPUThrottlingRate", rate=4)
    try:
        for flags in ("--kernel kogge-stone --block 1024", "--kernel brent-kung --block 1024"):
            page.open(f"run={flags}")
            steps = page.wait_idle()["trace"]["steps"]
            ask(page, STEPS, 30, steps)
            page.wait_idle()
            page.keys("Home")
            page.wait_state(step=0)
            told(f"a processor a quarter as fast: a step's frame, {flags}", ask(page, STEPS, 60, steps))
        memory = page.run("return [HEAPU8.length, performance.memory.usedJSHeapSize]")
        print(f"memory, 1,024 threads: the program's {memory[0] / 1e6:.0f} MB, the page's objects beside it "
              f"{memory[1] / 1e6:.0f} MB", flush=True)
    finally:
        page.close()


def main():
    parts = {"size": size, "start": start, "step": step, "edit": edit, "worker": worker, "slow": slow}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=parts, default=list(parts))
    for part in parser.parse_args().only:
        parts[part]()


if __name__ == "__main__":
    main()
