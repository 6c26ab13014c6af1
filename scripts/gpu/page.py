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


def text(device, results, before):
    """The page; `before`: as it was."""
    parts = [
        "# Fidelity to silicon\n",
        "What a real GPU does, compared with what StrideScope shows. The tables are written by "
        "`scripts/gpu_check --write docs/fidelity.md`, which any owner of an NVIDIA machine can "
        "run; it exits with 1 on any difference.\n",
        markdown(["", ""], list(device.items())),
        markdown(["check", "", "result"],
                 [[result.name, result.word() if result.fine else f"**{result.word()}**",
                   result.found] for result in results]),
        sections(results)]
    by_hand = before[before.index(BY_HAND):] if BY_HAND in before else ""
    return "\n".join([*parts, by_hand]).rstrip() + "\n"


def sections(results):
    """The tables and notes of the checks that have any."""
    parts = []
    for result in results:
        if not result.rows and not result.notes:
            continue
        parts.append(f"## {result.name[0].upper() + result.name[1:]}\n")
        if result.rows:
            parts.append(markdown(result.columns, result.rows))
        if result.notes:
            parts.append(result.notes + "\n")
    return "\n".join(parts)
