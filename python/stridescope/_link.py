"""The address at which the page shows a run; docs/page.md says what stands in one."""

import base64
import json
import os
import pathlib
import re
import shlex
import urllib.parse
import zlib

from ._cli import RefusedError

PAGE = "stridescope.html"
LONGEST = 32_000     # a link's characters
MOST_NUMBERS = 4_096  # of an array that came from a file
PLAIN = "-._~,:/="


def page_at(page=None):
    """Where the page is: as it is given, as stridescope.page or STRIDESCOPE_PAGE say, or beside the
    notebook. None: nowhere."""
    import stridescope

    known = page or stridescope.page or os.environ.get("STRIDESCOPE_PAGE")
    if known:
        return known
    return PAGE if pathlib.Path(PAGE).is_file() else None


def letters(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def command_line(trace):
    """The run's own flags, as its file has them."""
    run, asked = trace.meta["text_run"], trace.meta["experiment"]
    words = [trace.meta["text"]]
    for flag, value in (("--kernel", run["kernel"]), ("--launch", run["launch"]), ("--expect", run["expect"]),
                        ("--args", run.get("program_arguments", "")), ("--memory", run.get("memory", ""))):
        words += [flag, value] if value else []
    for name, value in run["defines"]:
        words += ["-D", f"{name}={value}"]
    for name, value in run["arguments"]:
        words += ["--arg", f"{name}={numbers(trace, name, value)}"]
    if asked["first_blocks"]:
        words += ["--blocks", f"first:{asked['first_blocks']}"]
    for flag, name, usual in (("--schedule", "schedule", "ascending"), ("--sms", "sms", 4),
                              ("--resident", "resident", 16)):
        words += [flag, str(asked[name])] if asked[name] != usual else []
    return shlex.join(words)


def numbers(trace, name, value):
    """The page reads no files: what one held goes along."""
    if "file:" not in value:
        return value
    held = trace.before.get(name)
    if held is None or held.size > MOST_NUMBERS:
        raise RefusedError(f"No link holds the numbers of {name}: a file's go along if they are at most "
                           f"{MOST_NUMBERS:,}.")
    listed = json.dumps(held.ravel().tolist()).strip("[]").replace(" ", "")
    return re.sub(r"file:.*", lambda _: "values:" + listed, value)


def fragment(trace, view, step, embed):
    """What stands behind the #."""
    settings = [("embed", "")] if embed else []
    settings.append(("run", command_line(trace)))
    texts = {trace.meta["text"]: "kernel.cu"}
    texts.update({name: f"included_{k}.cu" for k, name in enumerate(trace.meta.get("includes", []), 1)})
    settings += [(f"text:{name}", letters(trace.file[member].decode())) for name, member in texts.items()]
    if view:
        settings.append(("show" if embed else "view", view))
    if step is not None:
        settings.append(("step", str(step)))
    return "&".join(quoted(name) + (f"={quoted(value)}" if value else "") for name, value in settings)


def quoted(text):
    return urllib.parse.quote(text, safe=PLAIN)


def address(trace, view=None, step=None, page=None, embed=False):
    link = f"{page_at(page) or PAGE}#{fragment(trace, view, step, embed)}"
    if len(link) > LONGEST:
        raise RefusedError(f"The text is too long for a link, which has at most {LONGEST:,} characters.")
    return link
