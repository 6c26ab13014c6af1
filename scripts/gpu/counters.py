"""The plain kernels under Nsight Compute, against what the program says of them."""

import csv

from . import configurations
from .tools import Result, say

# What Nsight Compute shows by source line: counted instruction by instruction.
LOAD_REQUESTS = "smsp__sass_inst_executed_op_shared_ld.sum"
STORE_REQUESTS = "smsp__sass_inst_executed_op_shared_st.sum"
LOAD_WAVEFRONTS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
STORE_WAVEFRONTS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
COUNTED = (LOAD_REQUESTS, LOAD_WAVEFRONTS, STORE_REQUESTS, STORE_WAVEFRONTS)
# The unit's own counters, which also see what else passes its data stage.
RAW = ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
       "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum")
REPEATS = 5
# Their texts load again what the same thread has just loaded or stored.
RELOADING = ("sequential", "raking", "blelloch")


def read_csv(path):
    """Rows of `ncu --csv --page raw` as dictionaries; the row of units is left out."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line for line in file if line.startswith('"')]
    return [row for row in csv.DictReader(lines) if row["ID"]]


def number(row, metric):
    return int(float(row[metric].replace(",", "")))


def profile(tools, command, metrics, name, timeout=580):
    """Runs under ncu; (exit code, what the program printed, the rows)."""
    log = tools.out / f"{name}.csv"
    code, out = tools.run([tools.find("ncu"), "--clock-control", "none", "--csv", "--page", "raw",
                           "--metrics", ",".join(metrics), "--log-file", log, *command],
                          f"{name}.log", timeout)
    return code, out, read_csv(log) if log.exists() else []


def repeat(tools, launches):
    """Runs launches whose raw counters differ from the counts by instruction again: in how many
    the least raw count is the count by instruction, and in how many the raw count moves."""
    if not launches:
        return 0, 0
    lines = [line for line, _, _ in launches for _ in range(REPEATS)]
    _, _, rows = profile(tools, [tools.lab, "plain", tools.write("again.txt", lines)], RAW,
                         "again")
    settled = moved = 0
    for i, (_, counted, first) in enumerate(launches):
        raw = [[number(row, metric) for metric in RAW]
               for row in rows[i * REPEATS:(i + 1) * REPEATS]] + [first]
        settled += [min(pair) for pair in zip(*raw)] == counted
        moved += any(other != first for other in raw)
    return settled, moved


def compare(tools, quick):
    if not tools.find("ncu"):
        return [Result("counters", False, "not run: ncu (Nsight Compute) is not here")]
    say("counting requests and wavefronts …")
    lines = [line + suffix for line in configurations.counted(quick)
             for suffix in (" as-written", "")]
    code, out, rows = profile(tools, [tools.lab, "plain", tools.write("counted.txt", lines)],
                              COUNTED + RAW, "counters")
    told = [line.split(";") for line in out.splitlines() if line.startswith("--")]
    if code != 0 or len(told) != len(lines) or len(rows) != len(lines):
        return [Result("counters", False, f"{len(rows)} launches counted, {len(lines)} expected, "
                                          f"exit code {code}")]
    tally = {}
    different, compiled, raw_other, raw_less = [], [], [], 0
    for line, says, row in zip(lines, told, rows):
        modelled = [int(value) for value in says[1:5]]
        measured = [number(row, metric) for metric in COUNTED]
        kernel = line.split()[1]
        as_written = line.endswith("as-written")
        entry = tally.setdefault((kernel, as_written), [0, 0, [0, 0, 0, 0], [0, 0, 0, 0]])
        entry[0] += 1
        entry[1] += modelled != measured
        entry[2] = [a + b for a, b in zip(entry[2], modelled)]
        entry[3] = [a + b for a, b in zip(entry[3], measured)]
        if modelled != measured:
            (different if as_written or says[5] != "right" else compiled).append(
                [line, *modelled, *measured])
        raw = [number(row, metric) for metric in RAW]
        if raw != [measured[1], measured[3]]:
            raw_other.append((line, [measured[1], measured[3]], raw))
            raw_less += any(theirs < mine for mine, theirs in
                            zip((measured[1], measured[3]), raw))
    # An optimizing compiler may keep a word in a register, never fetch one that nobody asked for.
    unexplained = [entry for entry in compiled
                   if any(m > p for p, m in zip(entry[1:5], entry[5:]))
                   or entry[0].split()[1] not in RELOADING]
    columns = ["kernel", "build", "configurations", "different", "load requests, program",
               "GPU", "load wavefronts, program", "GPU", "store requests, program", "GPU",
               "store wavefronts, program", "GPU"]
    table = []
    for (kernel, as_written), (count, wrong, modelled, measured) in tally.items():
        pairs = [value for pair in zip(modelled, measured) for value in pair]
        table.append([kernel, "as written" if as_written else "as compiled", count, wrong, *pairs])
    tools.write("different.txt", (" ".join(map(str, entry)) for entry in different + compiled))
    half = len(lines) // 2
    settled, moved = repeat(tools, raw_other)
    notes = ("*as written*: shared memory is `volatile`, so that the machine code has each access "
             "that the text names; *as compiled*: as the optimizer leaves it. Where a kernel's text "
             "loads again what the same thread has just loaded or stored ("
             f"{', '.join(f'`{kernel}`' for kernel in RELOADING)}), the optimizer may keep it in a "
             "register: that is the whole difference.\n\n"
             f"The unit's own counters (`{RAW[0]}` and `_op_st`) say the same at once in "
             f"{len(lines) - len(raw_other)} of {len(lines)} launches, more in "
             f"{len(raw_other) - raw_less}, less in {raw_less}. They count whatever passes the "
             f"unit's data stage: of the {len(raw_other)} launches, each run {REPEATS} times more, "
             f"{moved} gave another number with the same machine code, and in {settled} the least "
             "was exactly the count by instruction. We compare with the latter. Of the counts by "
             "instruction one thing is to be known: in 2 of 266 lane patterns of 8-byte loads with "
             "idle lanes (not met in these kernels) they say one or two wavefronts more than the "
             "unit's own counter, with which our rule agrees ([bank_model.md](bank_model.md)).")
    return [Result("requests and wavefronts", not different and not raw_less,
                   f"{half - len(different)} of {half} configurations exact (accesses as written)",
                   columns, table, notes),
            Result("as compiled", not unexplained,
                   f"{half - len(compiled)} of {half} exact, {len(compiled) - len(unexplained)} "
                   "with loads that the optimizer dropped")]
