"""Every CUDA text on the GPU, printed and compiled by NVRTC, held against the machine: the trace that
was recorded, and what the arrays hold in the end."""

import concurrent.futures
import os
import subprocess

from . import texts
from .tools import ROOT, Result, say


def flags_of(settings):
    return [part for name, value in settings.items() for part in ("-D", f"{name}={value}")]


# What a run may come to. A text that is broken on purpose (its card says which one is correct) may
# do something else on a GPU, or be refused.
FINE = ("identical", "the same", "broken")
# Knobs that the text itself does not take together.
NO_SETTING = "no setting"


def verdict(cli, path, settings, is_broken):
    try:
        done = subprocess.run([cli, "verify", str(path), *flags_of(settings)],
                              capture_output=True, text=True, check=False, timeout=120)
        said, code = (done.stdout or done.stderr).strip(), done.returncode
    except subprocess.TimeoutExpired:
        said, code = "timed out", 124
    if code == 0:
        return said.split(":")[0], said
    if is_broken and code in (1, 2):
        return "broken", said
    if code == 2 and ("#error" in said or "is not handed to a GPU yet" in said):
        return NO_SETTING, said
    return {1: "DIFFERENT", 2: "REFUSED"}.get(code, f"exit code {code}"), said


def verify(cli, root, quick=False, only=None):
    """Rows: text, settings, verdict (FINE, DIFFERENT, REFUSED), sentence; none where the text
    itself says #error, or has halves, which only the machine runs."""
    runs = []
    for path in sorted(root.glob("tests/data/mains/*.cu")):
        if not only or only in path.stem:
            runs.append((path, {}, False))
    for path in sorted(root.glob("kernels/*/*.cu")):
        text = path.read_text(encoding="utf-8")
        if "launch" not in texts.card_of(text) or (only and only not in path.stem):
            continue
        # Where an object's pointer leads to shared memory the machine loses the GPU's trace.
        if "#include <cub/" in text:
            continue
        is_broken = "correct" in texts.card_of(text)
        runs += [(path, settings, is_broken) for settings in texts.choices_of(text)[:1 if quick else None]]
    # A run mostly waits: for the compiler, and for the driver to start.
    with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 2)) as pool:
        verdicts = pool.map(lambda run: verdict(cli, *run), runs)
        return [(path.stem, settings, *said)
                for (path, settings, _), said in zip(runs, verdicts) if said[0] != NO_SETTING]


def check(tools, quick):
    say("running CUDA texts through NVRTC …")
    rows = verify(tools.cli, ROOT, quick)
    tools.write("traces.txt", rows)
    wrong = [row for row in rows if row[2] not in FINE]
    table = []
    for name in sorted({row[0] for row in rows}):
        mine = [row for row in rows if row[0] == name]
        table.append([name, len(mine), *(sum(row[2] == word for row in mine) for word in FINE),
                      sum(row in wrong for row in mine)])
    return [Result("traces", bool(rows) and not wrong,
                   f"{len(rows) - len(wrong)} of {len(rows)} runs as on the machine"
                   + (f"; first: {wrong[0]}" if wrong else ""),
                   ["text", "runs", *FINE, "different"], table,
                   "*identical*: every access and barrier of every thread at its place, every "
                   "stored value and what the arrays hold in the end. *the same*: but for "
                   "rounding, in sums whose order is up to the GPU, or for the order of a race. "
                   "*broken*: refused, or different, of a text that is broken on purpose.")]
