"""The library's texts under Nsight Compute, against what the program counts of them."""

import csv

from . import texts
from .tools import ROOT, Result, say


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
                           "--print-units", "base", "--metrics", ",".join(metrics), "--log-file",
                           log, *command], f"{name}.log", timeout)
    return code, out, read_csv(log) if log.exists() else []


def is_broken(path):
    return "correct" in texts.card_of((ROOT / path).read_text(encoding="utf-8"))


def programs(tools, quick):
    """The folder with a program for each text and variant; compiled if it is not there."""
    folder = tools.out / "texts"
    if not (folder / "plan.json").exists():
        say("compiling the texts …")

        def settings(text):
            few = quick or "correct" in texts.card_of(text)
            return texts.settings_of(text) if few else texts.choices_of(text)

        texts.prepare(tools.cli, ROOT, folder, "native", settings)
    return folder


def check(tools, quick):
    if not tools.find("ncu") or not tools.find("nvcc"):
        return [Result("counters", False, "not run: ncu (Nsight Compute) or nvcc was not found")]
    folder = programs(tools, quick)
    say("counting …")
    texts.count(folder, folder, lambda entry: not is_broken(entry["text"]))
    return results(texts.compare(folder, folder))


def waits(path):
    """Do its blocks wait for one another? How often they look is up to the run."""
    return "__threadfence" in texts.whole(ROOT / path)


def results(rows):
    """Rows as texts.compare gives them."""
    tables = {}
    different, spoiled = [], []
    for row in rows:
        text, variant, settings, figure, machine, predicted, hardware = row
        if figure.startswith("global_") and waits(text):
            continue
        entry = tables.setdefault(variant, {}).setdefault(text, [0, 0, 0, set()])
        entry[0] += 1
        entry[1] += machine == hardware
        entry[2] += predicted == hardware
        entry[3].add(tuple(settings.items()))
        if machine != hardware and variant == "written":
            different.append(row)
        # An optimizer may drop accesses and join them, and where it unrolls a loop that lanes leave
        # at different rounds, add some. Of what it leaves alone nothing else may be said.
        if machine == hardware != predicted and variant == "compiled":
            spoiled.append(row)
    found = []
    for variant, wrong in (("written", different), ("compiled", spoiled)):
        of_text = tables.get(variant, {})
        figures, machine, predicted = (sum(entry[k] for entry in of_text.values())
                                       for k in range(3))
        result = Result(f"counters, as {variant}", figures > 0 and not wrong,
                        f"{machine} of {figures} figures equal",
                        ["text", "settings", "figures", "equal"],
                        [[text, len(entry[3]), *entry[:2]] for text, entry in of_text.items()])
        if variant == "compiled":
            result.found = (f"{machine} of {figures} figures as the text says, {predicted} as "
                            "predicted")
            result.columns = [*result.columns[:3], "as the text says", "as predicted"]
            result.rows = [[text, len(entry[3]), *entry[:3]] for text, entry in of_text.items()]
        if wrong:
            result.found += f"; first: {wrong[0]}"
        found.append(result)
    found[0].notes = (
        "Figures: requests and wavefronts of shared loads, stores and atomics, requests and "
        "sectors of global loads and stores, requests of global atomics; of texts whose blocks "
        "wait for one another only those of shared memory. *As written*: shared arrays are "
        "`volatile` and loops are not unrolled, so that the machine code has each access that the "
        "text names; texts that cannot be compiled so are left out.")
    found[1].notes = ("*As compiled*: as the optimizer leaves it, which may drop accesses of "
                      "shared memory and join them; what it does is "
                      "[predicted](#as-written-and-as-compiled) in part.")
    return found
