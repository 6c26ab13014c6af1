"""The lane→address patterns whose cost is measured for docs/bank_model.md: regular ones that tell
rules apart, and random ones that a wrong rule would not survive. Prints one line each:
access;e0 e1 … e31, in elements of the access's size; -1: the lane sits out."""

import random

IDLE = -1


def regular():
    """Name-free: each is 32 elements, all in [0, 2048)."""
    for stride in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 64):
        yield [lane * stride for lane in range(32)]
    for group in (2, 4, 8, 16):
        yield [lane // group for lane in range(32)]                 # neighbours share
        yield [lane % group for lane in range(32)]                  # the pattern repeats
        yield [(lane // group) * 32 + lane % group for lane in range(32)]
        yield [(lane % group) * 32 + lane // group for lane in range(32)]
        yield [(lane // group) * 32 for lane in range(32)]
        yield [lane // group * group + (group - 1 - lane % group) for lane in range(32)]
        yield [(lane // group) * 33 for lane in range(32)]
    for bit in (1, 2, 4, 8, 16, 31):
        yield [lane ^ bit for lane in range(32)]
        yield [lane & ~bit for lane in range(32)]                   # partners share
        yield [(lane & ~bit) * 16 for lane in range(32)]
    for shift in (1, 3, 8, 15, 16, 17, 31):
        yield [lane + shift for lane in range(32)]
        yield [lane + (shift if lane >= 16 else 0) for lane in range(32)]
        yield [lane % 16 + (shift * 16 if lane >= 16 else 0) for lane in range(32)]
        yield [lane % 8 + 8 * shift * (lane // 8) for lane in range(32)]


def of_kernels():
    """What trees reach, padded by one element every 32: where halves use different banks."""
    for stride in (1, 2, 4, 8):
        for offset in (0, stride):
            elements = [2 * (lane + 1) * stride - 1 - offset for lane in range(32)]
            yield [element + element // 32 for element in elements]
            yield [element ^ element // 32 % 32 for element in elements]
    for start in (1, 7, 16, 29):
        yield [start + lane + (start + lane) // 32 for lane in range(32)]


def masks():
    yield [True] * 32
    yield [lane < 16 for lane in range(32)]
    yield [lane >= 16 for lane in range(32)]
    yield [lane % 2 == 0 for lane in range(32)]
    yield [lane // 8 % 2 == 0 for lane in range(32)]
    yield [lane < 8 for lane in range(32)]
    yield [lane in (0, 31) for lane in range(32)]
    yield [lane == 5 for lane in range(32)]
    yield [7 <= lane < 25 for lane in range(32)]


def scattered(rng):
    for span in (2, 4, 8, 16, 32, 64, 256, 1024):
        for _ in range(5):
            yield [rng.randrange(span) for _ in range(32)]
    for _ in range(8):
        pattern = list(range(32))
        rng.shuffle(pattern)
        yield pattern
    for columns in (2, 4, 8):                                       # few banks, many rows
        for _ in range(4):
            yield [rng.randrange(columns) + 32 * rng.randrange(8) for _ in range(32)]
    for _ in range(10):                                             # pairs share, here and there
        pattern = [rng.randrange(64) for _ in range(32)]
        for lane in range(0, 32, 2):
            if rng.random() < 0.6:
                pattern[lane + 1] = pattern[lane]
        yield pattern
    for _ in range(6):                                              # halves alike
        half = [rng.randrange(128) for _ in range(16)]
        yield half + half
    for _ in range(6):
        quarter = [rng.randrange(128) for _ in range(8)]
        yield quarter * 4


def patterns():
    rng = random.Random(20261121)
    whole = list(regular()) + list(scattered(rng)) + list(of_kernels())
    partly = []
    for mask in list(masks())[1:]:
        for source in ([lane for lane in range(32)], [lane * 2 for lane in range(32)],
                       [lane * 16 for lane in range(32)], [lane // 2 for lane in range(32)],
                       [rng.randrange(64) for _ in range(32)]):
            partly.append([e if on else IDLE for e, on in zip(source, mask)])
    for _ in range(30):
        share = rng.choice((0.2, 0.5, 0.8))
        span = rng.choice((16, 64, 512))
        partly.append([rng.randrange(span) if rng.random() < share else IDLE for _ in range(32)])
    return whole, [p for p in partly if any(e != IDLE for e in p)]


def of_neighbours_that_agree():
    """Every lane wants what its neighbour wants, one lane or two away: where wide loads are served
    together, and where they are not. With what Sklansky's scan reaches."""
    rng = random.Random(20261122)
    for layout in (lambda e: e, lambda e: e + e // 32, lambda e: e ^ e // 32 % 32):
        for stride in (1, 2, 4, 8, 16):
            for first in (0, 32):
                yield [layout((first + lane) // stride * 2 * stride + stride - 1)
                       for lane in range(32)]
    for span in (16, 24, 32, 48, 64, 128, 256, 1024):
        for _ in range(8):
            pattern = [rng.randrange(span) for _ in range(32)]
            yield [pattern[lane & ~1] for lane in range(32)]
            yield [pattern[lane & ~2] for lane in range(32)]
    for columns in (2, 4, 8):                                       # few banks, many rows
        for _ in range(4):
            pattern = [rng.randrange(columns) + 16 * rng.randrange(8) for _ in range(32)]
            yield [pattern[lane & ~1] for lane in range(32)]
            yield [pattern[lane & ~2] for lane in range(32)]
            # the second half in other banks than the first
            yield [pattern[lane & ~1] + (8 if lane >= 16 else 0) for lane in range(32)]
    for _ in range(16):                                             # and some sit out
        pattern = [rng.randrange(64) if rng.random() < 0.7 else IDLE for _ in range(32)]
        yield [pattern[lane & ~1] for lane in range(32)]
        yield [pattern[lane] if lane % 2 == 0 else IDLE for lane in range(32)]


def all_lines():
    whole, partly = patterns()
    for access in ("load4", "store4", "load8", "store8", "load16", "store16"):
        for pattern in whole + partly:
            yield access, pattern
    for access in ("load8", "load16"):
        for pattern in of_neighbours_that_agree():
            if any(e != IDLE for e in pattern):
                yield access, pattern
    for access in ("atomic-add4", "atomic-exch4", "atomic-cas8"):
        for pattern in whole[:20:2] + whole[20:48:4] + whole[-30::5] + partly[::9]:
            yield access, pattern


if __name__ == "__main__":
    for access, pattern in all_lines():
        print(access + ";" + " ".join(str(e) for e in pattern))
