"""The times of warps (record --times) against what must be true of any clock, and what they cost."""

import array
import concurrent.futures
import json
import os
import pathlib
import re
import zipfile

from . import texts
from .nvrtc import flags_of
from .tools import ROOT, Result, say

RECORDED = 8
MOST_FACTOR, MOST_BLOCK_FACTOR = 1.10, 1.30
# Of the least and the most of a recording's own runs: so much beyond them may another one be.
SPREAD = 0.02
# So that a plain kernel takes 30 µs and more: what it costs to start one is little then.
LARGE = {"scan": 1 << 24, "reduce": 1 << 25, "histogram": 1 << 24, "access": 1 << 24,
         "convolution": 4096, "matrix": 4096}
# On the machine, which has to look first, these take longest.
LARGE_MATMUL = 1024
# Recordings at once: on the GPU they take turns by themselves, while others are on the machine.
AT_ONCE = 8
SIZES = ({"BLOCK": 1024, "TILE": 32}, {"BLOCK": 256, "COARSEN": 8, "TILE": 16},
         {"BLOCK": 512, "COARSEN": 2, "TILE": 8, "PADDING": "every32"})


def settings_of(path, family, wished):
    """The wished knobs that the text has."""
    text = path.read_text(encoding="utf-8")
    card = texts.card_of(text)
    knobs = re.findall(r"knob:\s+(\w+)\s+([^\n]*?)(?=\s+knob:|\n|$)", text)
    named = {name: values.split() for name, values in knobs}
    chosen = {}
    for name, value in wished.items():
        values = named.get(name)
        if values is None or ("…" not in values and str(value) not in values):
            continue
        chosen[name] = value
    if "N" in named:
        chosen["N"] = LARGE_MATMUL if path.stem.startswith("matmul") else LARGE[family]
    return chosen if "launch" in card else None


def runs_of(root, quick):
    """Text and settings: scans within a block and the families, three sizes each."""
    for family in LARGE:
        for path in sorted((root / "kernels" / family).glob("*.cu")):
            if path.stem in ("cub_block_scan", "naive", "sequential") or "__half" in path.read_text():
                continue
            seen = []
            for wished in SIZES[:1] if quick else SIZES:
                settings = settings_of(path, family, wished)
                if settings is not None and settings not in seen:
                    seen.append(settings)
                    yield path, settings


def npy(archive, name):
    """The numbers of a member of a trace, and how many there are in a row."""
    data = archive.read(f"{name}.npy")
    head_end = 10 + int.from_bytes(data[8:10], "little")
    head = data[10:head_end].decode()
    columns = int(re.search(r"'shape': \(\d+, *(\d+)", head).group(1))
    numbers = array.array("q" if "<i8" in head else "i")
    numbers.frombytes(data[head_end:])
    return [numbers[i:i + columns] for i in range(0, len(numbers), columns)]


class Times:
    """What a trace says of its warps."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            self.meta = json.loads(archive.read("meta.json"))["times"]
            self.warps = npy(archive, "times_warps")
            self.barriers = npy(archive, "times_barriers")
            self.accesses = npy(archive, "times_accesses") if self.meta.get("accesses") else []

    def passed(self):
        """By launch, block and barrier: when each warp came there and when it left, in clocks."""
        at, barriers = 0, {}
        for launch, block, warp, _, _, begin, _, _, _, count in self.warps:
            now = begin
            for k in range(count):
                worked, waited = self.barriers[at]
                at += 1
                arrived, now = now + worked, now + worked + waited
                barriers.setdefault((launch, block, k), []).append((warp, arrived, now))
        return barriers

    def order(self):
        """Pairs of warps at a barrier, and how many of them left before the other one came."""
        pairs = broken = worst = 0
        for all_of_it in self.passed().values():
            last = max(all_of_it, key=lambda one: one[1])
            pairs += len(all_of_it) * (len(all_of_it) - 1)
            for _, _, left in all_of_it:
                early = sum(left < arrived for _, arrived, _ in all_of_it)
                broken += early
                worst = max(worst, last[1] - left)
        return pairs, broken, worst

    def worst_timer(self):
        """How far a warp's begin lies from what the timer says of it, and how long before its end, in
        nanoseconds: at an end the timer may be told late, behind all that was just stored, never early."""
        rate = self.meta["clocks_per_ns"]
        begins = [begin / rate - timer for _, _, _, _, _, begin, _, timer, _, _ in self.warps]
        ends = [end / rate - timer for _, _, _, _, _, _, end, _, timer, _ in self.warps]
        middle = (max(begins) + min(begins)) / 2  # the axis begins with the first warp
        return max(max(abs(one - middle) for one in begins), max(one - middle for one in ends))

    def worst_late(self):
        """How much later than a warp's end the timer may be told."""
        rate = self.meta["clocks_per_ns"]
        return max(timer - end / rate for _, _, _, _, _, _, end, _, timer, _ in self.warps)

    def factor(self):
        return self.meta["timed_us"][0] / self.meta["plain_us"][0]

    def block_factor(self):
        return self.meta["block_clocks"][0] / self.meta["block_clocks_without"][0]


def record(tools, path, settings, name, wanted="--times"):
    """The times of a recording; None and what was said where there is none."""
    out = tools.out / f"{name}.npz"
    code, _ = tools.run([tools.cli, "record", path, *flags_of(settings), "--engine", "cuda", wanted,
                         "--blocks", f"first:{RECORDED}", "-o", out], f"{name}.log")
    said = (tools.out / f"{name}.log").read_text(encoding="utf-8", errors="replace").strip()
    if code != 0:
        return None, said
    times = Times(out)
    out.unlink()
    return times, said


def agree(recordings):
    """Whether each one's blocks took as long as the others say that they may."""
    return all(low * (1 - SPREAD) <= kept <= high * (1 + SPREAD)
               for kept, _, _ in recordings for _, low, high in recordings)


def recordings_of(tools, quick):
    """Text, settings and what its recordings gave: three of the first size, one of the others."""
    with concurrent.futures.ThreadPoolExecutor(min(AT_ONCE, os.cpu_count() or 1)) as pool:
        made = []
        for path, settings in runs_of(ROOT, quick):
            name = f"times_{path.stem}_{'_'.join(map(str, settings.values()))}"
            count = 3 if settings == settings_of(path, path.parent.name, SIZES[0]) else 1
            made.append((path, settings, [pool.submit(record, tools, path, settings, f"{name}_{k}")
                                          for k in range(count)]))
        for path, settings, recordings in made:
            yield path, settings, [one.result() for one in recordings]


# Of --access-times: texts that differ in what they access, small grids.
WITH_ACCESSES = {"scan/kogge_stone": {"BLOCK": 1024}, "scan/brent_kung": {"BLOCK": 1024},
                 "scan/warp_shuffle": {"BLOCK": 256}, "reduce/reduce_shuffle": {"BLOCK": 256},
                 "histogram/histogram_private": {"BLOCK": 256}, "matrix/transpose_tiled": {"TILE": 32},
                 "matrix/matmul_tiled": {"TILE": 16}, "access/access_float4": {"BLOCK": 256}}


def outside(times):
    """Accesses that lie before their warp's begin, behind its end, or out of order."""
    wrong, now, last = 0, {}, -1
    for warp, _, clocks in times.accesses:
        wrong += warp < last or clocks < 0
        last = warp
        now[warp] = now.get(warp, times.warps[warp][5]) + clocks
    return wrong + sum(time > times.warps[warp][6] for warp, time in now.items())


def access_times(tools):
    """What recordings tell of each access."""
    rows, failed, told, there, wrong = [], [], 0, 0, 0
    for name, wished in WITH_ACCESSES.items():
        path = ROOT / "kernels" / f"{name}.cu"
        settings = settings_of(path, path.parent.name, wished) or {}
        times, said = record(tools, path, settings, f"accesses_{path.stem}", "--access-times")
        counts = re.search(r"Of (\d+) of the warps' (\d+) accesses", said)
        if times is None or counts is None:
            failed.append((path.stem, said[-300:]))
            continue
        told += int(counts[1])
        there += int(counts[2])
        wrong += outside(times)
        rows.append([path.stem, " ".join(f"{key}={value}" for key, value in settings.items()),
                     int(counts[1]), int(counts[2]), f"{times.factor():.2f}", f"{times.block_factor():.2f}"])
        say(" | ".join(map(str, rows[-1])))
    return Result("times of accesses", bool(rows) and not failed and wrong == 0 and told == there,
                  f"of {told} of {there} accesses of {len(rows)} texts it is told when they were issued, and "
                  f"{wrong} of them are out of order" + (f"; not recorded: {failed[0]}" if failed else ""),
                  ["text", "settings", "told", "accesses", "with times", "a block"], rows,
                  f"`--access-times`, of {RECORDED} blocks. *With times*: all of the grid, against the plain "
                  "kernel; *a block*: a recorded one, against one that tells its begin and end alone.")


def schedulers(tools):
    """Clocks of two warps that multiply at once: of those on different schedulers, and on the same one, if a
    warp is on that of its place modulo 4."""
    program = tools.compile("warp_schedulers")
    code, out = tools.run([program], "warp_schedulers.log") if program else (1, "")
    pairs = [tuple(map(int, line.split())) for line in out.splitlines()] if code == 0 else []
    return ([clocks for one, other, clocks in pairs if one % 4 != other % 4],
            [clocks for one, other, clocks in pairs if one % 4 == other % 4])


def check(tools, quick):
    say("recording times …")
    rows, failed = [], []
    pairs = broken = 0
    worst_timer, steps = 0.0, []
    agreeing, costs = [], []
    for path, settings, recordings in recordings_of(tools, quick):
        if all("#error" in said for _, said in recordings):
            continue  # the text says itself that it does not go with these
        failed += [(path.stem, settings, said[-300:]) for times, said in recordings if times is None]
        recordings = [times for times, _ in recordings if times is not None]
        if not recordings:
            continue
        orders = [times.order() for times in recordings]
        pairs += sum(order[0] for order in orders)
        early = sum(order[1] for order in orders)
        broken += early
        timer = max(times.worst_timer() for times in recordings)
        worst_timer = max(worst_timer, timer)
        steps += [times.meta["timer_step"] for times in recordings]
        again = [times.meta["block_clocks"] for times in recordings]
        if len(again) > 1:
            agreeing.append((path.stem, agree(again)))
        for times in recordings:
            costs.append((times.factor(), times.block_factor()))
        times = recordings[0]
        rows.append([path.stem, " ".join(f"{key}={value}" for key, value in settings.items()),
                     f"{times.meta['plain_us'][0]:.2f}",
                     " ".join(f"{one.factor():.3f}" for one in recordings),
                     " ".join(f"{one.block_factor():.3f}" for one in recordings),
                     sum(order[0] for order in orders), early,
                     max(order[2] for order in orders) if early else 0, f"{timer:.0f}",
                     " ".join(f"{kept:.0f} ({low:.0f}–{high:.0f})" for kept, low, high in again)])
        say(" | ".join(map(str, rows[-1])))
    tools.write("times_failed.txt", failed)
    of_accesses = access_times(tools)
    fast, slow = schedulers(tools)
    worst = max((cost for cost, _ in costs), default=0)
    worst_block = max((cost for _, cost in costs), default=0)
    held = sum(cost <= MOST_FACTOR for cost, _ in costs)
    held_block = sum(cost <= MOST_BLOCK_FACTOR for _, cost in costs)
    apart = [name for name, fine in agreeing if not fine]
    columns = ["text", "settings", "plain, µs", "with times", "a block", "pairs", "broken", "by, clocks",
               "off the timer, ns", "three runs, clocks"]
    step = max(steps, default=0)
    return [
        Result("times", bool(rows) and broken == 0 and not failed,
               f"{broken} of {pairs} pairs of warps leave a barrier before the other one came, in "
               f"{len(costs)} runs" + (f"; not recorded: {len(failed)}, first {failed[0]}" if failed else ""),
               columns, rows,
               f"A large grid of which {RECORDED} blocks tell times. *With times*: all of it, against the "
               "plain kernel, medians of 21 runs by turns. *A block*: a recorded one from begin to end, "
               "against one that tells only these two; of each block the median of all runs, and the mean "
               "of these. In brackets the least and the most that the blocks of one run took."),
        Result("times against the timer", bool(rows) and worst_timer <= 4 * max(step, 32),
               f"begins lie at most {worst_timer:.0f} ns off what %globaltimer says, which goes on by {step} "
               "ns, and ends no more behind it"),
        Result("times again", not apart,
               f"{len(agreeing) - len(apart)} of {len(agreeing)} texts take as long in three recordings as "
               "each says of its own runs" + (f"; not: {', '.join(apart)}" if apart else "")),
        of_accesses,
        Result("schedulers", bool(fast and slow) and max(fast) * 1.5 < min(slow),
               (f"two warps whose places are alike modulo 4 take {min(slow)} to {max(slow)} clocks for what "
                f"others take {min(fast)} to {max(fast)} for ({len(slow)} and {len(fast)} pairs)")
               if fast and slow else "not run: nvcc was not found, or failed"),
        Result("what times cost", worst <= MOST_FACTOR and worst_block <= MOST_BLOCK_FACTOR,
               f"at most {worst:.2f} × the plain kernel (goal {MOST_FACTOR}, held by {held} of "
               f"{len(costs)} runs), a recorded block at most {worst_block:.2f} × (goal "
               f"{MOST_BLOCK_FACTOR}, held by {held_block})", goal=True)]


if __name__ == "__main__":
    import sys
    for trace in sys.argv[1:]:
        told = Times(pathlib.Path(trace))
        print(trace, told.order(), f"{told.worst_timer():.0f} ns", f"{told.factor():.3f}",
              f"{told.block_factor():.3f}", f"{told.worst_late():.0f} ns late")
