"""What record, check and %%stridescope may be told, and the program's flags for it."""

import inspect
import os
import pathlib
import re

import numpy as np

from ._cli import RefusedError

#: By the names of these pages, and by those of the command line.
ENGINES = {"machine": "cpu", "gpu": "cuda", "auto": "auto", "cpu": "cpu", "cuda": "cuda"}


def engine(value):
    if value not in ENGINES:
        raise RefusedError(f'There is no engine "{value}": choose machine, gpu or auto.')
    return ENGINES[value]


def blocks(value):
    """"all", "first:8", or 8."""
    return f"first:{value}" if str(value).isdigit() else value


def words(value):
    """Of a main: one line, or its words."""
    if isinstance(value, str):
        return value
    return " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in value)


# name: flag, how a value is written, what it is, whether record and whether check takes it
OPTIONS = {
    "kernel": ("--kernel", str, "which kernel of the text, or a kernel of the program's library", "rc"),
    "threads": ("--block", str, "threads in a block: the text's #define BLOCK", "rc"),
    "elements": ("--n", str, "number of elements: the text's #define N", "rc"),
    "launch": ("--launch", str, 'how it is launched: "k<<<2, 64>>>(in, out, 100)"', "rc"),
    "expect": ("--expect", str, 'what the result is compared with: "out = scan(in)"', "rc"),
    "argv": ("--args", words, "what the text's main is given", "rc"),
    "engine": ("--engine", engine, "machine, gpu or auto", "r"),
    "memory": ("--memory", str, "when other blocks see what one stores: immediate, or weak:SEED", "rc"),
    "schedule": ("--schedule", str, "ascending, descending, random:SEED or lane-random:SEED", "rc"),
    "sms": ("--sms", str, "multiprocessors of the machine", "rc"),
    "resident": ("--resident", str, "resident blocks on each of them", "rc"),
    "blocks": ("--blocks", blocks, "which blocks are recorded: all, or how many", "rc"),
    "coarsen": ("--coarsen", str, "elements of a thread: the text's #define COARSEN", "r"),
    "pad": ("--pad", str, "padding of the library's scans: none, every32, two-level or xor", "r"),
    "type": ("--type", str, "their element type: i32, u32, f32, f64 or i64", "r"),
    "op": ("--op", str, "their operator: add, max, min or last", "r"),
    "scan": ("--scan", str, "which scan: inclusive or exclusive", "r"),
    "input": ("--input", str, "their input: ones, iota, random:SEED, values:1,2,3", "r"),
    "seconds": ("--seconds", str, "how long it may run", "rc"),
    "workers": ("--workers", str, "on how many cores", "r"),
    "megabytes": ("--megabytes", str, "how much memory its arrays may take", "c"),
}
#: Which #define of a text they set; the library's texts have flags for it.
SIZES = {"threads": "BLOCK", "elements": "N"}
#: Those that may be given several times.
SEVERAL = {
    "args": "what arrays hold and scalars are, by name: numbers, NumPy arrays, or as a card says it",
    "defines": "#defines of the text, by name",
    "include": "folders where #include looks, too",
}


def signature(of):
    """What help() and a notebook's completion show."""
    names = [*SEVERAL, *(name for name, (*_, who) in OPTIONS.items() if of in who)]
    return [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]


def describe(of):
    lines = [f"    {name}: {what}" for name, what in SEVERAL.items()]
    lines += [f"    {name}: {what}" for name, (_, _, what, who) in OPTIONS.items() if of in who]
    return "\n".join(lines)


def flags(of, options, folder, text=None):
    """The command line's flags. `folder`: where arrays of numbers may be written for it; `text`: that
    is run, None for one of the library."""
    given = []
    for name, value in options.items():
        if value is None:
            continue
        if name in SEVERAL:
            given += several(name, value, folder)
            continue
        if name not in OPTIONS or of not in OPTIONS[name][3]:
            known = ", ".join([*SEVERAL, *(n for n, (*_, who) in OPTIONS.items() if of in who)])
            raise RefusedError(f'There is no option "{name}": choose {known}.')
        if name in SIZES and text is not None:
            given += size(name, value, text)
            continue
        flag, written, *_ = OPTIONS[name]
        given += [flag, written(value)]
    return given


def size(name, value, text):
    macro = SIZES[name]
    if not re.search(rf"^[ \t]*#[ \t]*define[ \t]+{macro}[ \t]", text, re.MULTILINE):
        raise RefusedError(f"{name} sets the text's #define {macro}, and it has none: write one, or say it "
                           "with launch, args or defines.")
    return ["-D", f"{macro}={value}"]


def several(name, value, folder):
    if name == "include":
        value = [value] if isinstance(value, (str, os.PathLike)) else value
        return [word for path in value for word in ("-I", os.path.abspath(path))]
    if not hasattr(value, "items"):
        raise RefusedError(f'"{name}" are names with values, such as {{"N": 64}}, not {value!r}.')
    if name == "defines":
        return [word for key, one in value.items() for word in ("-D", f"{key}={define(one)}")]
    return [word for key, one in value.items() for word in ("--arg", f"{key}={argument(key, one, folder)}")]


def define(value):
    return str(int(value)) if isinstance(value, (bool, np.bool_)) else str(value)


def argument(name, value, folder):
    """A scalar, the words of a card, or an array, which goes by way of a file."""
    if isinstance(value, str):
        # The program runs in a folder of its own.
        return re.sub(r"file:(?!/)", lambda _: f"file:{pathlib.Path.cwd()}/", value)
    array = np.asarray(value)
    if array.ndim == 0:
        return define(array.item())
    if array.dtype.kind not in "biuf" or not name.isidentifier():
        raise RefusedError(f'"{name}" is an array of numbers, not of {array.dtype}.')
    # The types that the program reads.
    if array.dtype.kind == "b" or array.dtype.itemsize < 4:
        array = array.astype(np.float32 if array.dtype.kind == "f" else np.int32)
    np.save(pathlib.Path(folder, f"{name}.npy"), np.ascontiguousarray(array))
    return "".join(f"[{extent}]" for extent in array.shape) + f" file:{name}.npy"
