"""Whole programs, compiled by nvcc and run on the GPU, against what the warp machine prints of them."""

import concurrent.futures
import json
import math
import os
import subprocess

from .tools import ROOT, Result, say

LIBRARIES = ("-lcublas", "-lcufft", "-lcurand")
# A line that begins so may differ in its numbers' last digits, as tests/machine/host_libraries_test.cpp
# takes it: functions of C's library are rounded otherwise on a GPU.
NEAR, TOLERANCE = "near_", 2e-6
# Filtered textures are held to what an H200 gave by tests/machine/textures_test.cpp, within its weights' steps.
APART = ("textures",)


def texts():
    """Programs whose output an H200 has printed once, and those that wait for it."""
    data = ROOT / "tests/data"
    return [*(path for path in sorted(data.glob("*.cu"))
              if path.with_suffix(".out").exists() and path.stem not in APART),
            *sorted((data / "modern").glob("*.cu"))]


def same(want, got):
    if not want.startswith(NEAR):
        return want == got
    wanted, given = want.split()[1:], got.split()[1:]
    return len(wanted) == len(given) and all(
        math.isclose(float(a), float(b), rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        for a, b in zip(wanted, given))


def of_machine(tools, path):
    """What the machine prints, and what it finds wrong."""
    code, out = tools.run([tools.cli, "check", "--verbose", "--format", "json", path],
                          f"program_{path.stem}.json")
    told = json.loads(out)[0] if out.startswith("[") else {"printed": "", "refused": f"exit code {code}"}
    found = told.get("refused") or told.get("first_race") or told.get("faults") or ""
    return told["printed"] or "", str(found)[:200]


def of_gpu(tools, path):
    """What the program prints on the GPU; None and why where it does not run."""
    program = tools.out / f"program_{path.stem}"
    command = [tools.find("nvcc"), "-arch=native", "-std=c++17", "-O2", "-w", "-o", program, path]
    needs = path.read_text(encoding="utf-8")
    command += [library for library in LIBRARIES if library[2:] in needs]
    code, _ = tools.run(command, f"{program.name}.nvcc.log")
    if code != 0:
        return None, "nvcc refuses it"
    try:
        done = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None, "it does not end"
    finally:
        program.unlink()
    return (done.stdout, "") if done.returncode == 0 else (None, f"exit code {done.returncode}")


def check(tools, quick):
    """`quick` leaves nothing out."""
    del quick
    if not tools.find("nvcc"):
        return [Result("programs", False, "not run: nvcc was not found")]
    say("running programs …")
    every = texts()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        on_gpu = list(pool.map(lambda path: of_gpu(tools, path), every))
        on_machine = list(pool.map(lambda path: of_machine(tools, path), every))
    rows, wrong, lines = [], [], 0
    printed = {}
    for path, (want, why), (got, found) in zip(every, on_gpu, on_machine):
        if want is None or found:
            wrong.append(f"{path.stem}: {why or found}")
            continue
        printed[path.stem] = want
        wanted, given = want.splitlines(), got.splitlines()
        different = [k + 1 for k, (a, b) in enumerate(zip(wanted, given)) if not same(a, b)]
        if different or len(wanted) != len(given):
            first = different[0] if different else min(len(wanted), len(given)) + 1
            wrong.append(f"{path.stem}: line {first}")
        lines += len(wanted)
        rows.append([path.stem, len(wanted), len(different) + abs(len(wanted) - len(given))])
    (tools.out / "printed.json").write_text(json.dumps(printed, indent=1) + "\n", encoding="utf-8")
    return [Result("programs", bool(rows) and not wrong,
                   f"{len(every) - len(wrong)} of {len(every)} programs print the same, {lines} lines"
                   + (f"; not: {'; '.join(wrong)}" if wrong else ""),
                   ["program", "lines", "different"], rows,
                   "Programs of tests/data that use what came to CUDA last: groups, half and its kin, tensor "
                   "cores, asynchronous copies, CUB, thrust. Compiled by nvcc and run on the GPU, and run by "
                   "the warp machine. printed.json in --out has what the GPU printed.")]
