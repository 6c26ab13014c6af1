"""How long kernels take plain, and how long while they are recorded."""

import json
import os

from . import counters
from .tools import ROOT, Result, say

DURATION = "gpu__time_duration.sum"            # ns
WRITTEN = "dram__bytes_write.sum"
N, BLOCK, RECORDED = 10_000_000, 1024, 8
# For a recording of all blocks: a few of them for each multiprocessor.
ALL_N = 1 << 20
SCANS = ("kogge_stone", "kogge_stone_double", "sklansky", "brent_kung", "blelloch", "raking",
         "warp_shuffle")


def durations(tools, command, name, metrics=(DURATION,)):
    code, _, rows = counters.profile(tools, command, metrics, name)
    return [[counters.number(row, metric) for metric in metrics] for row in rows] if code == 0 else []


def fill_rate(tools):
    """Bytes a second that the device fills."""
    program = tools.compile("fill_rate")
    code, out = tools.run([program], "fill_rate.log") if program else (1, "")
    return float(out) if code == 0 else None


def measure(tools, scan, coarsen, rate):
    """A row of the table, or None."""
    path = ROOT / f"kernels/scan/{scan}.cu"
    name = f"cost_{scan}_{coarsen}"
    flags = ["-D", f"BLOCK={BLOCK}"]
    if scan != "warp_shuffle":
        flags += ["-D", f"COARSEN={coarsen}"]
    # Both by the program's own events: what is recorded runs beside the rest.
    code, out = tools.run([tools.cli, "bench", path, *flags, "-D", f"N={N}", "--blocks",
                           f"first:{RECORDED}", "--format", "json"], f"{name}.log")
    if code != 0:
        return None
    times = json.loads(out)
    plain_ms, some_ms = times["all_ms"], times["recorded_ms"]
    every = durations(tools, [tools.cli, "record", path, *flags, "-D", f"N={ALL_N}", "--engine",
                              "cuda", "-o", os.devnull], f"{name}_all", (DURATION, WRITTEN))
    if not every:
        return None
    all_ms, written = every[-1][0] / 1e6, every[-1][1]
    share = written / rate * 1000 / all_ms if rate else 0
    return [scan, coarsen, f"{plain_ms:.4f}", f"{some_ms:.4f}", f"{some_ms / plain_ms:.2f}",
            f"{all_ms:.3f}", f"{written / 1e9:.2f}", f"{share:.2f}"]


def check(tools, quick):
    if not tools.find("ncu"):
        return [Result("cost", False, "not run: ncu (Nsight Compute) was not found", goal=True)]
    say("timing …")
    rate = fill_rate(tools)
    shapes = [(scan, coarsen) for scan in SCANS for coarsen in (1, 8)
              if coarsen == 1 or scan != "warp_shuffle"]
    rows = [measure(tools, *shape, rate) for shape in (shapes[:1] if quick else shapes)]
    measured = [row for row in rows if row]
    if not measured:
        return [Result("cost", False, "not measured: see the logs cost_*", goal=True)]
    worst = max(float(row[4]) for row in measured)
    least = min(float(row[7]) for row in measured)
    return [Result(
        "cost", worst <= 1.15 and least >= 0.55 and len(measured) == len(rows),
        f"{RECORDED} recorded blocks: at most {worst:.2f} times the plain kernel (goal 1.15); all "
        f"recorded: {least:.2f} of the write bandwidth or more (goal 0.55)",
        ["text", "COARSEN", "plain, ms", f"{RECORDED} blocks recorded, ms", "ratio",
         "all recorded, ms", "GB written", "of the fill's rate"], measured,
        "Medians of 11 runs by CUDA events; of all blocks recorded one run, by Nsight Compute. "
        f"Clocks as they are. N = {N} in blocks of "
        f"{BLOCK}; all blocks are recorded of N = {ALL_N}. The last column holds the bytes that "
        "the recording writes to memory against those that the device fills in the same time.",
        goal=True)]
