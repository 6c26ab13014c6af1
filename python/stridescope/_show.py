"""How traces and verdicts look in a notebook: HTML that needs no style sheet and no script, in the
notebook's own colours, dark or light."""

import base64
import html
import pathlib
from dataclasses import dataclass
from typing import Optional

from . import _link
from ._cli import RefusedError

WRONG, RIGHT, QUIET = "#d9480f", "#2b8a3e", "opacity:.7"
LINE = "1px solid rgba(128,128,128,.35)"
MOST_STEPS = 12
MOST_FINDINGS = 8
MOST_PRINTED = 4_000
#: What an output of a notebook is wide, and a line of a text high, in pixels.
WIDTH, LINE_HEIGHT, HEAD_HEIGHT = 900, 18.4, 94
#: Longer lines are wrapped there.
WRAPPED_AT = 70
#: A picture of more numbers than these is no longer read as one.
FEW = 64
#: An SVG beyond that is slower to draw than a PNG.
LARGE = 400_000


@dataclass(frozen=True)
class Sight:
    """What a trace is shown by."""

    view: Optional[str] = None
    step: Optional[int] = None
    page: Optional[str] = None
    tip: bool = False  #: whether it says how to have the page, where there is none


class Picture:
    """A view of a run as the program drew it; a notebook shows it."""

    KINDS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "webp": "image/webp"}

    def __init__(self, data, ending):
        self.data, self.format = data, ending

    def save(self, path):
        pathlib.Path(path).write_bytes(self.data)

    def __repr__(self):
        return f"<stridescope.Picture: {self.format}, {len(self.data):,} bytes>"

    def _repr_html_(self):
        # As a file of its own: several SVGs within one page would share their glyphs' names.
        if self.format not in self.KINDS:
            return html.escape(repr(self))
        data = base64.b64encode(self.data).decode()
        return (f'<img alt="the run, as StrideScope draws it" src="data:{self.KINDS[self.format]};base64,{data}" '
                'style="max-width:100%;background:#fff;border-radius:4px">')


# --- A trace ----------------------------------------------------------------------------------------


def headline(trace):
    report = trace.report
    launches = [launch_text(launch) for launch in report["launches"]]
    title = report["title"] or report["text"]
    if len(launches) > 2:
        launches = [launches[0], f"{len(launches) - 1} more launches"]
    return " · ".join([title, *launches])


def launch_text(launch):
    def extent(xyz):
        while len(xyz) > 1 and xyz[-1] == 1:
            xyz = xyz[:-1]
        return str(xyz[0]) if len(xyz) == 1 else f"({', '.join(map(str, xyz))})"

    return f"{launch['kernel']}<<<{extent(launch['grid'])}, {extent(launch['block'])}>>>"


def verdict(trace):
    report = trace.report
    if trace.correct is None:
        return "not compared: nothing says what is expected"
    against = f" to {report['compared_with']}" if report["compared_with"] else ""
    return f"correct: equal{against}" if trace.correct else "wrong"


def trace_html(trace):
    report = trace.report
    where = f"recorded on the {report['device']}, {report['recorded_blocks']} of {report['grid']} blocks"
    if report["grid"] == 1:
        where = f"recorded on the {report['device']}"
    notes = [report[name] for name in ("guessed", "stopped", "shortened") if report.get(name)]
    return box(
        f"<b>{html.escape(headline(trace))}</b> <span style='{QUIET}'>· {html.escape(where)}</span>"
        + findings_html([f.message for f in trace.findings],
                        times=[f.times for f in trace.findings])
        + "".join(f"<div style='{QUIET}'>{html.escape(sentence(note))}</div>" for note in notes)
        + verdict_html(trace)
        + costs_html(trace)
        + printed_html(trace.printed)
        + sight_html(trace))


def box(inside):
    return f'<div style="font-size:13px;line-height:1.5;margin:4px 0 12px">{inside}</div>'


def sentence(text):
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def findings_html(findings, times=None):
    if not findings:
        return ""
    times = times or [1] * len(findings)
    rows = [f"<div style='border-left:3px solid {WRONG};padding-left:8px;margin:3px 0'>{html.escape(said)}"
            + (f" <span style='{QUIET}'>({count:,} such places)</span>" if count > 1 else "") + "</div>"
            for said, count in list(zip(findings, times))[:MOST_FINDINGS]]
    if len(findings) > MOST_FINDINGS:
        rows.append(f"<div style='{QUIET}'>… and {len(findings) - MOST_FINDINGS:,} more findings</div>")
    return "".join(rows)


def verdict_html(trace):
    if trace.correct is False:
        return ""  # is among the findings
    colour = f"color:{RIGHT};font-weight:600" if trace.correct else QUIET
    said = sentence(verdict(trace))
    if trace.correct and trace.findings:
        said = "The output happens to be " + verdict(trace) + "."
        colour = ""
    if trace.correct is None and not trace.findings:
        said = "Nothing wrong was found. " + said
    return f"<div style='{colour}'>{html.escape(said)}</div>"


def of(*names):
    return lambda counts: sum(counts[name] for name in names)


def used(counts):
    return f"{100 * counts['lanes_used'] / counts['lane_slots']:.0f} %" if counts["lane_slots"] else ""


#: Title, where it stands, and what the program counted; a column of nothing but zeros is left out.
COLUMNS = [
    ("threads", "", of("active_threads")), ("operations", "", of("adds")), ("barriers", "", of("barriers")),
    ("requests", "shared memory", of("load_requests", "store_requests", "atomic_requests")),
    ("wavefronts", "shared memory", of("load_wavefronts", "store_wavefronts", "atomic_wavefronts")),
    ("excess", "shared memory", of("load_excess", "store_excess", "atomic_excess")),
    ("degree", "shared memory", of("max_degree")),
    ("requests", "global memory", of("global_requests")), ("sectors", "global memory", of("global_sectors")),
    ("at least", "global memory", of("global_ideal_sectors")), ("lanes used", "", used),
]
#: Stays, where there is anything of its memory: that it is 0 is worth knowing.
TOLD = {("excess", "shared memory")}


def step_name(step):
    if step.get("variables"):
        return ", ".join(word for word in (step["phase"], step["variables"]) if word)
    return f"{step['phase']}, stride {step['stride']}" if step["stride"] else step["phase"] or "all"


def costs_html(trace):
    totals, steps = trace.totals, trace.steps
    has_shared = bool(COLUMNS[3][2](totals))
    columns = [c for c in COLUMNS if c[2](totals) or (c[:2] in TOLD and has_shared)]
    groups = []
    for _, group, _ in columns:
        if groups and groups[-1][0] == group:
            groups[-1][1] += 1
        else:
            groups.append([group, 1])
    cell = "padding:1px 9px;text-align:right;white-space:nowrap;border:0"
    head = "".join(f"<th colspan={n} style='{cell};text-align:center;font-weight:400;{QUIET}"
                   + (f";border-bottom:{LINE}" if group else "") + f"'>{group}</th>" for group, n in groups)
    names = "".join(f"<th style='{cell};font-weight:600'>{title}</th>" for title, _, _ in columns)

    def line(name, counts, style=""):
        values = []
        for title, group, value in columns:
            number = value(counts)
            bad = title == "excess" and number or title == "sectors" and number > counts["global_ideal_sectors"]
            colour = f";color:{WRONG};font-weight:600" if bad else ""
            shown = f"{number:,}" if isinstance(number, int) else number
            if number == 0:
                colour = ";opacity:.4"
            values.append(f"<td style='{cell}{colour}{style}'>{shown}</td>")
        first = f"<td style='{cell};text-align:left{style}'>{html.escape(name)}</td>"
        return f"<tr style='background:none'>{first}{''.join(values)}</tr>"

    chosen = steps if len(steps) <= MOST_STEPS else steps[:MOST_STEPS - 2]
    rows = [line(step_name(step), step) for step in chosen]
    if len(chosen) < len(steps):
        more = f"… {len(steps) - len(chosen):,} more steps: trace.steps"
        rows.append(f"<tr style='background:none'><td colspan={len(columns) + 1} "
                    f"style='{cell};text-align:left;{QUIET}'>{more}</td></tr>")
    if len(steps) != 1:
        rows.append(line("total", totals, f";border-top:{LINE};font-weight:600"))
    return table(f"<tr style='background:none'><th style='border:0'></th>{head}</tr>"
                 f"<tr style='background:none;border-bottom:{LINE}'>"
                 f"<th style='{cell};text-align:left;font-weight:600'>step</th>{names}</tr>{''.join(rows)}")


def table(rows):
    return ("<div style='overflow-x:auto'><table style='border-collapse:collapse;margin:8px 0;font-size:inherit;"
            f"font-variant-numeric:tabular-nums'>{rows}</table></div>")


def printed_html(printed):
    if not printed:
        return ""
    more = f"\n… {len(printed) - MOST_PRINTED:,} more characters: trace.printed" if len(printed) > MOST_PRINTED else ""
    return (f"<div style='{QUIET}'>It printed:</div><pre style='margin:2px 0 8px;max-height:240px;overflow:auto'>"
            f"{html.escape(printed[:MOST_PRINTED] + more)}</pre>")


# --- Its picture, or the page ------------------------------------------------------------------------


def usual_view(trace):
    """The view and the step that tell most: of conflicts the map of all steps, of blocks that have to
    do with each other the grid, of a few numbers the tree, else the text's lines with their costs."""
    totals = trace.totals
    excess = of("load_excess", "store_excess", "atomic_excess")
    if excess(totals):
        return "heatmap", max(range(len(trace.steps)), key=lambda s: excess(trace.steps[s]))
    for found in trace.findings:
        if found.step is not None and found.step >= 0:
            return "source", found.step
    if trace.meta["clock"]:
        return "grid", None
    if trace.report["n"] <= FEW and totals["adds"] and trace.meta["words"]:
        return "tree", None
    return "source", None


def sight_html(trace):
    sight = trace.shown
    view, step = (sight.view, sight.step) if sight.view else usual_view(trace)
    if not sight.view and sight.step is not None:
        step = sight.step
    page = _link.page_at(sight.page)
    told = ""
    if page:
        try:
            return frame_html(trace, view, step, page)
        except RefusedError as error:
            told = str(error)
    elif sight.tip:
        told = ("A picture. To step through the run here, put stridescope.html beside the notebook, or say where "
                "the page is: stridescope.page = \"https://…/stridescope.html\".")
    try:
        picture = exported(trace, view, step)
    except RefusedError as error:
        if sight.view:
            raise
        return f"<div style='{QUIET}'>{html.escape(str(error))}</div>"
    told = f"<div style='font-size:11px;{QUIET}'>{html.escape(told)}</div>" if told else ""
    return f"<div style='max-height:640px;overflow:auto'>{picture._repr_html_()}</div>{told}"


def exported(trace, view, step):
    flags = {"step": step}
    if view == "source":
        # As wide as it is read, which leaves the columns of all steps out.
        lines = sum(1 + len(line) // WRAPPED_AT for line in trace.text.splitlines())
        flags["pane"] = f"{WIDTH}x{HEAD_HEIGHT + round(LINE_HEIGHT * lines)}"
    picture = trace.picture(view, **flags)
    return picture if len(picture.data) < LARGE else trace.picture(view, format="png", **flags)


def frame_html(trace, view, step, page):
    embedded = html.escape(_link.address(trace, view, step, page, embed=True))
    whole = html.escape(_link.address(trace, view, step, page))
    return (f'<iframe src="{embedded}" style="width:100%;height:520px;border:{LINE};border-radius:4px" '
            f'loading="lazy" allowfullscreen></iframe><div style="font-size:11px">'
            f'<a href="{whole}" target="_blank">open it by itself</a></div>')


# --- Verdicts ----------------------------------------------------------------------------------------


def verdicts_html(verdicts):
    cell = f"padding:3px 10px;text-align:left;vertical-align:top;border:0;border-bottom:{LINE}"
    rows = []
    for one in verdicts:
        mark = (f"<b style='color:{RIGHT}'>correct</b>" if one.fine and one.right else
                "<b>runs</b>" if one.fine else
                f"<b style='color:{WRONG}'>{'refused' if one.refused else 'not fine'}</b>")
        notes = "".join(f"<div style='{QUIET}'>{html.escape(sentence(note))}</div>" for note in one.notes)
        facts = one.facts
        cost = "" if one.refused else (
            f"<td style='{cell};white-space:nowrap;text-align:right'>{facts['excess_wavefronts']:,}</td>"
            f"<td style='{cell};white-space:nowrap;text-align:right'>{facts['global_sectors']:,}</td>"
            f"<td style='{cell};white-space:nowrap;text-align:right'>{facts['global_ideal_sectors']:,}</td>")
        rows.append(f"<tr style='background:none'><td style='{cell};white-space:nowrap'>{html.escape(one.file)}</td>"
                    f"<td style='{cell};white-space:nowrap'>{mark}</td>"
                    f"<td style='{cell}'>{findings_html(one.findings)}{notes}</td>"
                    + (cost or f"<td style='{cell}'></td>" * 3) + "</tr>")
    titles = "".join(f"<th style='{cell};font-weight:600;text-align:{side}'>{title}</th>" for title, side in
                     (("text", "left"), ("verdict", "left"), ("findings", "left"),
                      ("excess wavefronts", "right"), ("sectors", "right"), ("at least", "right")))
    return box(table(f"<tr style='background:none'>{titles}</tr>{''.join(rows)}"))
