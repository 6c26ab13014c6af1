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


def sums(rows, metrics, launches):
    """The counts of each experiment: of all its launches together."""
    rows = iter(rows)
    mine = [[next(rows) for _ in range(count)] for count in launches]
    return [[sum(number(row, metric) for row in some) for metric in metrics] for some in mine]


def least_of_unit(tools, lines, launches):
    """Runs lines again, of so many launches each: the least that the unit's own counters said,
    loads and stores. They also count what else passes there, so that the least is the nearest."""
    if not lines:
        return []
    again = [line for line in lines for _ in range(REPEATS)]
    _, _, rows = profile(tools, [tools.lab, "plain", tools.write("again.txt", again)], RAW,
                         "again")
    if len(rows) != REPEATS * sum(launches):
        return []
    raw = sums(rows, RAW, [count for count in launches for _ in range(REPEATS)])
    return [[min(column) for column in zip(*raw[i:i + REPEATS])]
            for i in range(0, len(raw), REPEATS)]


def compare(tools, quick):
    if not tools.find("ncu"):
        return [Result("counters", False, "not run: ncu (Nsight Compute) is not here")]
    say("counting requests and wavefronts …")
    lines = [line + suffix for line in configurations.counted(quick)
             for suffix in (" as-written", "")]
    code, out, rows = profile(tools, [tools.lab, "plain", tools.write("counted.txt", lines)],
                              COUNTED + RAW, "counters")
    told = [line.split(";") for line in out.splitlines() if line.startswith("--")]
    launches = [int(says[6]) for says in told]
    if code != 0 or len(told) != len(lines) or len(rows) != sum(launches):
        return [Result("counters", False, f"{len(rows)} launches counted of {len(told)} of "
                                          f"{len(lines)} experiments, exit code {code}")]
    by_instruction = sums(rows, COUNTED, launches)
    by_unit = sums(rows, RAW, launches)
    modelled = [[int(value) for value in says[1:5]] for says in told]
    # Where they differ, the unit's own counters decide: run again, for they see other things too.
    unsettled = [i for i, counted in enumerate(by_instruction) if counted != modelled[i]]
    again = least_of_unit(tools, [lines[i] for i in unsettled], [launches[i] for i in unsettled])
    for i, least in zip(unsettled, again):
        by_unit[i] = [min(pair) for pair in zip(by_unit[i], least)]
    # A unit never counts less than passed through it: the smaller of the two is the nearer.
    measured = [[counted[0], min(counted[1], unit[0]), counted[2], min(counted[3], unit[1])]
                for counted, unit in zip(by_instruction, by_unit)]
    tally = {}
    different, compiled = [], []
    for line, says, expected, got in zip(lines, told, modelled, measured):
        as_written = line.endswith("as-written")
        entry = tally.setdefault((line.split()[1], as_written), [0, 0, [0] * 4, [0] * 4])
        entry[0] += 1
        entry[1] += expected != got
        entry[2] = [a + b for a, b in zip(entry[2], expected)]
        entry[3] = [a + b for a, b in zip(entry[3], got)]
        if expected != got:
            (different if as_written or says[5] != "right" else compiled).append(
                [line, *expected, *got])
    # An optimizing compiler may keep a word in a register, never fetch one that nobody asked for.
    unexplained = [entry for entry in compiled
                   if any(m > p for p, m in zip(entry[1:5], entry[5:]))
                   or entry[0].split()[1] not in RELOADING]
    columns = ["kernel", "build", "configurations", "different", "load requests, program",
               "GPU", "load wavefronts, program", "GPU", "store requests, program", "GPU",
               "store wavefronts, program", "GPU"]
    table = []
    for (kernel, as_written), (count, wrong, expected, got) in tally.items():
        pairs = [value for pair in zip(expected, got) for value in pair]
        table.append([kernel, "as written" if as_written else "as compiled", count, wrong, *pairs])
    tools.write("different.txt", (" ".join(map(str, entry)) for entry in different + compiled))
    half = len(lines) // 2
    fewer = sum(unit[0] < counted[1] or unit[1] < counted[3]
                for counted, unit in zip(by_instruction, by_unit))
    more = sum(unit[0] > counted[1] or unit[1] > counted[3]
               for counted, unit in zip(by_instruction, by_unit))
    notes = ("*as written*: shared memory is `volatile`, so that the machine code has each access "
             "that the text names; *as compiled*: as the optimizer leaves it. Where a kernel's text "
             "loads again what the same thread has just loaded or stored ("
             f"{', '.join(f'`{kernel}`' for kernel in RELOADING)}), the optimizer may keep it in a "
             "register: that is the whole difference.\n\n"
             "Nsight Compute counts wavefronts twice: by instruction, which does not move from run "
             f"to run, and by the unit itself (`{RAW[0]}` and `_op_st`), which also sees whatever "
             f"else passes its data stage. The unit said more in {more} of {len(lines)} launches, "
             f"less in {fewer}. It never sees less than passed, so there the count by instruction "
             "is too high: it is a model of its own, and off where lanes of 8-byte loads agree "
             "with their neighbours ([bank_model.md](bank_model.md)). We compare with the smaller "
             f"of the two; launches that differed by instruction were run {REPEATS} times more for "
             "it.")
    return [Result("requests and wavefronts", not different,
                   f"{half - len(different)} of {half} configurations exact (accesses as written)",
                   columns, table, notes),
            Result("as compiled", not unexplained,
                   f"{half - len(compiled)} of {half} exact, {len(compiled) - len(unexplained)} "
                   "with loads that the optimizer dropped")]
