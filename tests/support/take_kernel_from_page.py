"""Takes the code of docs/adding_a_kernel.md out of the page and adds it to a copy of the list, as
the page tells its reader to.

usage: take_kernel_from_page.py PAGE CATALOG_LIST OUT_FOLDER
"""

import pathlib
import re
import sys


def blocks(page):
    """The page's fenced blocks that name a file: (file, text)."""
    return re.findall(r"^```cpp (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def main():
    page, catalog_list, out = map(pathlib.Path, sys.argv[1:])
    found = blocks(page.read_text(encoding="utf-8"))
    headers = {name: text for name, text in found if name != "kernels/catalog_list.h"}
    lines = [text for name, text in found if name == "kernels/catalog_list.h"]
    if len(headers) != 1 or len(lines) != 1 or lines[0].count("\n") != 1:
        sys.exit(f"{page}: wanted one kernel and one line for the list, found {found}")
    for name, text in headers.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    text = catalog_list.read_text(encoding="utf-8")
    (out / "kernels/catalog_list.h").write_text(text + lines[0], encoding="utf-8")


if __name__ == "__main__":
    main()
