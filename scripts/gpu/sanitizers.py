"""compute-sanitizer over the library's texts: compiled by nvcc, and as they are recorded."""

import concurrent.futures
import json
import os

from . import counters, texts
from .tools import ROOT, Result, say

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
RACY = "kernels/broken/kogge_stone_one_barrier.cu"


def sanitized(tools, tool, command, log):
    return tools.run([tools.find("compute-sanitizer"), "--tool", tool, "--error-exitcode", "1",
                      *command], log, timeout=300)[0]


def check(tools, quick):
    if not tools.find("compute-sanitizer") or not tools.find("nvcc"):
        return [Result("sanitizers", False, "not run: compute-sanitizer or nvcc was not found")]
    folder = counters.programs(tools, quick)
    plan = [entry for entry in json.loads((folder / "plan.json").read_text(encoding="utf-8"))
            if entry["variant"] == "compiled" and "refused" not in entry]
    correct = [entry for entry in plan if not counters.is_broken(entry["text"])]
    jobs = [(tool, entry["text"], [folder / entry["program"], folder])
            for tool in TOOLS for entry in correct]
    # Recording adds calls at each access: they must do no harm either.
    jobs += [(f"{tool}, recorded", entry["text"],
              [tools.cli, "record", ROOT / entry["text"], "--engine", "cuda", "-o", os.devnull])
             for tool in ("memcheck", "initcheck") for entry in correct]
    say("running compute-sanitizer …")

    def run(job):
        name, text, command = job
        log = f"{name.replace(', ', '_')}_{os.path.basename(text)}.log"
        return sanitized(tools, name.split(",")[0], command, log)

    # Side by side: each spends most of its time on the host.
    with concurrent.futures.ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
        codes = list(pool.map(run, jobs))
    found = []
    for name in dict.fromkeys(job[0] for job in jobs):
        mine = [(job[1], code) for job, code in zip(jobs, codes) if job[0] == name]
        wrong = [text for text, code in mine if code != 0]
        found.append(Result(name, bool(mine) and not wrong,
                            f"{len(mine) - len(wrong)} of {len(mine)} texts clean"
                            + (f"; first: {wrong[0]}" if wrong else "")))
    return [*found, planted_race(tools, folder, plan)]


def planted_race(tools, folder, plan):
    """The text that lacks a barrier: racecheck has to find it, and so has the program."""
    program = next((entry["program"] for entry in plan if entry["text"] == RACY), None)
    if not program:
        return Result("planted race", False, f"not run: {RACY} was not compiled")
    caught = sanitized(tools, "racecheck", [folder / program, folder], "race.log") != 0
    report, _, _ = texts.run_cli(tools.cli, ROOT / RACY, {}, folder)
    fine = caught and report["race_count"] > 0
    return Result("planted race", fine,
                  f"{'caught' if caught else 'NOT caught'} by racecheck, "
                  f"{report['race_count']} found by the program")
