"""How long kernels take plain, and how long while they are recorded."""

import json
import os

from . import counters
from .tools import ROOT, Result, say

WRITTEN = "dram__bytes_write.sum"
N, BLOCK, RECORDED = 10_000_000, 1024, 8
# For a recording of all blocks: a few of them for each multiprocessor.
ALL_N = 1 << 20
SCANS = ("kogge_stone", "kogge_stone_double", "sklansky", "brent_kung", "blelloch", "raking",
         "warp_shuffle")


def bytes_written(tools, command, name):
    """What the last launch writes to memory, or None."""
    code, _, rows = counters.profile(tools, command, (WRITTEN,), name)
    return counters.number(rows[-1], WRITTEN) if code == 0 and rows else None


def times_of(tools, path, flags, blocks, name):
    """Milliseconds of the plain kernel, and while so many blocks are recorded; None where that fails."""
    code, out = tools.run([tools.cli, "bench", path, *flags, "--blocks", blocks, "--format", "json"],
                          f"{name}.log")
    if code != 0:
        return None
    times = json.loads(out)
    return times["all_ms"], times["recorded_ms"]


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
    # By the program's own events: what is recorded runs beside the rest.
    some = times_of(tools, path, [*flags, "-D", f"N={N}"], f"first:{RECORDED}", name)
    every = times_of(tools, path, [*flags, "-D", f"N={ALL_N}"], "all", f"{name}_all")
    written = bytes_written(tools, [tools.cli, "record", path, *flags, "-D", f"N={ALL_N}", "--engine",
                                    "cuda", "-o", os.devnull], f"{name}_written")
    if not some or not every or written is None or not rate:
        return None
    # No recording is over before the plain kernel would be, nor before as many bytes are filled.
    floor_ms = max(every[0], written / rate * 1000)
    return [scan, coarsen, f"{some[0]:.4f}", f"{some[1]:.4f}", f"{some[1] / some[0]:.2f}",
            f"{every[0]:.4f}", f"{every[1]:.4f}", f"{written / 1e9:.2f}", f"{floor_ms:.4f}",
            f"{floor_ms / every[1]:.2f}"]


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
    least = min(float(row[9]) for row in measured)
    return [Result(
        "cost", worst <= 1.15 and least >= 0.55 and len(measured) == len(rows),
        f"{RECORDED} recorded blocks: at most {worst:.2f} times the plain kernel (goal 1.15); all "
        f"recorded: {least:.2f} of the floor's speed or more (goal 0.55)",
        ["text", "COARSEN", "plain, ms", f"{RECORDED} blocks recorded, ms", "ratio",
         "all plain, ms", "all recorded, ms", "GB written", "floor, ms", "of the floor's speed"],
        measured,
        "Medians of 11 runs by CUDA events; bytes written to memory by Nsight Compute. "
        f"Clocks as they are. N = {N} in blocks of {BLOCK}; *all* is N = {ALL_N}. The floor of a "
        "recording is the plain kernel, or filling as many bytes where that takes longer.",
        goal=True)]
