"""Oclgrind beside the program: the same scans of the same numbers, in blocks of 1,024.

Oclgrind interprets bench/scans.cl and, with --data-races, looks for races; it keeps no trace. The
program's machine does as much, or records each access, or also each operation with its origins; as a
trace there are snapshots and tables besides, and then all races are looked for. Compared is processor time for each element:
the slope over N, so that neither's start-up counts.
"""

import json
import pathlib
import random
import subprocess
import tempfile

import numpy

from measuring import ROOT, benchmarks, digits, judged, machine, seconds, slope, table, used_by

SIZES = (1 << 12, 1 << 14, 1 << 15)
OWN_SIZES = (1 << 14, 1 << 17, 1 << 20)
REPETITIONS = 3
KERNELS = {"kogge-stone": ("kogge_stone", "Kogge–Stone"), "brent-kung": ("brent_kung", "Brent–Kung")}


def by_oclgrind(folder, kernel, numbers, races):
    """The scan, and the processor time."""
    n = len(numbers)
    simulation = folder / "run.sim"
    simulation.write_text(
        f"{ROOT / 'bench' / 'scans.cl'}\n{kernel}\n{n} 1 1\n{min(n, 1024)} 1 1\n"
        f"<size={4 * n} float>\n{' '.join(map(str, numbers))}\n"
        f"<size={4 * n} float fill=0 dump>\n<size=4 int>\n{n}\n", encoding="utf-8")
    flags = ["--data-races"] if races else []
    output, time = used_by(["oclgrind-kernel", *flags, "--num-threads", "1", str(simulation)],
                              stderr=subprocess.STDOUT)
    if "race" in output:
        raise SystemExit(f"Oclgrind finds a race in {kernel}: {output[:400]}")
    scan = [float(line.split("=")[1]) for line in output.splitlines() if line.startswith("  P[")]
    return scan, time


def by_the_program(folder, kernel, numbers, cli):
    """The scan as the program's trace has it."""
    listed, trace = folder / "numbers.txt", folder / "trace.npz"
    listed.write_text("\n".join(map(str, numbers)), encoding="utf-8")
    subprocess.run([cli, "record", "--kernel", kernel, "--block", "1024", "--n", str(len(numbers)),
                    "--input", f"file:{listed}", "-o", str(trace)], check=True, cwd=folder)
    with numpy.load(trace) as members:
        arrays = json.loads(members["meta.json"])["arrays"]
        index = next(k for k, array in enumerate(arrays) if array["name"] == "P")
        return [float(number) for number in members[f"array_{index}_after"]]


def measure(build):
    rows = []
    with tempfile.TemporaryDirectory(prefix="stridescope-oclgrind-") as name:
        folder = pathlib.Path(name)
        cli = build / "app" / "stridescope-cli"
        for kernel, (function, title) in KERNELS.items():
            chosen = random.Random(1)
            points = {False: [], True: []}
            for n in SIZES:
                numbers = [chosen.randrange(10) for _ in range(n)]
                own = by_the_program(folder, kernel, numbers, cli)
                for races in points:
                    times = []
                    for _ in range(REPETITIONS):
                        scan, time = by_oclgrind(folder, function, numbers, races)
                        times.append(time)
                    if scan != own:
                        raise SystemExit(f"Oclgrind and the program disagree on {kernel} of {n}.")
                    points[races].append((n, sorted(times)[REPETITIONS // 2]))
            peer = {races: slope(of) for races, of in points.items()}
            ours = {}
            for what in ("machine_nothing_kept", "machine_accesses", "machine", "with_races"):
                wanted = "|".join(map(str, OWN_SIZES))
                found = benchmarks(build / "bench" / "growth_bench",
                                   f"^{what}/{kernel}/({wanted})$", REPETITIONS, 0.3)
                ours[what] = slope([(n, found[f"{what}/{kernel}/{n}"]["cpu_time"])
                                    for n in OWN_SIZES])
            for what, races, words in (
                    ("machine_nothing_kept", False, "the result alone, as Oclgrind does"),
                    ("machine_accesses", False, "every access; no races"),
                    ("machine", False, "every access and operation, with origins; no races"),
                    ("with_races", True, "the whole trace, with snapshots, and all races")):
                ratio = peer[races] / ours[what]
                rows.append((title, words, seconds(peer[races]), seconds(ours[what]),
                             # Only there both do the same.
                             judged(ratio, 1000 if what == "machine_nothing_kept" else 0,
                                    f"{digits(ratio)} ×", at_least=True)))
    version = subprocess.run(["oclgrind-kernel", "--version"], capture_output=True,
                             text=True, check=False).stdout.split("\n")
    version = next(line for line in version if "Oclgrind" in line).strip()
    return (table(("scan", "what is found out", "Oclgrind, an element", "the program, an element",
                   "ratio"), rows)
            + f"\n\n{version}; slopes over N = {', '.join(f'{n:,}' for n in SIZES)} there, "
            f"{', '.join(f'{n:,}' for n in OWN_SIZES)} here, medians of {REPETITIONS}; both give "
            f"the same scans of the same numbers. {machine()}")
