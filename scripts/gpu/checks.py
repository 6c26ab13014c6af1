"""Traces, machine code, sanitizers, cost: everything but the counters."""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys

from . import configurations
from .tools import Result, say

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def traces(tools, quick):
    return compare_traces(tools, "traces", list(configurations.traces(quick)),
                          configurations.KERNELS,
                          "traces identical on CPU and GPU")


def grid_traces(tools, quick):
    """Kernels whose blocks cooperate."""
    result = compare_traces(tools, "traces of cooperating blocks",
                            list(configurations.grid_traces(quick)), configurations.GRID_KERNELS,
                            "traces the same on CPU and GPU")
    return dataclasses.replace(
        result, notes="Which block comes first is nondeterministic on a GPU. Each block is "
                      "compared with the one that scanned the same section: all accesses, "
                      "barriers and the shared array after each step; not when it ran, nor which "
                      "blocks `decoupled-lookback` read from while it looked back. The result "
                      "must match the emulator's bits, except for floating-point sums that were "
                      "added in a different order: those must match the sequential scan, within "
                      "rounding.")


def refusals(tools):
    say("asking for what must be refused …")
    lines = list(configurations.refused())
    code, out = tools.run([tools.lab, "refuse", tools.write("refused.txt", lines)], "refused.log")
    told = [line.split(";", 1)[1] for line in out.splitlines() if line.startswith("--")]
    fine = code == 0 and len(told) == len(lines)
    return Result("barrier of too many blocks", fine,
                  f"refused: {told[0]}" if fine else "NOT refused, see refused.log")


def compare_traces(tools, name, lines, kernels, same):
    say(f"comparing {name} …")
    file = name.replace(" ", "_")
    code, out = tools.run([tools.lab, "verify", tools.write(f"{file}.txt", lines)], f"{file}.log")
    counts = dict(re.findall(r"^(identical|different);(\d+)$", out, re.MULTILINE))
    identical, different = int(counts.get("identical", 0)), int(counts.get("different", -1))
    fine = code == 0 and identical == len(lines)
    first = next((line for line in out.splitlines() if line.startswith("--")), "")
    found = f"{identical} of {len(lines)} {same}"
    rows = []
    for kernel in kernels:
        mine = [line for line in lines if f"--kernel {kernel} " in line]
        wrong = sum(line.startswith(f"--kernel {kernel} ") for line in out.splitlines())
        rows.append([kernel, len(mine), wrong if different >= 0 else "not run"])
    return Result(name, fine, found + (f"; first: {first}" if first else ""),
                  ["kernel", "experiments", "different"], rows)


def device_tests(tools):
    """The tests that need a device: random experiments, and cancelling."""
    say("running the device's tests …")
    code, out = tools.run([tools.device_test], "device_test.log")
    passed = re.search(r"\[  PASSED  \] (\d+) tests?", out)
    skipped = "SKIPPED" in out
    fine = code == 0 and passed is not None and not skipped
    return Result("device tests", fine,
                  f"{passed[1]} passed" if fine else "some were skipped" if skipped
                  else f"exit code {code}: see device_test.log")


def machine_code(tools):
    say("comparing machine code …")
    nvcc = tools.find("nvcc")
    if not nvcc:
        return Result("machine code", False, "not run: nvcc is not here")
    done = subprocess.run([sys.executable, ROOT / "tests/gpu/sass_test.py"], capture_output=True,
                          text=True, env={**os.environ, "STRIDESCOPE_SOURCE_DIR": str(ROOT),
                                          "STRIDESCOPE_NVCC": nvcc})
    (tools.out / "machine_code.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    fine = done.returncode == 0
    return Result("machine code", fine,
                  "the plain build matches code written by hand: instructions, registers, memory"
                  if fine else "the plain build differs from code written by hand")


def sanitizers(tools):
    sanitizer = tools.find("compute-sanitizer")
    if not sanitizer:
        return [Result("sanitizers", False, "not run: compute-sanitizer is not here")]
    experiments = tools.write("sanitized.txt", configurations.sanitized())
    count = sum(1 for _ in configurations.sanitized())

    def check(tool):
        say(f"{tool} …")
        code, out = tools.run([sanitizer, "--tool", tool, "--error-exitcode", "1", tools.lab,
                               "everything", experiments], f"{tool}.log")
        summary = next((line.strip("= ") for line in reversed(out.splitlines())
                        if "SUMMARY" in line), f"exit code {code}")
        return Result(tool, code == 0,
                      f"{count} experiments, plain and recording: {summary.lower()}")

    # Side by side: each spends most of its time on the host.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(check, ("memcheck", "racecheck", "initcheck", "synccheck")))
    code, _ = tools.run([sanitizer, "--tool", "racecheck", "--error-exitcode", "1", tools.lab,
                         "race"], "race.log")
    results.append(Result("planted race", code != 0,
                          "caught" if code != 0 else "NOT caught: racecheck found nothing"))
    return results


def cost(tools):
    say("timing …")
    code, out = tools.run([tools.cli, "bench", "--engine", "cuda", "--n", "10000000", "--format",
                           "csv"], "cost.csv")
    lines = [line.split(",") for line in out.splitlines() if line]
    if code != 0 or len(lines) < 2:
        return Result("cost", False, "not measured", goal=True)
    columns, rows = lines[0], lines[1:]
    column = {name: columns.index(name) for name in columns}
    parallel = [row for row in rows if row[0] != "sequential"]
    worst = max(float(row[column["ratio"]]) for row in parallel)
    least = min(float(row[column["share_of_floor"]]) for row in parallel)
    fine = worst <= 1.5 and least >= 0.5
    return Result("cost", fine,
                  f"8 recorded blocks: at most {worst:.2f} times the plain kernel (goal 1.5); "
                  f"full recording: {least:.2f} of its floor's speed or more (goal 0.5)",
                  columns, rows,
                  "Device times, medians of 11 runs. `copy_ms`: input to output by the device "
                  "itself, the floor for a scan. `with_recording_ms`: the whole grid with that "
                  "many blocks recorded alongside. `all_…`: that many blocks recorded by one "
                  "launch. "
                  "`fill_ms`: the device fills as many bytes, its write bandwidth. The floor of a "
                  "recording is that, or the plain kernel of as many blocks where it takes longer. "
                  "`sequential`, one thread per block, is left out of the goals: that thread alone "
                  "also copies the array after each step.", goal=True)
