"""What `stridescope-cli check` says of texts."""

import inspect
import json
import os
import tempfile

from . import _cli, _options, _show
from ._trace import is_path, laid_out

#: Exit code 1: a text is not fine, which its verdict tells.
JUDGED = (0, 1)


class Verdict:
    """What was found of one text: fine, right, refused, findings, and all that the program says as
    facts["excess_wavefronts"] and the like."""

    def __init__(self, facts):
        self.facts = facts

    @property
    def file(self):
        return self.facts["file"]

    @property
    def fine(self):
        """Whether it runs, and nothing is wrong."""
        return self.facts["fine"]

    @property
    def right(self):
        """Whether the result is the expected one; None: nothing says what is expected."""
        return self.facts["right"]

    @property
    def refused(self):
        """Why it does not run, a sentence; None: it does."""
        return self.facts["refused"]

    @property
    def findings(self):
        """What is wrong, in sentences."""
        facts = self.facts
        found = [facts[name] for name in ("refused", "stopped") if facts.get(name)]
        if facts.get("wrong"):
            found.append(f"WRONG: {facts['wrong']}")
        found += facts.get("faults") or []
        if facts.get("first_race"):
            count = facts["race_count"]
            found.append(facts["first_race"] if count == 1 else f"{count} races: {facts['first_race']}")
        return found

    @property
    def notes(self):
        """What is worth knowing and not wrong."""
        facts = self.facts
        told = [facts[name] for name in ("guessed", "shortened", "padding", "elsewhere",
                                         "first_harmless_race") if facts.get(name)]
        if facts["runs"] and facts["right"] is None:
            told.append("Not compared: nothing says what is expected.")
        return told

    def __bool__(self):
        return self.fine

    def __repr__(self):
        said = " · ".join(self.findings) or ("correct" if self.right else "nothing wrong found")
        return f"<stridescope.Verdict of {self.file}: {said}>"

    def _repr_html_(self):
        return _show.verdicts_html([self])


class Verdicts(list):
    """Verdicts of several texts, in their order."""

    @property
    def fine(self):
        return all(verdict.fine for verdict in self)

    def _repr_html_(self):
        return _show.verdicts_html(self)


def check(text, *, name="text.cu", **options):
    several = isinstance(text, (list, tuple))
    texts = list(text) if several else [text]
    if not texts:
        return Verdicts()
    with tempfile.TemporaryDirectory(prefix="stridescope-") as folder:
        # As many files as there are texts, with names of their own.
        files, said = [], []
        for number, one in enumerate(texts, 1):
            own = name if len(texts) == 1 else f"{number}_{name}"
            if is_path(one):
                files.append(os.path.abspath(one))  # what cannot be read is a verdict, too
                said.append(_read(one))
            else:
                place, words = laid_out(one, own, folder)
                files.append(place)
                said.append(words)
        flags = _options.flags("c", options, folder, "\n".join(said))
        told = json.loads(_cli.run("check", *files, "-I", os.getcwd(), *flags, "--format", "json", cwd=folder,
                                   codes=JUDGED))
    shown = {file: str(one) for file, one in zip(files, texts) if is_path(one)}
    for facts in told:
        facts["file"] = shown.get(facts["file"], facts["file"])
    verdicts = Verdicts(map(Verdict, told))
    return verdicts if several else verdicts[0]


def _read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


check.__doc__ = f"""Runs a CUDA text and judges it: a Verdict. Of a list of texts or paths: Verdicts.

    text: the text, or the path of a .cu file; or a list of them
    name: what a text is called where lines of it are spoken of
{_options.describe("c")}
"""
check.__signature__ = inspect.Signature([
    inspect.Parameter("text", inspect.Parameter.POSITIONAL_OR_KEYWORD),
    inspect.Parameter("name", inspect.Parameter.KEYWORD_ONLY, default="text.cu"), *_options.signature("c")])
