#!/usr/bin/env python3
"""How long it takes from a key in the text to the picture of the new run, in a real window.

Kogge–Stone on 1,024 threads is open; each key changes the seed of its numbers, so that the whole
run is another one. The clock runs from before the key is sent until the program has drawn the frame
that shows the run of exactly that text (--test-hooks says so, after the frame). The pause after
typing is part of it, and so are X, the drawing by the processor, and writing and reading the hooks.

    STRIDESCOPE_WINDOW=build/app/stridescope bench/edit_to_picture.py [--runs 41] [--most 100]
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
os.environ.setdefault("STRIDESCOPE_WINDOW", str(ROOT / "build" / "app" / "stridescope"))
os.environ.setdefault("STRIDESCOPE_CLI", "")
os.environ.setdefault("STRIDESCOPE_BINARY_DIR", "")

from window_driver import Display, Program  # noqa: E402

KERNEL = """// launch: kogge_stone<<<1, N>>>(X, Y)
// Y: float[N] expect scan(X)
// X: float[N] random:1
#define N 1024
__global__ void kogge_stone(const float *X, float *Y) {
    __shared__ float XY[N];
    int t = threadIdx.x;
    XY[t] = X[t];
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        float temp = 0;
        if (t >= stride) temp = XY[t] + XY[t - stride];
        __syncthreads();
        if (t >= stride) XY[t] = temp;
    }
    Y[t] = XY[t];
}
"""


def measure(program, keys, runs):
    """Milliseconds of each run."""
    times = []
    for run in range(runs):
        digit = "23456789"[run % 8]
        wanted = KERNEL.replace("random:1", f"random:{digit}")
        # The digit before the cursor is selected, so that one key puts another in its place.
        program.keys("shift+Left")
        program.wait_idle()
        time.sleep(0.4 + 0.01 * (run % 7))  # as after a pause, and at no beat of the program's
        begin = time.perf_counter()
        keys.stdin.write(f"key {digit}\n")
        keys.stdin.flush()
        while True:
            now = program.read()
            document = now["state"]["document"]
            if document["text"] == wanted and document["is_shown"]:
                break
            if time.perf_counter() - begin > 20:
                raise RuntimeError(f"no run of the text with seed {digit}: {program.messages()}")
            time.sleep(0.0005)
        times.append(1000 * (time.perf_counter() - begin))
        assert now["state"]["trace"]["output_ok"], "the run is of another text"
        program.wait_idle()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=41)
    parser.add_argument("--most", type=float, help="fail if the median is more milliseconds")
    parser.add_argument("--size", default="1600x1000")
    options = parser.parse_args()
    display = Display()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="stridescope-bench-"))
    path = folder / "kogge_stone.cu"
    path.write_text(KERNEL, encoding="utf-8")
    program = Program(display, str(path), "--size", options.size, folder=folder)
    keys = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True,
                            env=program.environment)
    try:
        program.click("editor.text", 0.5, 0.02)
        program.wait(lambda now: now["writing"], "the keyboard in the text")
        program.keys("ctrl+Home", "Down", "Down", "End")
        times = sorted(measure(program, keys, options.runs))
    finally:
        keys.stdin.close()
        keys.wait()
        program.close()
        display.close()
    median = statistics.median(times)
    print(f"key → picture of the new run, {len(times)} times: median {median:.0f} ms, "
          f"from {times[0]:.0f} to {times[-1]:.0f} ms, "
          f"nine in ten within {times[int(0.9 * (len(times) - 1))]:.0f} ms")
    return 1 if options.most and median > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
