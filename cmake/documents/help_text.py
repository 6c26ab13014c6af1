"""What a program says of itself: its --help, and that of each of its commands, as data."""

import dataclasses
import re
import subprocess


@dataclasses.dataclass
class Option:
    """A flag, or what stands without one (then `names` holds its name alone)."""

    names: list
    value: str  # what it takes, in a word; empty for a switch
    text: str
    required: bool = False
    repeats: bool = False
    default: str = ""
    least: str = ""
    most: str = ""
    excludes: str = ""


@dataclasses.dataclass
class Group:
    title: str
    options: list


@dataclasses.dataclass
class Help:
    command: str  # empty: of the program itself
    usage: str
    about: list  # lines before the flags
    groups: list
    positionals: list
    commands: list  # (name, text)
    footer: list

    def options(self):
        return [option for group in self.groups for option in group.options]


def _entry(left, text):
    """One line of the list: what stands left of its text."""
    names, _, rest = left.partition(" ")
    option = Option(names.split(","), "", text)
    excludes = re.search(r" ?Excludes: (.*)$", " " + rest)
    if excludes:
        option.excludes = excludes[1].strip()
        rest = (" " + rest)[:excludes.start()].strip()
    if rest.endswith("REQUIRED"):
        option.required = True
        rest = rest[:-len("REQUIRED")].strip()
    if rest.endswith("..."):
        option.repeats = True
        rest = rest[:-3].strip()
    default = re.search(r"=([^=\s]+)$", rest)
    if default:
        option.default = default[1]
        rest = rest[:default.start()]
    bounds = re.search(r":\w+ in \[(\S+) - (\S+)\]", rest)
    if bounds:
        option.least, option.most = bounds[1], bounds[2]
    # Of "INT:POSITIVE" and "TEXT:{light,dark}" the text says what is to be known; "cpu|random:SEED"
    # says it itself.
    option.value = rest.strip() if "|" in rest else rest.partition(":")[0].strip()
    return option


def parse(text, command=""):
    """The Help of a page as CLI11 writes it."""
    page = Help(command, "", [], [], [], [], [])
    heading = None
    entries = []  # [heading, left, text]
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""]):
        if line.lower().startswith("usage:"):
            page.usage = line.partition(":")[2].strip()
            heading = ""
        elif heading is None:
            page.about.append(line)
        elif line.lower() in ("positionals:", "subcommands:") or (
                re.fullmatch(r"\S.*:", line) and following.startswith("  -")):
            heading = line[:-1]
        elif line and not line.startswith(" "):
            page.footer.append(line)
        elif page.footer:
            page.footer.append(line)
        elif re.match(r"  \S", line):
            left, _, said = re.match(r"  (.*?)(\s{2,}|$)(.*)", line).groups()
            entries.append([heading, left, said])
        elif line.strip():
            entries[-1][2] = (entries[-1][2] + " " + line.strip()).strip()
    for heading, left, said in entries:
        kind = heading.lower()
        if kind == "subcommands":
            page.commands.append((left, said))
        elif kind == "positionals":
            page.positionals.append(_entry(left, said))
        else:
            if not page.groups or page.groups[-1].title != heading:
                page.groups.append(Group(heading, []))
            page.groups[-1].options.append(_entry(left, said))
    for lines in (page.about, page.footer):
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
    if not page.usage or not page.groups:
        raise ValueError(f"{command or 'the program'}: this is not a page of help:\n{text}")
    return page


def ask(program, command=""):
    """The Help that `program` prints."""
    words = [program, *([command] if command else []), "--help"]
    done = subprocess.run(words, check=True, capture_output=True, encoding="utf-8")
    page = parse(done.stdout, command)
    # Only tests need the hooks.
    for group in page.groups:
        group.options = [o for o in group.options if "--test-hooks" not in o.names]
    return page


def ask_all(program):
    """The program's own Help, and those of its commands."""
    own = ask(program)
    return own, [ask(program, name) for name, _ in own.commands]
