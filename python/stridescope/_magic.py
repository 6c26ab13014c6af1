"""%%stridescope: a cell of CUDA, run and shown. The only file that needs IPython."""

import argparse
import shlex

from IPython.core.magic import Magics, line_cell_magic, magics_class

from . import _options
from ._cli import RefusedError
from ._trace import record

HELP = """\
%%stridescope [options]
CUDA text

Runs the text of the cell on StrideScope's own machine, which needs no GPU, and shows what was found,
what each step cost, what it printed, and the run itself: in the page, where that is at hand, else as a
picture. The text needs no main: a few comment lines at its head may say how it is launched and what is
expected (docs/texts.md); without them that is guessed, and said. What the cell gives back is the trace
(stridescope.Trace), for Python to go on with.

%stridescope FILE.cu [options] does the same with a file.

What is shown:
  --view VIEW      tree, memory, heatmap, banks, work, grid, source, global or divergence
  --step N         at this step, counted from 0
  --page ADDRESS   where the page is: https://…/stridescope.html
  --into NAME      also keeps the trace in this variable
  --name NAME.cu   what the text is called

What is run:
{run}

Python's variables may stand in braces: %%stridescope -D N={{n}}

  %%stridescope --view banks --step 1 -D PAD=0
"""
SEVERAL = [("-D", "defines", "NAME=VALUE", "sets a #define of the text; may be repeated"),
           ("--arg", "args", "NAME=WHAT", 'what an array holds, or a scalar is: "in=[64] iota"; may be repeated'),
           ("-I", "include", "FOLDER", "where #include looks, too; may be repeated")]


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise RefusedError(f"{message}: %%stridescope --help lists what there is.")


def parser():
    it = Parser(prog="%%stridescope", add_help=False, allow_abbrev=False)
    it.add_argument("file", nargs="?")
    it.add_argument("-h", "--help", action="store_true")
    for flag in ("--view", "--page", "--into", "--name"):
        it.add_argument(flag)
    it.add_argument("--step", type=int)
    for flag, dest, *_ in SEVERAL:
        it.add_argument(flag, dest=dest, action="append")
    for name, (*_, who) in _options.OPTIONS.items():
        if "r" in who:
            it.add_argument(f"--{name}")
    return it


def help_text():
    told = [(f"{flag} {what}", said) for flag, _, what, said in SEVERAL]
    told += [(f"--{name}", said) for name, (_, _, said, who) in _options.OPTIONS.items() if "r" in who]
    width = max(len(flag) for flag, _ in told) + 2
    return HELP.format(run="\n".join(f"  {flag:{width}}{said}" for flag, said in told))


def pairs(words, flag):
    """Of NAME=VALUE, given several times."""
    if words is None:
        return None
    parted = [word.partition("=") for word in words]
    for name, sign, _ in parted:
        if not sign:
            raise RefusedError(f"{flag} {name} has no value: write {flag} {name}=VALUE.")
    return {name: value for name, _, value in parted}


@magics_class
class StrideScopeMagics(Magics):
    @line_cell_magic
    def stridescope(self, line, cell=None):
        """Runs a cell's CUDA text and shows the run; %%stridescope --help says more."""
        try:
            words = shlex.split(line)
        except ValueError as error:
            raise RefusedError(f"The options cannot be read: {error}.") from None
        asked = vars(parser().parse_args(words))
        if asked.pop("help"):
            print(help_text())
            return None
        file, into, name = asked.pop("file"), asked.pop("into"), asked.pop("name")
        if (file is None) == (cell is None):
            raise RefusedError(f"{file} is no option: %%stridescope --help lists what there is." if file else
                               "%stridescope takes a file, FILE.cu; %%stridescope runs the text below it.")
        if into is not None and not into.isidentifier():
            raise RefusedError(f"--into {into} is not the name of a variable.")
        view, step, page = asked.pop("view"), asked.pop("step"), asked.pop("page")
        asked["defines"] = pairs(asked["defines"], "-D")
        asked["args"] = pairs(asked["args"], "--arg")
        trace = record(file or cell, name=name or "cell.cu", **asked).show(view, step=step, page=page)
        if into:
            self.shell.user_ns[into] = trace
        return trace
