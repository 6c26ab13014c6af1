"""Watch GPU threads work, step by step: CUDA texts, recorded and judged.

    trace = stridescope.record(text)      # NumPy arrays of what was recorded
    verdict = stridescope.check(text)     # right, wrong, races, faults, costs
    %load_ext stridescope                 # then a cell that begins with %%stridescope

Everything comes from the program `stridescope-cli`, which is looked for where the environment
variable STRIDESCOPE_CLI says, then in this package, then along PATH.
"""

from ._cli import ProgramError, RefusedError, RunError, StrideScopeError
from ._trace import Finding, Trace, load, record
from ._verdict import Verdict, Verdicts, check

__version__ = "1.0.0"
__all__ = ["Finding", "ProgramError", "RefusedError", "RunError", "StrideScopeError", "Trace",
           "Verdict", "Verdicts", "check", "load", "page", "record"]

#: Where the page is, "https://…/stridescope.html", for %%stridescope and Trace.link(). None: where
#: STRIDESCOPE_PAGE says, else a stridescope.html beside the notebook, else there is none.
page = None


def load_ipython_extension(shell):
    """What %load_ext calls. Nothing of IPython is needed before."""
    from ._magic import StrideScopeMagics

    shell.register_magics(StrideScopeMagics)
