"""What happens between the blocks of the texts below kernels/grid on the GPU, by its clock: whether it
can have happened so, and whether it is what the warp machine tells."""

import collections
import csv
import io
import subprocess
import tempfile

from . import texts

SHAPES = [{"N": "250", "BLOCK": "32", "COARSEN": "1", "T": "int"},
          {"N": "5000", "BLOCK": "64", "COARSEN": "2", "T": "int"},
          {"N": "60000", "BLOCK": "256", "COARSEN": "1", "T": "int"}]


def events_of(cli, path, settings, *flags):
    with tempfile.TemporaryDirectory() as folder:
        trace, out = f"{folder}/grid.npz", f"{folder}/grid.csv"
        record = [cli, "record", str(path), "-o", trace, *flags]
        for name, value in settings.items():
            record += ["-D", f"{name}={value}"]
        for command in (record, [cli, "export", trace, "--view", "grid", "-o", out]):
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
        with open(out, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(io.StringIO(file.read())))


def launches_of(events):
    """[launch][events], without the launch's own."""
    made = []
    for event in events:
        if event["kind"] == "launch":
            made.append([])
        else:
            made[-1].append(event)
    return made


def faults(events, machine):
    """Sentences about what cannot have happened so, or is not what the machine tells."""
    said = []
    times = [int(event["time"]) for event in events]
    if times != sorted(times) or times[0] != 0:
        said.append("times go back, or do not begin at 0")
    if len(launches_of(events)) != len(launches_of(machine)):
        return [*said, "other launches than on the machine"]
    for k, (here, there) in enumerate(zip(launches_of(events), launches_of(machine))):
        blocks = {event["block"] for event in there}
        running, steps = set(), {}
        ran = collections.Counter()
        for event in here:
            block, kind = event["block"], event["kind"]
            if kind == "start":
                if block in running:
                    said.append(f"launch {k}: block {block} starts twice")
                running.add(block)
                ran[block] += 1
                if not 0 <= int(event["element"]) < 1024:
                    said.append(f"launch {k}: block {block} runs on no multiprocessor")
            elif block not in running:
                said.append(f"launch {k}: block {block} does something while it does not run")
            elif kind == "end":
                running.discard(block)
        if running or ran != collections.Counter(blocks):
            said.append(f"launch {k}: not every block starts and ends once")
        for kinds, fields in ((("store",), ("thread", "line", "array", "element")),
                              (("step",), ("phase", "stride"))):
            # A step that a variable names is the same however often a block looked back: "k = 2".
            def told(list_, kinds=kinds, fields=fields):
                return collections.Counter(tuple(event[field].split(", ")[0] for field in fields)
                                           for event in list_ if event["kind"] in kinds)
            if told(here) != told(there):
                more = list((told(here) - told(there)).items())[:3]
                less = list((told(there) - told(here)).items())[:3]
                said.append(f"launch {k}: {kinds[0]}s differ: more {more}, less {less}")
    written = collections.defaultdict(lambda: {"0"})
    unseen = 0
    for event in events:
        at = event["array"], event["element"]
        if event["kind"] in ("store", "atomic"):
            written[at].add(event["value"])
        elif event["kind"] in ("load", "wait") and event["value"] not in written[at]:
            unseen += 1
    if unseen:
        said.append(f"{unseen} loads see what nobody has written before")
    return said


def chain_faults(events):
    """Of the chain: each block waits for the flag of the ticket before its own, and for no other."""
    said, ticket, raised = [], {}, {}
    for event in events:
        if event["kind"] == "atomic" and event["array"] == "ticket":
            ticket[event["block"]] = int(event["value"]) - 1
        if event["kind"] == "store" and event["array"] == "flag":
            raised[int(event["element"])] = int(event["time"])
            if int(event["element"]) != ticket.get(event["block"], -2) + 1:
                said.append(f"block {event['block']} raises another's flag")
        if event["kind"] == "load" and event["array"] == "flag":
            if int(event["element"]) != ticket.get(event["block"]):
                said.append(f"block {event['block']} looks at another's flag")
            if int(event["element"]) not in raised:
                said.append(f"flag {event['element']} is seen before it is raised")
    if sorted(ticket.values()) != list(range(len(ticket))):
        said.append(f"tickets are {sorted(ticket.values())}")
    return said


def check(cli, root):
    """Rows: text, settings, events, multiprocessors, ns, faults."""
    for path in sorted(root.glob("kernels/grid/*.cu")):
        knobs = {knob.split()[0] for knob in texts.card_of(path.read_text(encoding="utf-8"))["knob"]}
        for shape in SHAPES:
            settings = {name: value for name, value in shape.items() if name in knobs}
            try:
                machine = events_of(cli, path, settings, *texts.ROOM)
                if not machine:  # its blocks have nothing to do with one another
                    continue
                events = events_of(cli, path, settings, "--engine", "cuda")
            except subprocess.CalledProcessError as error:
                yield path.stem, settings, 0, 0, 0, [error.stderr.strip()]
                continue
            said = faults(events, machine) if events else ["nothing is told"]
            if events and path.stem == "chained":
                said += chain_faults(events)
            on = {event["element"] for event in events if event["kind"] == "start"}
            last = int(events[-1]["time"]) if events else 0
            yield path.stem, settings, len(events), len(on), last, said
