"""The results as a table for the terminal and as the page docs/fidelity.md."""

import datetime


def markdown(columns, rows):
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def no_difference(results):
    return all(result.fine or result.goal for result in results)


def summary(results):
    width = max(len(result.name) for result in results)
    lines = [f"{result.word():<12}{result.name:<{width + 2}}{result.found}" for result in results]
    worst = "no difference" if no_difference(results) else "there are differences"
    return "\n".join([*lines, worst])


def facts(tools):
    """What the tables were measured with: name -> what it is."""
    name, driver, capability = tools.device()
    return {"date": datetime.date.today().isoformat(), "GPU": name,
            "compute capability": capability, "driver": driver, "nvcc": tools.version("nvcc"),
            "Nsight Compute": tools.version("ncu"),
            "compute-sanitizer": tools.version("compute-sanitizer")}


# What stands below this line in the page that is written is kept.
BY_HAND = "<!-- from here on written by hand -->\n"


def table_of(lines):
    """The rows of the first table of these lines, without its head."""
    rows = []
    for line in lines:
        if line.startswith("| "):
            rows.append([cell.strip() for cell in line.strip("| \n").split(" | ")])
        elif rows:
            break
    return rows[2:] if len(rows) > 1 else []


class Before:
    """The page as it was: what no later run has told anew stays."""

    def __init__(self, page):
        made, mark, by_hand = page.partition(BY_HAND)
        self.by_hand = mark + by_hand
        head, *sections = made.split("\n## ")
        tables = head.split("\n\n| check")
        self.device = dict(table_of(tables[0].splitlines()))
        self.rows = {row[0]: row for row in table_of(("| check" + tables[1]).splitlines())} \
            if len(tables) == 2 else {}
        self.sections = {section.split("\n", 1)[0]: "## " + section.rstrip() + "\n" for section in sections}


def text(told, before):
    """The page; `told`: (what each part was measured with, its results); `before`: as it was."""
    was = Before(before)
    rows, sections = dict(was.rows), dict(was.sections)
    fresh = {result.name for _, results in told for result in results}
    device = was.device if set(was.rows) - fresh else {}
    for facts, results in told:
        device = device or facts
        other = ", ".join(f"{name} {value}" for name, value in facts.items() if device.get(name) != value)
        for result in results:
            found = result.found + (f" ({other})" if other else "")
            rows[result.name] = [result.name, result.word() if result.fine else f"**{result.word()}**", found]
            if section := section_of(result):
                sections[title_of(result)] = section
    parts = [
        "# Fidelity to silicon\n",
        "What a real GPU does, compared with what StrideScope shows. The tables are written by "
        "`scripts/gpu_check --write docs/fidelity.md`, which any owner of an NVIDIA machine can "
        "run; it exits with 1 on any difference. What a run leaves out stays as it was measured before.\n",
        markdown(["", ""], list(device.items())),
        markdown(["check", "", "result"], list(rows.values())),
        "\n".join(sections.values())]
    return "\n".join([*parts, was.by_hand]).rstrip() + "\n"


def title_of(result):
    return result.name[0].upper() + result.name[1:]


def section_of(result):
    """The table and the notes of a check that has any."""
    if not result.rows and not result.notes:
        return None
    parts = [f"## {title_of(result)}\n"]
    if result.rows:
        parts.append(markdown(result.columns, result.rows))
    if result.notes:
        parts.append(result.notes + "\n")
    return "\n".join(parts)
