"""Time and memory of one recording as N grows from 2⁵ to 2²⁶, blocks of 1,024, on one core."""

from measuring import (benchmarks, digits, fitted_exponent, machine, mebibytes, power_of_two,
                       seconds, table)

SIZES = [1 << bits for bits in range(5, 27)]


def measure(build):
    program = build / "bench" / "growth_bench"
    rows, notes = [], []
    measured = {}
    for kernel in ("kogge-stone", "brent-kung"):
        for n in SIZES:
            # A process for each: its memory is that of this size alone.
            name = f"as_recorded/{kernel}/{n}"
            found = benchmarks(program, f"^{name}$", 3 if n <= 1 << 22 else 1, 0.1)[name]
            measured[kernel, n] = found["cpu_time"], found["most_memory"], found
    nothing = measured["kogge-stone", SIZES[0]][1]
    for n in SIZES:
        of = measured["kogge-stone", n][2]
        whole = of["recorded_blocks"] == of["blocks"]
        rows.append((power_of_two(n), "all" if whole else f"{of['recorded_blocks']:,.0f} of "
                     f"{of['blocks']:,.0f}",
                     *(text for kernel in ("kogge-stone", "brent-kung")
                       for text in (seconds(measured[kernel, n][0]),
                                    mebibytes(measured[kernel, n][1])))))
    for kernel, title in (("kogge-stone", "Kogge–Stone"), ("brent-kung", "Brent–Kung")):
        whole = [n for n in SIZES
                 if measured[kernel, n][2]["recorded_blocks"] == measured[kernel, n][2]["blocks"]]
        parts = (("one block, up to 2¹⁰", [n for n in SIZES if n <= 1 << 10]),
                 (f"all blocks, 2¹⁰ … {power_of_two(whole[-1])}", [n for n in whole if n >= 1 << 10]),
                 (f"the first blocks, {power_of_two(whole[-1] * 2)} … {power_of_two(SIZES[-1])}",
                  [n for n in SIZES if n > whole[-1]]))
        for words, sizes in parts:
            times = fitted_exponent([(n, measured[kernel, n][0]) for n in sizes])
            grown = [(n, measured[kernel, n][1] - nothing) for n in sizes
                     if measured[kernel, n][1] - nothing > 2**20]
            memory = f"{fitted_exponent(grown):.2f}" if len(grown) > 2 else "–"
            notes.append((title, words, f"{times:.2f}", memory))
    return (table(("N", "blocks recorded (of Kogge–Stone)", "Kogge–Stone", "memory", "Brent–Kung", "memory"), rows)
            + "\n\n" + table(("scan", "range", "time grows as N to the", "memory beyond "
                              f"{digits(nothing / 2**20)} MiB grows as N to the"), notes)
            + f"\n\nProcessor time of one core, medians of 3, beyond 2²² of one; largest resident memory of a process "
            f"that records nothing else. {machine()}")
