"""A recorded run. What it says is read from the trace file, and from what the program reports and
exports of it; nothing is computed here."""

import csv
import functools
import inspect
import io
import json
import os
import pathlib
import shutil
import tempfile
import weakref
import zipfile
from dataclasses import dataclass
from typing import Optional

import numpy as np

from . import _cli, _link, _options, _show

TYPES = {"i8": "|i1", "u8": "|u1", "i16": "<i2", "u16": "<u2", "i32": "<i4", "u32": "<u4", "i64": "<i8",
         "u64": "<u8", "f16": "<f2", "bf16": "<u2", "f32": "<f4", "f64": "<f8", "int": "<i4"}
LANES = 32
SECONDS = 60
#: What a table writes into a column of numbers where there is nothing to say.
NOTHING = -1


def _as_numbers(stored, kind):
    """What the file holds as numbers: NumPy has no bfloat16, whose bits are the upper half of a float's."""
    if kind != "bf16":
        return stored
    return (stored.astype("<u4") << 16).view("<f4")


@dataclass(frozen=True)
class Finding:
    """Something that is wrong in a run; str() is the sentence."""

    kind: str
    message: str
    step: Optional[int] = None
    block: Optional[int] = None
    line: Optional[int] = None
    times: int = 1

    def __str__(self):
        return self.message


class Trace:
    """What was recorded of one run.

    Facts: findings, correct, printed, totals, steps (counts of each), report (all of them, as the
    program says it), text, meta (of the trace file).
    Arrays: before, after, expected (by the array's name), snapshots and shared(name) (after each
    step), requests (of warps to memory), held(requests), table(view), file (all members of the trace file).
    Pictures: picture(view), link(). save(path) keeps the trace; its own file, path, goes with it.
    """

    def __init__(self, path, folder=None):
        self.path = pathlib.Path(path)
        self.file = np.load(self.path)
        weakref.finalize(self, _end, self.file, folder)
        self.meta = json.loads(self.file["meta.json"])
        if self.meta["version"] != 2:
            raise _cli.RefusedError(f"{self.path.name} is a trace of version {self.meta['version']}, and this "
                                    "package reads version 2: record it anew.")
        self.shown = _show.Sight()

    # --- What happened -----------------------------------------------------------------------

    @functools.cached_property
    def report(self):
        """What `stridescope-cli report --format json` says."""
        return _report(self.path)

    @property
    def findings(self):
        """What was found to be wrong, the worst first; empty: nothing."""
        names = Finding.__dataclass_fields__
        return [Finding(**{name: found[name] for name in names if name in found})
                for found in self.report["findings"]]

    @property
    def correct(self):
        """Whether the result is the expected one; None: nothing says what is expected."""
        return self.report["output_ok"]

    @property
    def printed(self):
        """What the text printed."""
        return self.report["printed"] or ""

    @property
    def totals(self):
        """What all steps cost together, by name: load_requests, load_excess, global_sectors …"""
        return self.report["totals"]

    @property
    def steps(self):
        """What each step cost, by the same names."""
        return self.report["steps"]

    @property
    def text(self):
        """The CUDA text that ran."""
        return self.file["kernel.cu"].decode()

    # --- Arrays ------------------------------------------------------------------------------

    def _global(self, when):
        held = {}
        for k, array in enumerate(self.meta["arrays"]):
            if array["space"] != "global":
                continue
            same = when == "after" and k in self.meta.get("unchanged", [])
            member = f"array_{k}_{'before' if same else when}"
            if member in self.file.files:
                held[array["name"]] = _as_numbers(self.file[member], array["type"])
            elif when != "expected" and 0 in array["extents"]:  # the file has nothing of it
                held[array["name"]] = _as_numbers(np.zeros(array["extents"], TYPES[array["type"]]), array["type"])
        return held

    @functools.cached_property
    def before(self):
        """What the arrays in global memory held before the run, by name."""
        return self._global("before")

    @functools.cached_property
    def after(self):
        """What they held after it."""
        return self._global("after")

    @functools.cached_property
    def expected(self):
        """What they should hold, those of which something is expected."""
        return self._global("expected")

    @functools.cached_property
    def snapshots(self):
        """Shared memory after each step: [block, step, word]."""
        bits = np.bitwise_xor.accumulate(self.file["changes"], axis=1)
        return _as_numbers(bits.view(TYPES[self.meta["snapshot_type"]]), self.meta["snapshot_type"])

    @property
    def _shared_bytes(self):
        return np.bitwise_xor.accumulate(self.file["changes"], axis=1).view("u1")

    def _shared_array(self, name):
        shared = {a["name"]: a for a in self.meta["arrays"] if a["space"] == "shared"}
        if name not in shared:
            raise _cli.RefusedError(f'There is no shared array "{name}": choose {", ".join(shared)}.' if shared
                                    else "The kernel has no shared array.")
        return shared[name], np.dtype(TYPES[shared[name]["type"]])

    def shared(self, name):
        """A shared array after each step: [block, step, and its own indices]."""
        array, kind = self._shared_array(name)
        begin = array.get("offset", 0)
        size = int(np.prod(array["extents"])) * kind.itemsize
        own = np.ascontiguousarray(self._shared_bytes[:, :, begin:begin + size])
        return _as_numbers(own.view(kind), array["type"]).reshape(*own.shape[:2], *array["extents"])

    def held(self, requests):
        """What the elements that requests to one shared array reached held after their step: [request,
        lane], masked where a lane took no part. What a request itself read or wrote is not recorded."""
        names = set(requests["array"])
        if len(names) != 1:
            raise _cli.RefusedError(f"The requests are of one shared array, not of {', '.join(sorted(names)) or 'none'}.")
        array, kind = self._shared_array(names.pop())
        first = np.where(requests["lanes"], requests["address"], 0)
        reached = first[:, :, None] + np.arange(kind.itemsize)
        found = self._shared_bytes[requests["block"][:, None, None], requests["step"][:, None, None], reached]
        values = _as_numbers(np.ascontiguousarray(found).view(kind)[:, :, 0], array["type"])
        return np.ma.masked_array(values, ~requests["lanes"])

    def _columns(self, view, flags):
        lines = list(csv.reader(io.StringIO(self._exported(view, "csv", flags).decode())))
        return {name: [line[k] for line in lines[1:]] for k, name in enumerate(lines[0])}

    def table(self, view, **flags):
        """A table as `stridescope-cli export --view` writes it, its columns by name: table("events",
        step=0), table("memory", block=1, step=3)."""
        return {name: _column(values) for name, values in self._columns(view, flags).items()}

    @functools.cached_property
    def requests(self):
        """All that warps asked of memory, a line for each request: an array of block, step, interval,
        iteration, warp, event, line, array, bytes (that each lane moves), mask (of the lanes that took
        part), lanes (the same as 32 truths); of each lane place (word of shared memory or element of the
        array), address (in bytes) and bank; wavefronts, excess and degree; sectors and ideal_sectors.
        −1 stands where there is nothing to say."""
        table = self._columns("requests", {})
        count = len(table["block"])
        numbers = ("block", "step", "row", "interval", "iteration", "warp", "line", "bytes", "wavefronts",
                   "ideal_wavefronts", "excess", "degree", "sectors", "ideal_sectors", "memory_lines")
        words = ("phase", "event", "file", "array")
        kinds = [(name, "i4") for name in numbers] + [(name, _wide(table[name])) for name in words]
        kinds += [("mask", "u4"), ("lanes", "?", LANES), ("place", "i8", LANES), ("address", "i8", LANES),
                  ("bank", "i4", LANES)]
        requests = np.zeros(count, dtype=kinds)
        for name in numbers:
            requests[name] = [int(value) if value else NOTHING for value in table[name]]
        for name in words:
            requests[name] = table[name]
        lane = _numbers(table["lanes"])
        line = np.repeat(np.arange(count), _counts(table["lanes"]))
        requests["lanes"][line, lane] = True
        requests["mask"] = (requests["lanes"].astype("u8") << np.arange(LANES, dtype="u8")).sum(axis=1)
        for name, column in (("place", "places"), ("address", "addresses"), ("bank", "banks")):
            requests[name] = NOTHING
            told = _counts(table[column])[line] > 0
            requests[name][line[told], lane[told]] = _numbers(table[column])
        return requests

    # --- Pictures, files, links ----------------------------------------------------------------

    def _exported(self, view, ending, flags):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, f"it.{ending}")
            given = [word for name, value in flags.items() for word in _flag(name, value)]
            _cli.run("export", self.path, "--view", view, *given, "-o", path)
            return path.read_bytes()

    def picture(self, view, *, format="svg", **flags):
        """A view of the run, as a picture that notebooks show: picture("banks", step=1). `format`: svg,
        png; picture(…).save(path) writes it. Further flags are those of `stridescope-cli export`."""
        return _show.Picture(self._exported(view, format, flags), format)

    def show(self, view=None, *, step=None, page=None):
        """The same trace, shown by this view at this step: in the page, where there is one."""
        self.shown = _show.Sight(view, step, page, tip=True)
        return self

    def link(self, view=None, *, step=None, page=None, embed=False):
        """The address at which the page shows this run."""
        return _link.address(self, view, step, page, embed)

    def save(self, path):
        """Writes the trace file, which the window and the command line open."""
        shutil.copyfile(self.path, path)

    def __repr__(self):
        return f"<stridescope.Trace of {_show.headline(self)}: {_show.verdict(self)}>"

    def _repr_html_(self):
        return _show.trace_html(self)


def _end(file, folder):
    """When a trace goes, so does what was made for it."""
    file.close()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def _flag(name, value):
    flag = "--" + name.replace("_", "-")
    if value is True:
        return [flag]
    return [] if value is None or value is False else [flag, str(value)]


def _numbers(lists):
    """Of all lists of a column, one behind the other."""
    return np.fromstring(" ".join(filter(None, lists)), dtype=np.int64, sep=" ")


def _counts(lists):
    return np.array([text.count(" ") + 1 if text else 0 for text in lists], dtype=int)


def _wide(words):
    return f"U{max([1, *map(len, words)])}"


def _column(values):
    """An array, where all that is said are numbers; lists of numbers, and words, as they are written."""
    if any(values):
        for kind in (int, float):
            try:
                nothing = NOTHING if kind is int else np.nan
                return np.array([kind(value) if value else nothing for value in values])
            except ValueError:
                continue
    return values


def load(path):
    """A trace file that was recorded before."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise _cli.RefusedError(f'There is no "{path}": check the path.')
    if not zipfile.is_zipfile(path):  # a text would be run
        raise _cli.RefusedError(f'"{path}" is not a trace file (.npz).')
    # The program looks at all of a file before anything else reads it.
    report = _report(path)
    trace = Trace(path.resolve())
    trace.report = report
    return trace


def _report(path):
    return json.loads(_cli.run("report", path, "--format", "json"))


def is_path(text):
    """A path object, or the name of a file that ends in .cu: no CUDA text is a single word."""
    if not isinstance(text, str):
        return isinstance(text, os.PathLike)
    return text.endswith((".cu", ".cuh")) and "\n" not in text and "{" not in text


def laid_out(text, name, folder):
    """Where the program finds the text: its own path, or a file in `folder`; and what it says."""
    if is_path(text):
        path = pathlib.Path(text)
        try:
            return path.resolve(), path.read_bytes().decode(errors="replace")
        except OSError as error:
            raise _cli.RefusedError(f'"{path}" cannot be read: {error.strerror}.') from None
    if not isinstance(text, str):
        raise _cli.RefusedError(f"A CUDA text is a str, or the path of a file; not {type(text).__name__}.")
    path = pathlib.Path(folder, pathlib.PurePath(name).name)
    if path.suffix != ".cu":
        raise _cli.RefusedError(f'Invalid name "{name}": it ends in .cu.')
    # So that lines are counted as one sees them below a """.
    text = text.removeprefix("\n")
    path.write_text(text, encoding="utf-8")
    return path.name, text


def record(text=None, *, name="text.cu", **options):
    folder = tempfile.mkdtemp(prefix="stridescope-")
    try:
        return _record(text, name, options, folder)
    except BaseException as error:
        if getattr(error, "trace", None) is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _record(text, name, options, folder):
    options = {"seconds": SECONDS, "engine": "machine", **{k: v for k, v in options.items() if v is not None}}
    given, said = [], None
    if text is not None:
        place, said = laid_out(text, name, folder)
        given = [place, "-I", os.getcwd()]
    elif options.get("kernel") is None:
        raise _cli.RefusedError('Give a CUDA text, the path of one, or kernel="kogge-stone" of the library.')
    path = pathlib.Path(folder, "trace.npz")
    flags = _options.flags("r", options, folder, said)
    _cli.run("record", *given, *flags, "-o", path, cwd=folder)
    trace = Trace(path, folder)
    stopped = trace.meta.get("stopped") or ""
    if "(--seconds)" in stopped:
        # Half a run's arrays are not to be taken for a whole one's.
        error = _cli.RunError(_show.sentence(stopped.replace("--seconds", "seconds"))
                              + " The exception's .trace has what was recorded until then.")
        error.trace = trace
        raise error
    return trace


record.__doc__ = f"""Runs a CUDA text and hands back what was recorded, a Trace.

    text: the text, or the path of a .cu file; none with kernel="kogge-stone" and the like, which are
        the program's own
    name: what a text is called where lines of it are spoken of
{_options.describe("r")}

What is wrong with the text, or with what is asked for, is an exception that says so in a sentence:
RefusedError, RunError (such as: there is no GPU) or ProgramError, all of them StrideScopeError.
"""
record.__signature__ = inspect.Signature([
    inspect.Parameter("text", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None),
    inspect.Parameter("name", inspect.Parameter.KEYWORD_ONLY, default="text.cu"), *_options.signature("r")])
