"""Writes the page: one HTML file that holds the program and the files that it begins with, packed.

    pack_page.py SHELL ICON.svg SCRIPT PROGRAM.wasm UNPACK.wasm OUT.html [FILE|FOLDER=PATH_IN_THE_PAGE…]

Packed before they become letters: letters of bytes hardly pack, so a server that sends the page
packed could not make up for it. The page unpacks by UNPACK.wasm, app/main_unpack.cpp, since browsers themselves
unpack nothing that is packed as small.
"""

import base64
import json
import lzma
import pathlib
import sys

# What app/main_unpack.cpp reads, and no other.
FILTER = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "nice_len": 273,
          "lc": 4, "lp": 0, "pb": 0}


def files_below(root, path):
    if root.is_file():
        return [(path, root.read_bytes())]
    return [(f"{path}/{file.relative_to(root)}", file.read_bytes())
            for file in sorted(root.rglob("*")) if file.is_file()]


def packed(data):
    return lzma.compress(data, format=lzma.FORMAT_RAW, filters=[FILTER])


def letters(data):
    """How many bytes come of it, a blank, and base64."""
    return f"{len(data)} {base64.b64encode(packed(data)).decode()}"


def main(shell, icon, script, program, unpack, out, *folders):
    files = []
    for folder in folders:
        root, path = folder.split("=", 1)
        files += files_below(pathlib.Path(root), path)
    names = json.dumps([[path, len(data)] for path, data in files])
    parts = {"PROGRAM": letters(pathlib.Path(program).read_bytes()),
             "FILES": letters(b"".join([names.encode(), b"\n", *(data for _, data in files)])),
             "UNPACK": base64.b64encode(pathlib.Path(unpack).read_bytes()).decode(),
             "ICON": base64.b64encode(pathlib.Path(icon).read_bytes()).decode(),
             "PAGE": "\n".join(each.read_text(encoding="utf-8")
                               for each in sorted(pathlib.Path(shell).parent.glob("*.js"))),
             "SCRIPT": pathlib.Path(script).read_text(encoding="utf-8")}
    for name in ("SCRIPT", "PAGE"):
        if "</script" in parts[name]:
            sys.exit(f"The page's {name} would end where it says </script.")
    page = pathlib.Path(shell).read_text(encoding="utf-8")
    for name, text in parts.items():
        before, after = page.split("{{{ " + name + " }}}")
        page = before + text + after
    pathlib.Path(out).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
