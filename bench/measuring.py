"""What the parts of performance.py share: child processes and what they take, tables, the machine."""

import json
import math
import os
import statistics
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def machine():
    """A sentence: which processor, how many cores, how busy."""
    model = "an unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as facts:
        for line in facts:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    load = os.getloadavg()[0]
    return (f"{model}, {os.cpu_count()} cores, load {load:.1f}, "
            f"{time.strftime('%Y-%m-%d', time.gmtime())}.")


def used_by(command, **more):
    """Runs a command; returns its standard output and its processor time in seconds."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, **more) as child:
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{command} ended with {child.returncode}: {output.decode()[-500:]}")
    return output.decode(), usage.ru_utime + usage.ru_stime


def benchmarks(program, pattern, repetitions=3, least_seconds=None):
    """Google Benchmark's results by name: medians, in seconds, and counters."""
    command = [str(program), f"--benchmark_filter={pattern}", "--benchmark_format=json",
               f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving"]
    if least_seconds is not None:
        command.append(f"--benchmark_min_time={least_seconds}")
    output, _ = used_by(command, stderr=subprocess.DEVNULL)
    units = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    runs = {}
    for run in json.loads(output)["benchmarks"]:
        if run.get("error_occurred"):
            raise SystemExit(f"{run['name']}: {run['error_message']}")
        if run["run_type"] == "iteration":
            runs.setdefault(run["run_name"], []).append(run)
    found = {}
    for name, all_runs in runs.items():
        of = {key: value for key, value in all_runs[0].items() if isinstance(value, float | int)}
        for key in of:
            scale = units[all_runs[0]["time_unit"]] if key in ("real_time", "cpu_time") else 1
            of[key] = scale * statistics.median(run[key] for run in all_runs)
        found[name] = of
    return found


def seconds(value):
    """12.3 ms, with three digits."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{digits(value / size)} {unit}"
    return f"{digits(value * 1e9)} ns"


def digits(value, count=3):
    """A number with so many digits, and no exponent."""
    if value == 0:
        return "0"
    places = max(count - 1 - math.floor(math.log10(abs(value))), 0)
    return f"{value:,.{places}f}"


def power_of_two(n):
    return "2" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(n.bit_length() - 1))


def mebibytes(value):
    return f"{digits(value / 2**20)} MiB"


def fitted_exponent(points):
    """Of y = c · x^e through (x, y), least squares on logarithms."""
    xs = [math.log(x) for x, _ in points]
    ys = [math.log(y) for _, y in points]
    x_mean, y_mean = statistics.fmean(xs), statistics.fmean(ys)
    return (sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys))
            / sum((x - x_mean) ** 2 for x in xs))


def slope(points):
    """Of y = a + b · x through (x, y), least squares: what does not grow with x is left out."""
    xs, ys = zip(*points)
    x_mean, y_mean = statistics.fmean(xs), statistics.fmean(ys)
    return (sum((x - x_mean) * (y - y_mean) for x, y in points)
            / sum((x - x_mean) ** 2 for x in xs))


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def judged(value, goal, text, at_least=False):
    """The text, bold where the goal is missed."""
    met = value >= goal if at_least else value <= goal
    return text if met else f"**{text}**"
