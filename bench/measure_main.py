"""What `main` costs: its loops beside the same loops compiled by g++ -O0, and its launches.

Compared is processor time of two sizes, so that neither's start-up counts, in one run and in turns.
"""

import os
import pathlib
import statistics
import tempfile

from measuring import digits, judged, machine, seconds, table, used_by

ROUNDS = (1 << 20, 9 << 20)
LAUNCHES = (200, 4200)
REPETITIONS = 3
HEAD = """#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
"""
# What stands before main, before the loop, and in it.
LOOPS = (
    ("`a[i] = rand() % 100`", "", "int *a = (int *)malloc(16384);", "a[i & 4095] = rand() % 100;"),
    ("elements of `std::vector`", "", "std::vector<float> a(4096), b(4096);",
     "b[i & 4095] = a[i & 4095] * 2 + 1;"),
    ("members of structures", "struct P { float x, y, z; int n; };",
     "P *a = (P *)calloc(4096, sizeof(P));",
     "P &p = a[i & 4095]; p.x = p.y * 0.5f + p.z; p.n += i;"),
    ("a function that is called", "float f(float x) { if (x < 0) return 0; return x * 0.5f + 1; }",
     "float *a = (float *)calloc(4096, 4);", "a[i & 4095] = f(a[i & 4095]);"),
    ("a comparison that may leave the loop", "",
     "float *a = (float *)calloc(4096, 4), *b = (float *)calloc(4096, 4);",
     'if (fabs(a[i & 4095] - b[i & 4095]) > 1e-5) { printf("%d", i); break; }'),
    ("`std::mt19937`, a number of `uniform_real_distribution`", "",
     "std::mt19937 g(42); std::uniform_real_distribution<float> d(0, 1); float *a = (float *)malloc(16384);",
     "a[i & 4095] = d(g);"),
)
# What is launched in each round, on arrays of so many bytes.
KERNELS = """
__global__ void twice(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = 2 * a[i];
}
__global__ void more(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] += a[i];
}
"""
LAUNCHED = (
    ("a launch of 256 threads that changes what it finds, 8 MiB in each of two arrays", 8 << 20,
     "more<<<1, 256>>>(a, b, 256);"),
)


def loop_of(before, setup, body, rounds):
    return (f"{HEAD}{before}\nint main() {{\n    {setup}\n"
            f"    for (int i = 0; i < {rounds}; ++i) {{ {body} }}\n}}\n")


def launches_of(size, body, rounds):
    return (f"{KERNELS}int main() {{\n    int n = {size // 4};\n    float *a, *b;\n"
            f"    cudaMalloc(&a, {size});\n    cudaMalloc(&b, {size});\n"
            f"    cudaMemset(a, 1, {size});\n    cudaMemset(b, 0, {size});\n"
            f"    for (int r = 0; r < {rounds}; ++r) {{ {body} }}\n}}\n")


def slope(times, sizes):
    """Of medians."""
    low, high = (statistics.median(times[size]) for size in sizes)
    return (high - low) / (sizes[1] - sizes[0])


def measure(_build):
    cli = os.environ["STRIDESCOPE_CLI"]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def run(text):
            source = folder / "main.cu"
            source.write_text(text, encoding="utf-8")
            return used_by([cli, "check", "--seconds", "100", str(source)])[1]

        for title, before, setup, body in LOOPS:
            own, theirs = ({size: [] for size in ROUNDS} for _ in range(2))
            for _ in range(REPETITIONS):
                for size in ROUNDS:
                    text = loop_of(before, setup, body, size)
                    own[size].append(run(f"__global__ void k() {{}}\n{text}"))
                    source, program = folder / "main.cpp", folder / "main"
                    source.write_text(text, encoding="utf-8")
                    used_by(["g++", "-O0", "-std=c++20", str(source), "-o", str(program)])
                    theirs[size].append(used_by([str(program)])[1])
            a, b = slope(own, ROUNDS), slope(theirs, ROUNDS)
            rows.append((title, judged(a, 15e-9, seconds(a)), seconds(b), f"{digits(a / b, 2)} ×"))
        for title, size, body in LAUNCHED:
            own = {count: [run(launches_of(size, body, count)) for _ in range(REPETITIONS)]
                   for count in LAUNCHES}
            rows.append((title, seconds(slope(own, LAUNCHES)), "–", "–"))
    return (table(("a round of a loop of `main`", "here (goal of loops: 15 ns)", "g++ -O0", "ratio"), rows)
            + f"\n\nProcessor time, slopes over the number of rounds, medians of {REPETITIONS}. {machine()}")
