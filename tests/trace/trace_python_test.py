"""The trace as anybody's Python sees it: the example of docs/trace_format.md does what the page says,
and a report's numbers follow from the .npz alone."""

import collections
import csv
import functools
import io
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]
PAGE = (ROOT / "docs/trace_format.md").read_text(encoding="utf-8")


def block_of_page(name):
    """The fenced block behind the marker <!-- example: NAME -->."""
    found = re.search(rf"<!-- example: {name} -->\n```\w*\n(.*?)^```$", PAGE,
                      re.MULTILINE | re.DOTALL)
    return found.group(1)


class Example(unittest.TestCase):
    def test_it_does_what_the_page_says(self):
        code = block_of_page("read")
        self.assertLessEqual(len([line for line in code.splitlines() if line.strip()]), 15)
        with tempfile.TemporaryDirectory() as folder:
            tools = pathlib.Path(folder, "bin")
            tools.mkdir()
            (tools / "stridescope-cli").symlink_to(CLI)
            path = f"{tools}:{os.environ['PATH']}"
            subprocess.run(["sh", "-ec", block_of_page("record")], cwd=folder, check=True,
                           env=os.environ | {"PATH": path})
            printed = subprocess.run([sys.executable, "-c", code], cwd=folder, check=True,
                                     capture_output=True, text=True).stdout
        self.assertEqual(printed, block_of_page("output"))


def wavefronts(words, element_bytes, store):
    """(wavefronts, ideal, degree) of one warp's request: a list of (lane, word). The rule of
    docs/bank_model.md."""
    lanes = dict(words)
    agree = any(all(lanes[lane] == lanes.get(lane ^ apart, lanes[lane]) for lane in lanes)
                for apart in (1, 2))
    at_once = 32 if element_bytes == 4 or (agree and not store) else 16
    columns = 128 // element_bytes
    total, ideal, degree = 0, 0, 0
    for first in range(0, 32, at_once):
        wanted = collections.defaultdict(set)
        for lane, word in words:
            if first <= lane < first + at_once:
                wanted[word % columns].add(word)
        if wanted:
            worst = max(len(distinct) for distinct in wanted.values())
            least = -(-sum(len(distinct) for distinct in wanted.values()) // columns)
            total, ideal = total + worst, ideal + least
            degree = max(degree, -(-worst // least))
    return total, ideal, degree


KINDS = ["load", "store", "op", "global load", "global store", "global atomic", "shuffle",
         "register store", "atomic", "move"]

NAMES = ["active_threads", "active_warps", "adds", "barriers", "load_requests", "load_wavefronts",
         "load_excess", "store_requests", "store_wavefronts", "store_excess", "max_degree",
         "global_load_requests", "global_load_sectors", "global_load_lines",
         "global_store_requests", "global_store_sectors", "global_store_lines",
         "global_ideal_sectors", "global_atomic_requests", "global_atomic_sectors",
         "lane_slots", "lanes_used"]


BYTES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "u32": 4, "int": 4, "f32": 4, "f64": 8, "i64": 8}


def shared_by_blocks(meta):
    """The arrays by which blocks cooperate, where they do."""
    return [array for array in meta["arrays"]
            if meta["clock"] and array["space"] == "global" and array["role"] == "scratch"]


def events_of(trace):
    """What single threads did, by block, row and thread, each a column."""
    block, row, warp = np.nonzero(trace["mask"])
    took_part = trace["mask"][block, row, warp][:, None] >> np.arange(32, dtype="<u4") & 1 == 1
    reached = trace["base"][:, None] + trace["stride"][:, None] * np.arange(32)
    reached[trace["form"] == 1] = trace["lists"]
    entry, lane = np.nonzero(took_part)
    step, _, site, iteration, _, _ = trace["rows"][row[entry]].T
    kinds = np.array([KINDS.index(site["event"])
                      for site in json.loads(trace["meta.json"])["sites"]] or [0])
    events = {"block": block[entry], "row": row[entry], "thread": warp[entry] * 32 + lane,
              "step": step, "site": site, "iteration": iteration, "kind": kinds[site]}
    of_global = (3 <= events["kind"]) & (events["kind"] <= 5)
    events["address"] = np.where(of_global, reached[took_part], 0)
    events["word"] = np.where(of_global, 0, reached[took_part])
    return events


def snapshots_of(trace):
    """Shared memory after each step, by block, step and word."""
    types = {"i32": "<i4", "u32": "<u4", "f32": "<f4", "f64": "<f8", "i64": "<i8"}
    kind = types[json.loads(trace["meta.json"])["snapshot_type"]]
    return np.bitwise_xor.accumulate(trace["changes"], axis=1).view(kind)


def counts_of(trace):
    """The report's counts by step, from the arrays alone."""
    events = events_of(trace)
    steps = trace["changes"].shape[1]
    meta = json.loads(trace["meta.json"])
    sizes = {array["name"]: BYTES[array["type"]] for array in meta["arrays"]}
    size_at = [sizes.get(site.get("array"), 0) for site in meta["sites"]]
    counts = [dict.fromkeys(NAMES, 0) for _ in range(steps)]
    active = collections.defaultdict(set)
    lanes = collections.defaultdict(set)  # of each instruction of a warp
    requests = collections.defaultdict(list)
    interval = trace["rows"][:, 1] if len(trace["rows"]) else []
    columns = [events[name].tolist()
               for name in ("step", "block", "thread", "kind", "site", "iteration", "word", "row",
                            "address")]
    for step, block, thread, kind, site, iteration, word, row, address in zip(*columns):
        if kind == KINDS.index("move"):
            continue
        active[step].add((block, thread))
        lanes[step, block, int(interval[row]), site, iteration, thread // 32].add(thread)
        if kind == 2:
            counts[step]["adds"] += 1
        elif kind < 6:  # what is done with registers costs no request
            request = (step, kind, block, int(interval[row]), site, iteration, thread // 32)
            element = word * meta["cell_bytes"] // size_at[site] if kind < 2 else address
            requests[request].append((thread % 32, element))
    for step, threads in active.items():
        counts[step]["active_threads"] = len(threads)
        counts[step]["active_warps"] = len({(block, thread // 32) for block, thread in threads})
    for (step, *_), threads in lanes.items():
        counts[step]["lane_slots"] += 32
        counts[step]["lanes_used"] += len(threads)
    for (step, kind, _, _, site, *_), words in requests.items():
        if kind > 2:
            what = ("global_load", "global_store", "global_atomic")[kind - 3]
            elements, size = {element for _, element in words}, size_at[site]
            counts[step][f"{what}_requests"] += 1
            counts[step][f"{what}_sectors"] += len({e * size // 32 for e in elements})
            if kind < 5:
                counts[step][f"{what}_lines"] += len({e * size // 128 for e in elements})
            counts[step]["global_ideal_sectors"] += -(-len(elements) * size // 32)
            continue
        cost, ideal, degree = wavefronts(words, size_at[site], kind == 1)
        what = ("load", "store")[kind]
        counts[step][f"{what}_requests"] += 1
        counts[step][f"{what}_wavefronts"] += cost
        counts[step][f"{what}_excess"] += cost - ideal
        counts[step]["max_degree"] = max(counts[step]["max_degree"], degree)
    for step, barriers in enumerate(trace["barriers"].astype(int).sum(axis=0)):
        counts[step]["barriers"] = int(barriers)
    return counts


def totals_of(counts):
    totals = {name: sum(step[name] for step in counts) for name in NAMES}
    totals["max_degree"] = max((step["max_degree"] for step in counts), default=0)
    return totals


GRID = {"grid_time": "<i8", "grid_kind": "<i4", "grid_block": "<i4", "grid_step": "<i4",
        "grid_thread": "<i4", "grid_line": "<i4", "grid_array": "<i4", "grid_element": "<i8",
        "grid_integer": "<i4", "grid_value": "<u8"}

OPERATORS = {"add": np.add, "max": np.maximum, "min": np.minimum,
             "last": lambda left, right: right if right != 0 else left}

RUNS = [
    "--kernel kogge-stone --block 16",
    "--kernel kogge-stone --block 128 --n 300 --pad every32 --input random:7",
    "--kernel kogge-stone --block 64 --coarsen 3 --n 500 --pad two-level --type i64 --op max",
    "--kernel kogge-stone --block 2 --coarsen 16 --n 100 --pad xor --type u32 --op min",
    "--kernel brent-kung --block 1024 --n 1024",
    "--kernel brent-kung --block 1024 --n 1024 --pad every32",
    "--kernel brent-kung --block 64 --coarsen 3 --n 2000 --type f64 --input random:3",
    "--kernel brent-kung --block 256 --n 1000 --type f64 --pad xor --input iota",
    "--kernel brent-kung --block 32 --n 1000 --blocks first:3 --type i32 --op max",
    "--kernel sequential --block 64 --n 130 --type f64",
    "--kernel sequential --block 8 --n 1",
    "--kernel raking --block 32 --coarsen 3 --n 200 --type i64 --op last --input random:4",
    "--kernel blelloch --block 64 --n 150 --pad every32 --op last --input random:9",
    "--kernel sklansky --block 32 --coarsen 2 --n 150 --scan exclusive --input random:2",
    "--kernel blelloch --block 64 --n 100 --op last --scan exclusive --input random:9",
    "--kernel sequential --block 32 --n 40 --scan exclusive --input iota",
    "--kernel kogge-stone-double --block 64 --coarsen 2 --n 300 --pad every32 --input random:8",
    "--kernel kogge-stone-global --block 64 --n 300 --type i32 --input random:9",
    "--kernel kogge-stone-global --block 32 --coarsen 2 --n 100 --scan exclusive --input iota",
    "--kernel warp-shuffle --block 128 --n 300 --type i64 --op max --input random:10",
    "--kernel warp-shuffle --block 64 --n 128 --scan exclusive --type i32 --input random:11",
    "--kernel three-kernel --block 16 --n 200 --type i64 --op last --input random:5",
    "--kernel chained --block 32 --coarsen 2 --n 900 --type f64 --input iota --sms 3",
    "--kernel decoupled-lookback --block 16 --n 300 --type i32 --input random:6 --blocks first:5",
]


@functools.cache
def recorded(flags):
    """The trace's arrays and the report of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "trace.npz")
        subprocess.run([CLI, "record", *flags.split(), "-o", path], check=True)
        report = subprocess.run([CLI, "report", path, "--format", "json"], check=True,
                                capture_output=True).stdout
        with np.load(path) as archive:
            return {name: archive[name] for name in archive.files}, json.loads(report)


class Report(unittest.TestCase):
    def record(self, flags):
        return recorded(flags)

    def test_every_count_follows_from_the_arrays(self):
        for flags in RUNS:
            with self.subTest(flags):
                trace, report = self.record(flags)
                counts = counts_of(trace)
                self.assertEqual([{name: step[name] for name in NAMES} for step in report["steps"]],
                                 counts)
                self.assertEqual({name: report["totals"][name] for name in NAMES},
                                 totals_of(counts))

    def test_the_arrays_are_as_the_page_says(self):
        columns = {"mask": "<u4", "form": "|u1", "base": "<i8", "stride": "<i4", "lists": "<u4"}
        types = {"i32": "<i4", "u32": "<u4", "int": "<i4", "f32": "<f4", "f64": "<f8", "i64": "<i8"}
        for flags in RUNS:
            with self.subTest(flags):
                trace, _ = self.record(flags)
                meta = json.loads(trace["meta.json"])
                arrays = meta["arrays"]
                held = {}
                for k, array in enumerate(arrays):
                    if array["space"] != "global":
                        continue
                    held |= {f"array_{k}_{when}": np.dtype(types[array["type"]])
                             for when in ("before", "after")
                             if when == "before" or k not in meta["unchanged"]}
                    if meta["expected"][k]:
                        held[f"array_{k}_expected"] = np.dtype(types[array["type"]])
                        if f"array_{k}_tolerance" in trace:  # else it must be equal
                            held[f"array_{k}_tolerance"] = np.dtype("<f8")
                included = {f"included_{k + 1}.cu" for k in range(len(meta["includes"]))}
                self.assertEqual(set(trace) - {"merged"},
                                 {"meta.json", "kernel.cu", *included, "changes", "barriers",
                                  "rows", "elements", *held, *columns, *GRID})
                for name, dtype in held.items():
                    self.assertEqual(trace[name].dtype, dtype, name)
                    extents = arrays[int(name.split("_")[1])]["extents"]
                    self.assertEqual(trace[name].shape, tuple(extents), name)
                self.assertEqual((meta["format"], meta["version"]), ("stridescope", 2))
                blocks, steps = meta["blocks"], len(meta["steps"])
                self.assertEqual(trace["changes"].shape, (blocks, steps, meta["words"]))
                self.assertEqual(trace["changes"].dtype, np.dtype(f"<u{meta['cell_bytes']}"))
                self.assertEqual(trace["barriers"].shape, (blocks, steps))
                self.assertEqual(trace["barriers"].dtype, np.dtype("<u2"))
                rows = trace["rows"]
                self.assertEqual(rows.dtype, np.dtype("<i4"))
                self.assertEqual(rows.shape[1:], (6,))
                for name, dtype in columns.items():
                    self.assertEqual(trace[name].dtype, np.dtype(dtype), name)
                warps = (meta["threads"] + 31) // 32
                self.assertEqual(trace["mask"].shape, (blocks, len(rows), warps))
                entries = np.count_nonzero(trace["mask"])
                for name in ("form", "base", "stride"):
                    self.assertEqual(trace[name].shape, (entries,), name)
                self.assertEqual(trace["lists"].shape, (np.count_nonzero(trace["form"]), 32))
                self.assertTrue(np.all(trace["form"] <= 1))
                events = events_of(trace)
                self.assertTrue(np.all(events["thread"] < meta["threads"]))
                self.assertTrue(np.all(events["word"][events["kind"] == 2] == 0))
                of_lane = events["word"][events["kind"] == KINDS.index("shuffle")]
                self.assertTrue(np.all(of_lane < meta["threads"]))
                self.assertTrue(np.all(events["word"][events["kind"] <= 1] < meta["words"]))
                sizes = {array["name"]: math.prod(array["extents"]) for array in arrays}
                self.assertEqual(len(sizes), len(arrays))
                self.assertEqual((sizes["A"], sizes["P"]), (meta["n"], meta["n"]))
                size_at = np.array([sizes.get(site.get("array"), 1) for site in meta["sites"]])
                reaches = (events["kind"] >= 3) & (events["kind"] <= 5)
                self.assertTrue(
                    np.all(events["address"][reaches] < size_at[events["site"]][reaches]))
                spaces = {array["name"]: array["space"] for array in arrays}
                for site in meta["sites"]:
                    event = site["event"]
                    where = ("global" if event.startswith("global") else
                             "shared" if event in ("load", "store") else None)
                    self.assertEqual(spaces.get(site.get("array")), where)
                self.check_elements(trace, meta)
                for name, dtype in GRID.items():
                    self.assertEqual(trace[name].dtype, np.dtype(dtype), name)
                    self.assertEqual(trace[name].shape, trace["grid_time"].shape, name)
                self.assertEqual(len(trace["grid_time"]) > 0, bool(meta["clock"]))
                self.assertTrue(np.all(np.diff(trace["grid_time"]) >= 0))

    def check_elements(self, trace, meta):
        """Every element of an array in shared memory has its word, in their order."""
        elements = trace["elements"]
        self.assertEqual((elements.dtype, elements.shape), (np.dtype("<i4"), (meta["words"],)))
        self.assertEqual(elements[elements >= 0].tolist(), list(range(meta["section"])))

    def test_every_site_stands_in_a_text_of_the_file(self):
        """What it accesses is on its line, of the text itself or of one that it includes."""
        included = set()
        for flags in RUNS:
            with self.subTest(flags):
                trace, _ = self.record(flags)
                meta = json.loads(trace["meta.json"])
                texts = [trace["kernel.cu"], *(trace[f"included_{k + 1}.cu"]
                                               for k in range(len(meta["includes"])))]
                lines = [text.decode().split("\n") for text in texts]
                for site in meta["sites"]:
                    line = lines[site.get("file", 0)][site["line"] - 1]
                    if "array" in site:  # a parameter may have another name
                        self.assertRegex(line, r"\w\[|atomic|shfl|=", site)
                    if "file" not in site:
                        continue
                    if site.get("array") == "X":
                        self.assertRegex(line, r"\bX\[", site)
                    included.add(meta["includes"][site["file"] - 1])
        self.assertIn("../scan/kogge_stone.cu", included)

    def test_the_output_is_the_scan_of_every_section(self):
        for flags in RUNS:
            with self.subTest(flags):
                trace, report = self.record(flags)
                meta = json.loads(trace["meta.json"])
                defines = dict(meta["text_run"]["defines"])
                operator = OPERATORS[defines.get("OPERATOR", "add")]
                # Kernels of more than one block scan the whole.
                whole = meta["clock"] or len(meta["launches"]) > 1
                section = meta["n"] if whole else (meta["threads"]
                                                   * int(defines.get("COARSEN", 1)))
                if "sequential" in flags:
                    section = int(defines["SECTION"])
                for first in range(0, meta["n"], section):
                    part = slice(first, first + section)
                    scan = list(itertools.accumulate(trace["array_0_before"][part], operator))
                    if defines.get("EXCLUSIVE") == "1":
                        scan = [0, *scan[:-1]]  # of add and last
                    np.testing.assert_array_equal(trace["array_1_after"][part], scan)
                self.assertTrue(report["output_ok"])

    def test_origins_lead_from_the_output_back_to_the_input(self):
        """Computes every stored word, and the output, again from what was loaded for it."""
        for flags in RUNS:
            with self.subTest(flags):
                trace, _ = self.record(flags)
                meta = json.loads(trace["meta.json"])
                if meta["clock"] or len(meta["launches"]) > 1:
                    continue  # what other blocks gave it is no row of its own
                defines = dict(meta["text_run"]["defines"])
                operator = OPERATORS[defines.get("OPERATOR", "add")]
                names = [array["name"] for array in meta["arrays"]]
                stood = {name: trace[f"array_{k}_before"].copy() for k, name in enumerate(names)
                         if f"array_{k}_before" in trace}
                snapshots = snapshots_of(trace)
                memory = np.zeros((meta["blocks"], meta["words"]), snapshots.dtype)
                values = {}
                rows, sites = trace["rows"].tolist(), meta["sites"]
                at_step = collections.defaultdict(list)
                columns = events_of(trace)
                for event in zip(*(columns[name].tolist() for name in
                                   ("block", "row", "thread", "word", "address"))):
                    at_step[rows[event[1]][0]].append(event)
                for step, events in sorted(at_step.items()):
                    # Barrier by barrier: what was loaded is what stood there before.
                    for block, row, thread, word, address in sorted(
                            events, key=lambda event: (rows[event[1]][1], rows[event[1]][3],
                                                       event[1])):
                        _, _, site, _, left, right = rows[row]
                        kind, array = sites[site]["event"], sites[site].get("array")
                        key = block, row, thread
                        if kind == "load":
                            values[key] = memory[block, word]
                        elif kind == "global load":
                            values[key] = stood[array][address]
                        elif kind == "shuffle":
                            values[key] = values.get((block, left, word))
                        elif kind == "op":
                            # What no row holds is a constant, the operator's neutral number.
                            operands = [values.get((block, side, thread))
                                        for side in (left, right)]
                            known = [number for number in operands if number is not None]
                            values[key] = functools.reduce(operator, known) if known else None
                        elif kind == "store":
                            # Of a constant: what the snapshot has.
                            value = values.get((block, left, thread))
                            memory[block, word] = (snapshots[block, step, word]
                                                   if value is None else value)
                            values[key] = memory[block, word]
                        else:
                            self.assertEqual(kind, "global store")
                            # The only constant is the exclusive scan's first result.
                            value = values.get((block, left, thread))
                            stood[array][address] = 0 if value is None else value
                    np.testing.assert_array_equal(memory, snapshots[:, step])
                if meta["blocks"] == meta["grid"]:
                    np.testing.assert_array_equal(stood["P"], trace["array_1_after"])

    def test_what_happens_between_blocks_is_a_memorys(self):
        """Replays the arrays that blocks share; what is handed on is the sum so far."""
        for flags in RUNS:
            trace, _ = self.record(flags)
            meta = json.loads(trace["meta.json"])
            with self.subTest(flags):
                stood = collections.defaultdict(lambda: {0})
                columns = ("grid_kind", "grid_array", "grid_element", "grid_integer", "grid_value")
                for kind, array, element, integer, value in zip(*(trace[c].tolist()
                                                                 for c in columns)):
                    if kind not in (2, 3, 4, 5):
                        continue
                    scratch = meta["arrays"][array]
                    self.assertLess(element, math.prod(scratch["extents"]))
                    bits = 8 * BYTES[scratch["type"]]
                    number = value if bits == 64 else value & 0xffffffff
                    if kind in (3, 4):
                        stood[array, element].add(number)
                    else:
                        self.assertIn(number, stood[array, element])


class EventsTable(unittest.TestCase):
    """What `export --view events` writes."""

    def exported(self, trace, *flags, ending="csv"):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, f"events.{ending}")
            subprocess.run([CLI, "export", trace, "--view", "events", *flags, "-o", path],
                           check=True)
            text = path.read_text(encoding="utf-8")
        return json.loads(text) if ending == "json" else list(csv.DictReader(io.StringIO(text)))

    def check(self, table, events, meta):
        """That the table says what the columns say: of version 1's file, or made of masks."""
        self.assertEqual(len(table), len(events["row"]))
        for name in ("block", "row", "thread", "step", "iteration"):
            self.assertEqual([int(line[name]) for line in table], events[name].tolist(), name)
        sites = [meta["sites"][site] for site in events["site"].tolist()]
        self.assertEqual([line["event"] for line in table], [site["event"] for site in sites])
        self.assertEqual([line["line"] for line in table], [str(site["line"]) for site in sites])
        self.assertEqual([line["array"] for line in table], [site.get("array", "") for site in sites])
        columns = {"load": "word", "store": "word", "atomic": "word", "shuffle": "from_thread",
                   "move": "part", "global load": "address", "global store": "address",
                   "global atomic": "address"}
        for line, site, word, address in zip(table, sites, events["word"].tolist(),
                                             events["address"].tolist()):
            column = columns.get(site["event"])
            place = address if column == "address" else word
            for name in ("word", "address", "from_thread", "part"):
                self.assertEqual(line[name], str(place) if name == column else "")

    def test_it_says_what_the_masks_say(self):
        for flags in RUNS[:3] + RUNS[-6:]:
            with self.subTest(flags), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "trace.npz")
                subprocess.run([CLI, "record", *flags.split(), "-o", path], check=True)
                with np.load(path) as archive:
                    trace = {name: archive[name] for name in archive.files}
                table = self.exported(path)
                self.check(table, events_of(trace), json.loads(trace["meta.json"]))
                self.assertEqual([line for line in table if line["step"] == "1"],
                                 self.exported(path, "--step", "1"))
                self.assertEqual([line for line in table if line["block"] == "1"],
                                 self.exported(path, "--block", "1")
                                 if json.loads(trace["meta.json"])["blocks"] > 1 else [])

    def test_it_says_what_version_1_listed(self):
        """Files that list the events themselves say which they are."""
        for path in sorted((ROOT / "tests/data/released/1.0.0").glob("*.npz")):
            with self.subTest(path.name), np.load(path) as archive:
                events = {name: archive[name] for name in archive.files}
                self.check(self.exported(path), events, json.loads(events["meta.json"]))

    def test_json_has_the_same(self):
        path = ROOT / "tests/data/released/1.0.0/chained.npz"
        table = self.exported(path, "--block", "2", ending="json")
        text = [{name: "" if value is None else str(value) for name, value in line.items()}
                for line in table]
        # CSV marks text that a spreadsheet would take for a formula.
        self.assertEqual(text, [{name: value.removeprefix("'") for name, value in line.items()}
                                for line in self.exported(path, "--block", "2")])
        self.assertTrue(all(isinstance(line["thread"], int) for line in table))


class RequestsTable(unittest.TestCase):
    """What `export --view requests` writes, against the masks and the report."""

    COSTS = {"load": ("wavefronts", "excess"), "store": ("wavefronts", "excess"),
             "atomic": ("wavefronts", "excess"), "global load": ("sectors",), "global store": ("sectors",),
             "global atomic": ("sectors",)}

    def exported(self, path, *flags):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "requests.csv")
            subprocess.run([CLI, "export", path, "--view", "requests", *flags, "-o", table], check=True)
            return list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))

    def check_lanes(self, table, trace):
        """Each lane of each request, and no other, where the masks have it; banks by the formula."""
        meta = json.loads(trace["meta.json"])
        width = {array["name"]: BYTES[array["type"]] for array in meta["arrays"]}
        events = events_of(trace)
        there = collections.Counter()
        for block, row, thread, kind, site, word, address in zip(
                *(events[name].tolist() for name in ("block", "row", "thread", "kind", "site", "word",
                                                     "address"))):
            if KINDS[kind] in self.COSTS:
                step, interval, _, iteration, *_ = trace["rows"][row].tolist()
                there[block, step, interval, iteration, site, thread,
                      address if KINDS[kind].startswith("global") else word] += 1
        sites = collections.defaultdict(list)
        for number, site in enumerate(meta["sites"]):
            sites[site["line"], site["event"], site.get("array", ""), site.get("file", 0)].append(number)
        told = collections.Counter()
        for line in table:
            lists = [[int(word) for word in line[name].split()]
                     for name in ("lanes", "places", "addresses", "banks")]
            shared = not line["event"].startswith("global")
            self.assertEqual({len(each) for each in lists[:3]}, {len(lists[0])})
            each = meta["cell_bytes"] if shared else width[line["array"]]
            self.assertEqual(lists[2], [place * each for place in lists[1]])
            self.assertEqual(lists[3], [address // 4 % 32 for address in lists[2]] if shared else [])
            site = trace["rows"][int(line["row"])][2]
            self.assertEqual(str(meta["sites"][site]["line"]), line["line"])
            for lane, place in zip(*lists[:2]):
                told[int(line["block"]), int(line["step"]), int(line["interval"]), int(line["iteration"]),
                     int(site), 32 * int(line["warp"]) + lane, place] += 1
        self.assertEqual(told, there)

    def check_costs(self, table, path):
        """What the requests of a step cost together is what the report says of it."""
        report = json.loads(subprocess.run([CLI, "report", path, "--format", "json"], check=True,
                                           capture_output=True).stdout)
        for number, step in enumerate(report["steps"]):
            of_step = [line for line in table if line["step"] == str(number)]
            for event, costs in self.COSTS.items():
                of_event = [line for line in of_step if line["event"] == event]
                name = event.replace(" ", "_")
                self.assertEqual(len(of_event), step[f"{name}_requests"])
                for cost in costs:
                    self.assertEqual(sum(int(line[cost]) for line in of_event), step[f"{name}_{cost}"])
            self.assertEqual(max([int(line["degree"] or 0) for line in of_step], default=0),
                             step["max_degree"])
            self.assertEqual(sum(int(line["ideal_sectors"] or 0) for line in of_step),
                             step["global_ideal_sectors"])

    def test_it_says_what_the_masks_and_the_report_say(self):
        texts = [str(ROOT / "kernels" / name) for name in
                 ("histogram/histogram_private.cu", "matrix/transpose_tiled.cu", "reduce/reduce_shuffle.cu",
                  "access/access_float4.cu")]
        for flags in [*RUNS[:8], *RUNS[-5:], *texts]:
            with self.subTest(flags), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "trace.npz")
                subprocess.run([CLI, "record", *flags.split(), "-o", path], check=True)
                with np.load(path) as archive:
                    trace = {name: archive[name] for name in archive.files}
                table = self.exported(path)
                self.assertGreater(len(table), 0)
                order = [tuple(int(line[name]) for name in ("block", "step", "row", "warp")) for line in table]
                self.assertEqual(order, sorted(order))
                self.check_lanes(table, trace)
                self.check_costs(table, path)
                last = str(trace["changes"].shape[1] - 1)
                self.assertEqual([line for line in table if line["step"] == last],
                                 self.exported(path, "--step", last))
                self.assertEqual([line for line in table if line["block"] == "0"],
                                 self.exported(path, "--block", "0"))


if __name__ == "__main__":
    unittest.main()
