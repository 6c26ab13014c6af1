"""Every CUDA text on the GPU, printed and compiled by NVRTC, held against the machine: the trace that
was recorded, what the arrays hold in the end, and how long the plain kernels take."""

import concurrent.futures
import json
import os
import re
import subprocess

from . import texts
from .tools import Result, say


def settings_of(text):
    """The texts' three settings of their knobs, and each choice of a block scan, padding and type."""
    made = []
    for settings in texts.settings_of(text):
        if settings not in made:
            made.append(settings)
    defaults = dict(re.findall(r"^#define\s+(\w+)\s+(\S+)\s*(?://.*)?$", text, re.MULTILINE))
    for knob in texts.card_of(text).get("knob", []):
        name, *values = knob.replace(",", " ").split()
        if name not in ("SCAN", "PADDING", "OPERATOR", "EXCLUSIVE", "COARSEN", "PAD"):
            continue
        made += [{name: value} for value in values if value != defaults.get(name)]
    return made


def flags_of(settings):
    return [part for name, value in settings.items() for part in ("-D", f"{name}={value}")]


def verdict(cli, path, settings):
    try:
        done = subprocess.run([cli, "verify", str(path), *flags_of(settings)],
                              capture_output=True, text=True, check=False, timeout=120)
        said, code = (done.stdout or done.stderr).strip(), done.returncode
    except subprocess.TimeoutExpired:
        said, code = "timed out", 124
    if code == 0:
        return said.split(":")[0], said
    return {1: "DIFFERENT", 2: "refused"}.get(code, f"exit code {code}"), said


def verify(cli, root, quick=False, only=None):
    """Rows: text, settings, verdict (identical, the same, DIFFERENT, refused), sentence."""
    runs = []
    for path in sorted(root.glob("kernels/*/*.cu")):
        text = path.read_text(encoding="utf-8")
        if "launch" not in texts.card_of(text) or (only and only not in path.stem):
            continue
        runs += [(path, settings) for settings in settings_of(text)[:1 if quick else None]]
    # A run mostly waits: for the compiler, and for the driver to start.
    with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 2)) as pool:
        verdicts = pool.map(lambda run: verdict(cli, *run), runs)
        return [(path.stem, settings, *said) for (path, settings), said in zip(runs, verdicts)]


def times(cli, root):
    """Rows: text, kernel, milliseconds."""
    rows = []
    for path in sorted(root.glob("kernels/*/*.cu")):
        text = path.read_text(encoding="utf-8")
        if "launch" not in texts.card_of(text):
            continue
        done = subprocess.run([cli, "bench", str(path), "--format", "json"], capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            continue
        for launch in json.loads(done.stdout)["launches"]:
            rows.append((path.stem, launch["kernel"], launch["ms"]))
    return rows


def check(tools, root, quick):
    say("running CUDA texts through NVRTC …")
    rows = verify(tools.cli, root, quick)
    # A broken text may be refused; every other one has to be what the machine says.
    wrong = [row for row in rows if row[2] not in ("identical", "the same", "refused")]
    table = []
    for name in sorted({row[0] for row in rows}):
        mine = [row for row in rows if row[0] == name]
        table.append([name, len(mine), *(sum(row[2] == word for row in mine)
                                         for word in ("identical", "the same", "refused")),
                      sum(row in wrong for row in mine)])
    return Result("CUDA texts by NVRTC", bool(rows) and not wrong,
                  f"{len(rows) - len(wrong)} of {len(rows)} runs agree"
                  + (f"; first: {wrong[0]}" if wrong else ""),
                  ["text", "runs", "identical", "the same", "refused", "different"], table)
