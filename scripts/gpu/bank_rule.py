"""Measures again what docs/bank_model.md rests on: one launch per lane pattern."""

import csv

from . import bank_patterns, counters
from .tools import ROOT, Result, say

METRIC = {"load": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
          "store": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
          "atomi": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}


# Of asynchronous copies: wavefronts, of which four are committing and waiting, and bank conflicts.
COPIES = ("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
          "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum")
OF_WAITING = 4


def rows_of(name):
    text = (ROOT / "tests/data" / name).read_text(encoding="utf-8")
    return csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))


def recorded():
    """(access, elements) -> wavefronts, as tests/data has them: what the rule says, too."""
    return {(row["access"], row["elements"]): int(row["wavefronts"])
            for row in rows_of("bank_measurements.csv")}


def check_copies(tools, program, quick, device):
    """Measures the copies of tests/data/copy_measurements.csv again."""
    say("measuring asynchronous copies …")
    expected = {(row["access"], row["to"], row["from"]): (int(row["wavefronts"]), int(row["conflicts"]))
                for row in rows_of("copy_measurements.csv")}
    keys = list(expected)[::20] if quick else list(expected)
    path = tools.write("copy_patterns.txt", (";".join(key) for key in keys))
    code, _, rows = counters.profile(tools, [program, path], COPIES, "copies")
    if code != 0 or len(rows) != len(keys):
        return Result("bank rule of copies", False, f"{len(rows)} of {len(keys)} patterns measured")
    name, driver, capability = device
    out = [f"# Wavefronts and bank conflicts of asynchronous copies on an {name} (compute capability "
           f"{capability}, driver {driver}).", "access,to,from,wavefronts,conflicts"]
    equal = 0
    for key, row in zip(keys, rows):
        found = (counters.number(row, COPIES[0]) - OF_WAITING, counters.number(row, COPIES[1]))
        equal += expected[key] == found
        out.append(",".join(map(str, (*key, *found))))
    tools.write("copy_measurements.csv", out)
    return Result("bank rule of copies", equal == len(keys),
                  f"{equal} of {len(keys)} asynchronous copies cost what "
                  "tests/data/copy_measurements.csv says")


def check(tools, quick):
    program = tools.compile("bank_patterns")
    if not tools.find("ncu") or not program:
        return [Result("bank rule", False,
                       "not run: ncu (Nsight Compute) or nvcc was not found, or failed")]
    say("measuring the banks …")
    lines = [(access, " ".join(map(str, pattern))) for access, pattern in bank_patterns.all_lines()]
    lines = lines[::20] if quick else lines
    path = tools.write("patterns.txt", (f"{access};{pattern}" for access, pattern in lines))
    code, _, rows = counters.profile(tools, [program, path], METRIC.values(), "banks")
    if code != 0 or len(rows) != len(lines):
        return [Result("bank rule", False, f"{len(rows)} of {len(lines)} patterns measured")]
    name, driver, capability = device = tools.device() or ("unknown GPU", "?", "?")
    out = [f"# Wavefronts that one warp's access took on an {name} (compute capability "
           f"{capability}, driver {driver}).", "access,elements,wavefronts"]
    expected, known, different = recorded(), 0, 0
    for (access, pattern), row in zip(lines, rows):
        wavefronts = counters.number(row, METRIC[access[:5].rstrip("0123456789")])
        known += (access, pattern) in expected
        different += expected.get((access, pattern), wavefronts) != wavefronts
        out.append(f"{access},{pattern},{wavefronts}")
    tools.write("bank_measurements.csv", out)
    return [Result("bank rule", different == 0,
                   f"{known - different} of {known} lane patterns cost what "
                   f"tests/data/bank_measurements.csv says; {len(lines) - known} are new"),
            check_copies(tools, program, quick, device)]
