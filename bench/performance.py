#!/usr/bin/env python3
"""Measures how fast the program is, and writes what it found into docs/performance.md.

Each part stands there between two comments and is replaced as a whole, so that no number is typed
by hand; the words around it are. Parts can be measured alone.

    scripts/install_deps --tests --bench
    bench/performance.py [--build build/release] [--parts core,main,oclgrind,growth,window] [--print]
"""

import argparse
import importlib
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
PARTS = ("core", "main", "oclgrind", "growth", "window")


def replaced(page, part, text):
    """The page with what stands between a part's two comments replaced."""
    begin, end = f"<!-- measured: {part} -->", f"<!-- end: {part} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.S)
    if len(pattern.findall(page)) != 1:
        raise SystemExit(f"{PAGE} has no place for the part {part}: {begin} … {end}")
    return pattern.sub(lambda _: f"{begin}\n{text.strip()}\n{end}", page)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--print", action="store_true", help="leave docs/performance.md as it is")
    options = parser.parse_args()
    build = options.build.resolve()
    os.environ.setdefault("STRIDESCOPE_WINDOW", str(build / "app" / "stridescope"))
    os.environ.setdefault("STRIDESCOPE_CLI", str(build / "app" / "stridescope-cli"))
    os.environ.setdefault("STRIDESCOPE_BINARY_DIR", str(build))

    for name in options.parts.split(","):
        if name not in PARTS:
            raise SystemExit(f"There is no part {name}: choose from {', '.join(PARTS)}.")
        print(f"{name} …", file=sys.stderr, flush=True)
        text = importlib.import_module(f"measure_{name}").measure(build)
        if options.print:
            print(text)
            continue
        PAGE.write_text(replaced(PAGE.read_text(encoding="utf-8"), name, text), encoding="utf-8")


if __name__ == "__main__":
    main()
