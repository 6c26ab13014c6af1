"""The experiments that the checks run, as flags of the command line."""

KERNELS = ("sequential", "naive", "kogge-stone-global", "kogge-stone", "kogge-stone-double",
           "sklansky", "brent-kung", "blelloch", "raking", "warp-shuffle")
# Their blocks cooperate.
GRID_KERNELS = ("three-kernel", "spin-barrier", "chained", "decoupled-lookback")
PADDINGS = ("none", "every32", "two-level", "xor")
TYPES = ("i32", "u32", "f32", "f64", "i64")
COARSENINGS = {"sequential": (1,), "naive": (1,), "warp-shuffle": (1,),
               "blelloch": (1, 2, 4, 8, 16)}
# Sections that live elsewhere than in shared memory are not padded.
UNPADDED = ("kogge-stone-global", "warp-shuffle")
# Two buffers of 16,384 elements of 8 bytes are more than a multiprocessor has.
MOST_IN_TWO_BUFFERS = 8192
# Their traces grow with the square of the section.
SLOW = ("sequential", "naive")


def flags(kernel, block, coarsen, n, pad="none", type_="f32", op="add", rest=""):
    text = (f"--kernel {kernel} --block {block} --coarsen {coarsen} --n {n} --pad {pad} "
            f"--type {type_} --op {op} --input random:{(7 * block + coarsen + n) % 1000}")
    return text + rest


def coarsenings(kernel, some):
    return [c for c in some if c in COARSENINGS.get(kernel, range(1, 17))]


def paddings(kernel):
    return PADDINGS[:1] if kernel in UNPADDED else PADDINGS


def fits(kernel, section, type_):
    wide = type_ in ("f64", "i64")
    return kernel != "kogge-stone-double" or not wide or section <= MOST_IN_TWO_BUFFERS


def traces(quick):
    """Every kernel × padding × type × coarsening × sizes; then the other operators and the exclusive scan."""
    blocks = (2, 32, 256) if quick else (2, 16, 32, 128, 1024)
    for kernel in KERNELS:
        for type_ in TYPES:
            for pad in paddings(kernel):
                for coarsen in coarsenings(kernel, (1, 3, 8) if quick else (1, 2, 3, 4, 8, 16)):
                    for block in blocks:
                        section = block * coarsen
                        if kernel in SLOW and block > 128 or not fits(kernel, section, type_):
                            continue
                        if section > 4096 and (pad not in ("none", "every32") or
                                               type_ not in ("f32", "f64")):
                            continue
                        for n in (section - 1, 2 * section + block // 2 + 1):
                            yield flags(kernel, block, coarsen, n, pad, type_)
        for op in ("max", "min", "last"):
            for type_ in TYPES:
                yield flags(kernel, 64, 1, 150, "every32", type_, op)
        for type_ in TYPES:
            for op in ("add", "last"):
                yield flags(kernel, 64, 1, 150, "none", type_, op, " --scan exclusive")
        # Part of a larger grid: the rest runs unrecorded, and the output is whole.
        for blocks_flag in (" --blocks first:1", " --blocks first:3"):
            for op in ("add", "max", "last"):
                yield flags(kernel, 64, 1, 1000, "none", "f32", op, blocks_flag)
                yield flags(kernel, 64, 1, 1000, "none", "f32", op,
                            blocks_flag + " --scan exclusive")


def grid_traces(quick):
    """Kernels whose blocks cooperate: × type × operator × sizes, from one block to several "
      "hundred."""
    for kernel in GRID_KERNELS:
        for type_ in TYPES:
            for op in ("add", "max", "min", "last"):
                for block, coarsen, blocks in ((32, 1, 40), (128, 3, 9)):
                    section = block * coarsen
                    for n in (1, section, blocks * section + block // 2 + 1):
                        if quick and n != 1:
                            continue
                        yield flags(kernel, block, coarsen, n, "every32", type_, op)
        for block, coarsen, blocks in ((8, 1, 300), (64, 1, 250), (256, 4, 33), (1024, 1, 70)):
            yield flags(kernel, block, coarsen, blocks * block * coarsen - 1)
        # Part of the grid is recorded row by row; of all of it, what happens between blocks.
        yield flags(kernel, 64, 1, 6400, rest=" --blocks first:3")


def counted(quick):
    """Every kernel × padding × type × coarsening, in blocks of several sizes."""
    sizes = {1: (32, 256, 1024), 2: (512,), 4: (64, 1024), 8: (128,), 16: (256, 1024)}
    if quick:
        sizes = {1: (1024,), 4: (64,), 16: (256,)}
    for kernel in KERNELS:
        for coarsen in coarsenings(kernel, sizes):
            for pad in paddings(kernel):
                for type_ in TYPES:
                    for block in (64,) if kernel in SLOW else sizes[coarsen]:
                        section = block * coarsen
                        if section > 8192 and type_ not in ("f32", "f64"):
                            continue
                        if not fits(kernel, section, type_):
                            continue
                        n = 2 * block * coarsen + block // 2 + 3
                        yield flags(kernel, block, coarsen, n, pad, type_)
    for kernel in GRID_KERNELS:
        for type_ in ("f32",) if quick else TYPES:
            for block, coarsen, pad in ((32, 1, "none"), (256, 1, "none"), (1024, 1, "none"),
                                        (64, 4, "none"), (64, 4, "every32")):
                yield flags(kernel, block, coarsen, 5 * block * coarsen + 3, pad, type_)


def sanitized():
    for kernel in KERNELS:
        for pad in paddings(kernel):
            for type_ in ("i32", "f64"):
                for coarsen in coarsenings(kernel, (1, 4)):
                    yield flags(kernel, 64, coarsen, 150 * coarsen, pad, type_)
        for coarsen in coarsenings(kernel, (16,)):
            if fits(kernel, 1024 * coarsen, "f64"):
                yield flags(kernel, 1024, coarsen, 20000, "every32", "f64")
    for kernel in GRID_KERNELS:
        for type_ in ("i32", "f64"):
            yield flags(kernel, 64, 1, 1500, "none", type_)
            yield flags(kernel, 64, 4, 1500, "every32", type_)


def refused():
    """More blocks than any GPU holds at once: waiting for them all would never end."""
    yield flags("spin-barrier", 32, 1, 10_000_000)
