"""Writes a program's man page from its own --help.

    man_page.py PROGRAM NAME VERSION WHATIS OTHER OUT.gz
"""

import gzip
import pathlib
import re
import sys

import help_text


def escape(text):
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return r"\&" + text if text[:1] in (".", "'") else text


def paragraphs(lines):
    """Prose as paragraphs; lines that are indented as they stand."""
    out, verbatim = [], False
    for line in lines:
        if line.startswith("  "):
            if not verbatim:
                out += [".PP", ".nf", ".RS 4"]
            verbatim = True
            out.append(escape(line.strip()))
            continue
        if verbatim:
            out += [".RE", ".fi"]
            verbatim = False
        out.append(escape(line) if line else ".PP")
    if verbatim:
        out += [".RE", ".fi"]
    return out


def sentence(text):
    """Closed by a full stop, where more follows."""
    return text if text.endswith((".", "!", "?")) else text + "."


def option(entry, positional=False):
    value = entry.value.lower() if re.fullmatch("[A-Z]+", entry.value) else entry.value
    # Types that only programs know by these names.
    value = {"int": "number", "uint": "number", "float": "number"}.get(value, value)
    name = "text" if value == "" else value
    if positional:
        tag = rf"\fI{escape(entry.names[0])}\fR"
    else:
        tag = ", ".join(rf"\fB{escape(n)}\fR" for n in entry.names)
        if value:
            # Of many words a line may end behind each.
            choices = escape(name).replace("|", r"|\:")
            tag += rf" \fI{choices}\fR"
    if entry.repeats:
        tag += " …"
    notes = []
    if entry.least:
        notes.append(f"{entry.least} to {entry.most}.")
    if entry.default:
        notes.append(f"Default: {entry.default}.")
    if entry.required and not positional:
        notes.append("Required.")
    if entry.excludes:
        notes.append(f"Not with {entry.excludes}.")
    text = entry.text
    if notes:
        text = " ".join([sentence(text), *notes])
    return [".TP", tag, escape(text)]


def usage(page, name):
    words = page.usage.split()
    words[0] = name
    out = []
    for i, word in enumerate(words):
        known = i == 0 or word == page.command
        out.append(rf"\fB{escape(word)}\fR" if known else rf"\fI{escape(word)}\fR")
    return " ".join(out)


def options_of(page, level, first="OPTIONS"):
    out = []
    if page.positionals:
        for entry in page.positionals:
            out += option(entry, positional=True)
    for group in page.groups:
        if group.title.lower() != "options":
            if level == ".SH":
                out.append(f'.SH "{escape(group.title.upper())}"')
            else:
                out += [".PP", rf"\fI{escape(group.title)}\fR"]
        elif level == ".SH":
            out.insert(0, f".SH {first}")
        for entry in group.options:
            if level != ".SH" and "--help" in entry.names:
                continue
            out += option(entry)
    return out


def man(program, name, version, whatis, other):
    own, commands = help_text.ask_all(program)
    out = [r'.\" -*- coding: UTF-8 -*-',
           f'.TH {name.upper()} 1 "" "StrideScope {version}" "User Commands"',
           # Names of flags and values are not to be broken, nor lines filled with blanks.
           ".nh", ".ad l",
           ".SH NAME", rf"{escape(name)} \- {escape(whatis)}",
           ".SH SYNOPSIS"]
    # With commands, each has its own line; without one the program only tells of itself.
    for page in commands or [own]:
        out += [usage(page, name), ".br"]
    out.pop()
    out += [".SH DESCRIPTION", *paragraphs(own.about)]
    out += options_of(own, ".SH")
    if commands:
        out.append(".SH COMMANDS")
        for page in commands:
            out += [f'.SS "{escape(page.command)}"', *paragraphs(page.about)]
            out += options_of(page, ".SS")
    if own.footer:
        # "Examples:" and the lines below it, and what is said before.
        out += [".SH EXAMPLES", *paragraphs(own.footer)]
    out += [".SH EXIT STATUS",
            ".TP", "0", "All went well.",
            ".TP", "1", "The run failed, or what was checked is wrong.",
            ".TP", "2", "The command line or the input is invalid.",
            ".SH SEE ALSO", rf"\fB{escape(other)}\fR(1)"]
    return "\n".join(out) + "\n"


def main():
    program, name, version, whatis, other, target = sys.argv[1:]
    text = man(program, name, version, whatis, other).encode("utf-8")
    pathlib.Path(target).write_bytes(gzip.compress(text, 9, mtime=0))


if __name__ == "__main__":
    main()
