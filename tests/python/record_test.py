"""The Python package: what record and check say, against closed forms by NumPy and against what the
command line itself says; and what is told when something is wrong."""

import base64
import gc
import html.parser
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import unittest
import urllib.parse
import zlib

import numpy as np

ROOT = pathlib.Path(os.environ["STRIDESCOPE_SOURCE_DIR"])
CLI = os.environ["STRIDESCOPE_CLI"]
WINDOW = os.environ.get("STRIDESCOPE_WINDOW", "")
sys.path.insert(0, str(ROOT / "python"))
import stridescope  # noqa: E402

SIZES = (1, 2, 31, 32, 33, 1000)
SCAN = """
// launch: scan<<<1, BLOCK>>>(in, out)
// in: int[N] random:5    out: int[N] expect scan(in)
#define N 16
#define BLOCK N
__global__ void scan(const int *in, int *out) {
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    // step: scan
    for (int stride = 1; stride < N; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? s[t - stride] : 0;
        __syncthreads();
        s[t] += left;
    }
    out[t] = s[t];
}
"""
TILE = """
// launch: transpose<<<1, dim3(TILE, TILE)>>>(in, out)
// in: float[TILE][TILE] iota    out: float[TILE][TILE] expect transpose(in)
#define TILE 32
#define PAD 0
__global__ void transpose(const float *in, float *out) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * TILE + x];
    __syncthreads();
    out[y * TILE + x] = tile[x][y];
}
"""
COPY = """
__global__ void twice(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + in[i];
}
"""
RACE = """
// launch: k<<<1, 64>>>(in, out)
// in: int[64] iota    out: int[64] expect scan(in)
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    s[t] = in[t];
    for (int i = 0; i <= t; ++i) sum += s[i];
    out[t] = sum;
}
"""
HANGS = "__global__ void k(volatile int *a) { while (a[0] >= 0) a[1]++; }"


class Arrays(unittest.TestCase):
    def test_scans_of_any_size(self):
        for n in SIZES:
            with self.subTest(n):
                trace = stridescope.record(SCAN, elements=n)
                given = trace.before["in"]
                self.assertEqual(given.shape, (n,))
                self.assertTrue(np.array_equal(trace.after["out"], np.cumsum(given)))
                self.assertTrue(np.array_equal(trace.expected["out"], np.cumsum(given)))
                self.assertIs(trace.correct, True)
                self.assertEqual(trace.findings, [])
                # After each stride an element holds the sum of twice as many.
                held = trace.shared("s")
                self.assertEqual(held.shape, (1, len(trace.steps), n))
                self.assertTrue(np.array_equal(held[0, 0], given))
                if n == 1:
                    continue  # no round of the loop, and so no stride
                for step, now in zip(trace.steps[1:], held[0, 1:]):
                    sums = np.concatenate([[0], np.cumsum(given)])
                    first = np.maximum(np.arange(n) + 1 - 2 * step["stride"], 0)
                    self.assertTrue(np.array_equal(now, sums[1:] - sums[first]), step)
                # The same by requests: the last store to each element, lane by lane.
                stores = trace.requests[trace.requests["event"] == "store"]
                last = trace.held(stores[stores["step"] == stores["step"].max()])
                self.assertEqual(last.compressed().tolist(), np.cumsum(given).tolist())

    def test_nothing_at_all(self):
        trace = stridescope.record(COPY, launch="twice<<<1, 32>>>(in, out, n)", defines={"T": "int"},
                                   args={"in": "[0]", "out": "[0]", "n": 0})
        self.assertEqual(trace.after["out"].shape, (0,))
        self.assertEqual(len(trace.requests), 0)
        self.assertEqual(trace.requests["bank"].shape, (0, 32))
        self.assertIn("Nothing wrong was found", trace._repr_html_())

    def test_lanes_of_warps(self):
        """The last warp of n elements has those that are left."""
        for n in SIZES:
            with self.subTest(n):
                requests = stridescope.record(
                    COPY, launch=f"twice<<<{n // 64 + 1}, 64>>>(in, out, n)", defines={"T": "int"},
                    args={"in": np.arange(n), "out": f"[{n}]", "n": n}, blocks="all").requests
                loads = requests[requests["event"] == "global load"]
                first = 64 * loads["block"] + 32 * loads["warp"]
                count = np.minimum(n - first, 32).astype(np.int64)
                self.assertTrue(np.array_equal(np.unique(first), np.arange(0, n, 32)))
                self.assertTrue(np.array_equal(loads["mask"], (1 << count) - 1))
                lane = np.arange(32)
                self.assertTrue(np.array_equal(loads["lanes"], lane < count[:, None]))
                place = np.where(lane < count[:, None], first[:, None] + lane, -1)
                self.assertTrue(np.array_equal(loads["place"], place))
                self.assertTrue(np.array_equal(loads["address"], np.where(place < 0, -1, 4 * place)))
                self.assertTrue(np.all(loads["bank"] == -1))
                self.assertTrue(np.array_equal(loads["sectors"], -(-count // 8)))

    def test_banks_and_wavefronts_of_strides(self):
        text = """
            // launch: k<<<1, 32>>>(out)
            // out: int[32]
            #define S 1
            __global__ void k(int *out) {
                __shared__ int s[32 * S];
                for (int i = threadIdx.x; i < 32 * S; i += 32) s[i] = i;
                __syncthreads();
                out[threadIdx.x] = s[threadIdx.x * S];
            }"""
        for stride in (1, 2, 3, 8, 31, 32, 33):
            with self.subTest(stride):
                trace = stridescope.record(text, defines={"S": stride})
                request = trace.requests[trace.requests["event"] == "load"]
                self.assertEqual(len(request), 1)
                lane = np.arange(32)
                self.assertTrue(np.array_equal(request["address"][0], 4 * stride * lane))
                self.assertTrue(np.array_equal(request["bank"][0], stride * lane % 32))
                self.assertEqual(request["wavefronts"][0], math.gcd(stride, 32))
                self.assertEqual(request["excess"][0], math.gcd(stride, 32) - 1)
                self.assertEqual(request["degree"][0], math.gcd(stride, 32))

    def test_banks_are_those_of_the_picture(self):
        """What the picture of one request says, lane by lane."""
        trace = stridescope.record(TILE)
        step = 1
        told = trace.table("banks", step=step)
        first = trace.requests[(trace.requests["step"] == step) & (trace.requests["event"] == "load")][0]
        for name, own in (("bank", "bank"), ("word", "place")):
            self.assertTrue(np.array_equal(first[own][told["lane"]], told[name]))
        self.assertEqual(max(told["wavefront"]), first["wavefronts"])

    def test_a_tile_with_and_without_padding(self):
        for pad, excess in ((0, 992), (1, 0)):
            trace = stridescope.record(TILE, defines={"PAD": pad})
            self.assertEqual(trace.totals["load_excess"], excess)
            self.assertEqual(trace.requests["excess"][trace.requests["event"] == "load"].sum(), excess)
            held = trace.shared("tile")[0, 0]
            self.assertEqual(held.shape, (32, 32 + pad))
            self.assertTrue(np.array_equal(held[:, :32], np.arange(1024).reshape(32, 32)))
            self.assertTrue(np.array_equal(trace.after["out"], trace.before["in"].T))

    def test_shared_arrays_of_several_types(self):
        trace = stridescope.record("""
            // launch: k<<<1, 32>>>(out)
            // out: int[32]
            __global__ void k(int *out) {
                __shared__ double d[32];
                __shared__ unsigned char c[2][16];
                __shared__ int i[32];
                int t = threadIdx.x;
                d[t] = 0.5 * t; c[t / 16][t % 16] = 200 + t; i[t] = -t;
                __syncthreads();
                out[t] = i[31 - t] + c[0][0] + (int)d[0];
            }""")
        lane = np.arange(32)
        # Each statement before the barrier is a step of its own; behind the last all has been written.
        self.assertTrue(np.array_equal(trace.shared("d")[0, -1], 0.5 * lane))
        self.assertTrue(np.array_equal(trace.shared("c")[0, -1], (200 + lane).reshape(2, 16)))
        self.assertTrue(np.array_equal(trace.shared("i")[0, -1], -lane))
        stores = trace.requests[trace.requests["event"] == "store"]
        for name, values in (("d", 0.5 * lane), ("c", 200 + lane), ("i", -lane)):
            held = trace.held(stores[stores["array"] == name])
            self.assertTrue(np.array_equal(held[0], values), name)
        of = {name: stores[stores["array"] == name][0] for name in "dci"}
        self.assertTrue(np.array_equal(of["d"]["bank"], 2 * lane % 32))
        self.assertTrue(np.array_equal(np.diff(of["c"]["address"]), np.ones(31)))
        for request in of.values():
            self.assertTrue(np.array_equal(request["bank"], request["address"] // 4 % 32))

    def test_halves_are_numbers(self):
        given = (np.arange(32) * np.float32(0.3)).astype("f2")
        for kind, places in (("half", 11), ("__nv_bfloat16", 8)):
            def rounded(numbers):
                # To so many binary places: what NumPy has of one type only.
                whole, power = np.frexp(np.asarray(numbers, dtype="f8"))
                return np.ldexp(np.round(np.ldexp(whole, places)), power - places)
            trace = stridescope.record("""
                // launch: k<<<1, 32>>>(in, out)
                // in: T[32]   out: T[32] expect in + in
                #include <cuda_fp16.h>
                #include <cuda_bf16.h>
                __global__ void k(const T *in, T *out) {
                    __shared__ T s[32];
                    __shared__ int other[32];
                    int t = threadIdx.x;
                    s[t] = in[t]; other[t] = t;
                    __syncthreads();
                    out[t] = s[31 - t] + in[t] + s[t] - s[31 - t];
                }""", args={"in": given}, defines={"T": kind})
            with self.subTest(kind=kind):
                held = rounded(given)
                self.assertTrue(np.array_equal(trace.before["in"], held))
                self.assertTrue(np.array_equal(trace.shared("s")[0, -1], held))
                sums = rounded(rounded(rounded(held[::-1] + held) + held) - held[::-1])
                self.assertTrue(np.array_equal(trace.after["out"], sums))
                stores = trace.requests[trace.requests["event"] == "store"]
                self.assertTrue(np.array_equal(trace.held(stores[stores["array"] == "s"])[0], held))
                lines = trace.table("global", step=0)
                self.assertEqual(trace.after["out"].dtype, np.dtype("f2" if kind == "half" else "f4"))
                self.assertIn("lane", lines)

    def test_numbers_from_numpy(self):
        for kind, ctype in (("?", "int"), ("i1", "int"), ("u1", "int"), ("i2", "int"), ("i4", "int"),
                            ("u4", "unsigned"), ("i8", "long long"), ("f2", "float"), ("f4", "float"),
                            ("f8", "double")):
            for shape in ((1,), (33,), (3, 11)):
                with self.subTest(kind=kind, shape=shape):
                    given = (np.arange(math.prod(shape) * 2) % 50).astype(kind).reshape(*shape, 2)[..., 0]
                    self.assertFalse(given.flags.c_contiguous and given.size > 1)
                    trace = stridescope.record(COPY, launch="twice<<<2, 32>>>(in, out, n)",
                                               args={"in": given, "out": np.zeros_like(given),
                                                     "n": given.size}, defines={"T": ctype})
                    self.assertEqual(trace.after["out"].shape, shape)
                    numbers = given.astype(int) if given.dtype.kind != "f" else given
                    self.assertTrue(np.array_equal(trace.after["out"], numbers + numbers))

    def test_what_is_saved_is_loaded(self):
        trace = stridescope.record(TILE)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "it.npz")
            trace.save(path)
            again = stridescope.load(path)
            self.assertEqual(again.report, trace.report)
            self.assertTrue(np.array_equal(again.requests, trace.requests))
            said = subprocess.run([CLI, "report", path, "--format", "json"], check=True, capture_output=True)
            self.assertEqual(json.loads(said.stdout), trace.report)

    def test_its_folder_goes_with_it(self):
        trace = stridescope.record(TILE)
        folder = trace.path.parent
        self.assertTrue(trace.path.exists())
        del trace
        gc.collect()
        self.assertFalse(folder.exists())
        with tempfile.TemporaryDirectory() as own:
            was, tempfile.tempdir = tempfile.tempdir, own
            self.addCleanup(setattr, tempfile, "tempdir", was)
            with self.assertRaises(stridescope.RefusedError):
                stridescope.record("hello")
            self.assertEqual(os.listdir(own), [])

    def test_the_library_and_its_flags(self):
        trace = stridescope.record(kernel="brent-kung", threads=1024, elements=1024, pad="every32")
        self.assertEqual(trace.totals["adds"], 2 * 1024 - 2 - 10)  # the paper's
        self.assertEqual(trace.meta["text_run"]["defines"],
                         [["BLOCK", "1024"], ["COARSEN", "1"], ["N", "1024"], ["PADDING", "every32"]])

    def test_texts_and_headers_where_they_lie(self):
        was = os.getcwd()
        self.addCleanup(os.chdir, was)
        with tempfile.TemporaryDirectory(prefix="with blanks ") as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, was)
            pathlib.Path("three.cuh").write_text("#define THREE 3\n")
            pathlib.Path("it.cu").write_text('#include "three.cuh"\n__global__ void k(int *a) { a[0] = THREE; }')
            np.save("x.npy", np.arange(5, dtype="f4"))
            for text in ("it.cu", pathlib.Path("it.cu"), pathlib.Path("it.cu").read_text()):
                trace = stridescope.record(text)
                self.assertEqual(trace.after["a"][0], 3)
                # Nothing of where it ran stands in the file, but for a path that was given.
                self.assertNotIn("stridescope-", json.dumps(trace.meta))
            trace = stridescope.record(COPY, launch="twice<<<1, 32>>>(in, out, 5)", defines={"T": "float"},
                                       args={"in": "file:x.npy", "out": "[5]"})
            self.assertTrue(np.array_equal(trace.after["out"], 2 * np.arange(5)))
            os.chdir(was)


class Judged(unittest.TestCase):
    def test_verdicts(self):
        right, race, refused, missing, hangs = stridescope.check(
            [SCAN, RACE, "hello", "nowhere.cu", HANGS], seconds=1)
        self.assertTrue(right.fine and right.right and right and not right.findings)
        self.assertFalse(race.fine)
        self.assertEqual(race.facts["race_count"], 63)
        self.assertIn("race on s[0]", race.findings[0])
        self.assertIn("no type hello", refused.refused)
        self.assertIn("nowhere.cu", missing.refused)
        self.assertIn("stopped after 1 seconds", hangs.findings[0])
        one = stridescope.check(TILE, name="tile.cu")
        self.assertEqual((one.file, one.fine, one.facts["excess_wavefronts"]), ("tile.cu", True, 992))
        self.assertEqual(list(stridescope.check([])), [])

    def test_many_at_once_keep_their_order(self):
        texts = [SCAN.replace("#define N 16", f"#define N {n}") for n in range(1, 20)]
        wrong = texts[7].replace("s[t] += left", "s[t] += left + 1")
        verdicts = stridescope.check([*texts[:7], wrong, *texts[8:]])
        self.assertEqual([verdict.right for verdict in verdicts], [True] * 7 + [False] + [True] * 11)
        self.assertFalse(verdicts.fine)

    def test_findings_of_a_run(self):
        trace = stridescope.record(RACE)
        self.assertEqual([(found.kind, found.line, found.times) for found in trace.findings], [("race", 7, 63)])
        self.assertIn("race on s[0]", str(trace.findings[0]))
        wrong = stridescope.record(RACE, expect="out = in")
        self.assertIs(wrong.correct, False)
        self.assertIn("result", [found.kind for found in wrong.findings])


class Told(unittest.TestCase):
    """What is wrong, in a sentence."""

    def refuses(self, kind, says, of, *arguments, **options):
        with self.assertRaises(stridescope.StrideScopeError) as caught:
            of(*arguments, **options)
        self.assertIs(type(caught.exception), kind)
        said = str(caught.exception)
        self.assertIn(says, said)
        self.assertNotIn("\n", said)
        self.assertNotIn("stridescope-cli: ", said)
        self.assertEqual(caught.exception._render_traceback_(), [f"{kind.__name__}: {said}"])
        return caught.exception

    def test_what_cannot_be(self):
        refused, record = stridescope.RefusedError, stridescope.record
        self.refuses(refused, "text.cu:1:32:", record, "__global__ void k(int *a){a[0]=;}")
        self.refuses(refused, "mine.cu:2:1:", record, "\n\nhello", name="mine.cu")
        self.refuses(refused, '"nowhere.cu" cannot be read', record, "nowhere.cu")
        self.refuses(refused, "Give a CUDA text", record)
        self.refuses(refused, "not list", record, [SCAN])
        self.refuses(refused, "ends in .cu", record, SCAN, name="it.txt")
        self.refuses(refused, 'There is no option "thread"', record, SCAN, thread=3)
        self.refuses(refused, 'no engine "warp"', record, SCAN, engine="warp")
        self.refuses(refused, "threads sets the text's #define BLOCK", record, TILE, threads=64)
        self.refuses(refused, "elements sets the text's #define N", stridescope.check, TILE, elements=64)
        self.refuses(refused, '"args" are names with values', record, SCAN, args="in=iota")
        self.refuses(refused, "array of numbers", record, SCAN, args={"in": np.array(["a"])})
        self.refuses(refused, "nope", record, kernel="nope")
        self.refuses(refused, "takes 1 to", record, kernel="kogge-stone", elements=0)
        trace = record(TILE)
        self.refuses(refused, "choose tile", trace.shared, "nope")
        self.refuses(refused, "not of in, out, tile", trace.held, trace.requests)
        self.refuses(refused, 'no shared array "in"', trace.held, trace.requests[:1])
        self.refuses(refused, 'no view "nope"', trace.picture, "nope")
        self.refuses(refused, "99", trace.picture, "banks", step=99)
        self.refuses(refused, "no use for --warp", trace.table, "requests", warp=1)
        self.refuses(refused, "has no shared array", record(COPY, defines={"T": "int"}).shared, "s")

    def test_what_is_no_trace(self):
        refused = stridescope.RefusedError
        self.refuses(refused, 'There is no "nowhere.npz"', stridescope.load, "nowhere.npz")
        self.refuses(refused, "is not a trace", stridescope.load, ROOT / "README.md")
        self.refuses(refused, "is not a trace", stridescope.load, ROOT / "kernels/scan/kogge_stone.cu")
        old = next((ROOT / "tests/data/released/1.0.0").glob("*.npz"))
        self.refuses(refused, "of version 1", stridescope.load, old)
        with tempfile.TemporaryDirectory() as folder:
            np.savez(pathlib.Path(folder, "other.npz"), a=np.arange(3))
            self.refuses(refused, '"meta.json" is missing', stridescope.load, pathlib.Path(folder, "other.npz"))
            trace = stridescope.record(TILE)
            whole = trace.path.read_bytes()
            path = pathlib.Path(folder, "it.npz")
            for damaged in (whole[:len(whole) // 2] + whole[-300:], whole[:5000] + b"\xff" * 50 + whole[5050:]):
                path.write_bytes(damaged)
                self.refuses(refused, "it.npz", stridescope.load, path)

    def test_what_does_not_end(self):
        error = self.refuses(stridescope.RunError, "stopped after 1 seconds", stridescope.record, HANGS,
                             seconds=1)
        self.assertIsInstance(error.trace, stridescope.Trace)
        # A wait that cannot end is found, and is no matter of time.
        trace = stridescope.record("""
            // launch: k<<<2, 32>>>(ready)
            // ready: int[2] zeros
            __global__ void k(volatile int *ready) {
                if (threadIdx.x != 0) return;
                while (ready[1 - blockIdx.x] == 0) {}
                ready[blockIdx.x] = 1;
            }""")
        self.assertIn("deadlock", trace.findings[0].message)

    def with_cli(self, program):
        self.addCleanup(os.environ.__setitem__, "STRIDESCOPE_CLI", CLI)
        os.environ["STRIDESCOPE_CLI"] = str(program)

    def script(self, folder, *lines):
        path = pathlib.Path(folder, "cli")
        path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n")
        path.chmod(0o755)
        return path

    def test_the_program(self):
        kind, record = stridescope.ProgramError, stridescope.record
        with tempfile.TemporaryDirectory() as folder:
            self.with_cli(pathlib.Path(folder, "nowhere"))
            self.refuses(kind, "STRIDESCOPE_CLI names", record, SCAN)
            self.with_cli(self.script(folder, 'echo "1.0.0"'))
            self.refuses(kind, "is too old for this package", record, SCAN)
            self.with_cli(self.script(folder, "exit 3"))
            self.refuses(kind, "is not stridescope-cli, or cannot run here", record, SCAN)
            broken = self.script(folder)
            broken.write_text("no program\n")
            self.with_cli(broken)
            self.refuses(kind, "cannot be started", record, SCAN)
            del os.environ["STRIDESCOPE_CLI"]
            path, os.environ["PATH"] = os.environ["PATH"], folder
            self.addCleanup(os.environ.__setitem__, "PATH", path)
            self.refuses(kind, "is not installed", record, SCAN)
            os.symlink(CLI, pathlib.Path(folder, "stridescope-cli"))
            self.assertIs(record(SCAN).correct, True)

    def test_the_gpu_is_asked_for(self):
        """By the flag; whether there is one, the program says."""
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log")
            self.with_cli(self.script(
                folder, f'echo "$*" >>"{log}"', 'case "$*" in *"--engine cuda"*)',
                'echo "stridescope-cli: There is no NVIDIA driver on this machine." >&2; exit 1;; esac',
                f'exec "{CLI}" "$@"'))
            self.refuses(stridescope.RunError, "no NVIDIA driver", stridescope.record, SCAN, engine="gpu")
            stridescope.record(SCAN)
            runs = [line for line in log.read_text().splitlines() if line.startswith("record text.cu")]
            self.assertEqual(len(runs), 2)
            self.assertIn("--engine cuda", runs[0])
            self.assertIn("--engine cpu", runs[1])

    def test_without_ipython(self):
        done = subprocess.run([sys.executable, "-c", textwrap.dedent("""
            import sys
            sys.modules["IPython"] = None
            import stridescope
            trace = stridescope.record(kernel="kogge-stone", threads=16)
            print(trace.correct, len(trace._repr_html_()) > 1000)""")],
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")}, capture_output=True, text=True)
        self.assertEqual(done.stdout, "True True\n", done.stderr)

    def test_one_version(self):
        version = re.search(r"project\(StrideScope VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
        self.assertEqual(stridescope.__version__, version[1])


class Balanced(html.parser.HTMLParser):
    """Holds that each tag ends; collects what is read, and pictures."""

    def __init__(self, text):
        super().__init__()
        self.open, self.read, self.pictures, self.frames, self.tags = [], "", [], [], set()
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "img":
            self.pictures.append(dict(attributes)["src"])
        else:
            self.open.append(tag)
        if tag == "iframe":
            self.frames.append(dict(attributes)["src"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.read += data


class Shown(unittest.TestCase):
    def test_tables_findings_and_pictures(self):
        for text, options, says in (
                (TILE, {}, ["992", "Correct: equal to transpose of in.", "shared memory"]),
                (TILE, {"defines": {"PAD": 1}}, ["Correct"]),
                (RACE, {}, ["race on s[0]", "(63 such places)", "happens to be correct", "56 more steps"]),
                (RACE, {"expect": "out = in"}, ["out[2] is 3", "race on s[0]"]),
                (COPY, {"defines": {"T": "int"}}, ["The launch is a guess", "Nothing wrong was found"]),
                (SCAN, {"elements": 16}, ["scan, stride 8"])):
            with self.subTest(says):
                shown = Balanced(stridescope.record(text, **options)._repr_html_())
                for words in says:
                    self.assertIn(words, shown.read)
                self.assertEqual(len(shown.pictures), 1)
                kind, _, data = shown.pictures[0].partition(";base64,")
                self.assertEqual(kind, "data:image/svg+xml")
                self.assertIn(b"<svg", base64.b64decode(data)[:200])
                self.assertFalse(shown.tags & {"script", "style", "iframe"})

    def test_what_a_text_says_does_nothing(self):
        trace = stridescope.record("""
            // title: <script>alert(1)</script>
            #include <cstdio>
            __global__ void k(int *a) { a[0] = 1; }
            int main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); printf("<b>bold & more</b>\\n"); }
            """, name="<i>.cu")
        shown = Balanced(trace._repr_html_())
        self.assertEqual(trace.printed, "<b>bold & more</b>\n")
        self.assertIn("<b>bold & more</b>", shown.read)
        self.assertFalse(shown.tags & {"script", "i"})
        self.assertFalse(Balanced(stridescope.check("<i>", name="<i>.cu")._repr_html_()).tags & {"i"})

    def test_long_ones_are_cut(self):
        trace = stridescope.record("""
            #include <cstdio>
            __global__ void k(int *a) { a[0] = 1; }
            int main() { int *a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); for (int i = 0; i < 5000; ++i) printf("line %d\\n", i); }
            """)
        self.assertTrue(trace.printed.endswith("line 4999\n"))
        shown = Balanced(trace._repr_html_())
        self.assertIn("more characters: trace.printed", shown.read)
        self.assertNotIn("line 4999", shown.read)

    def test_views_and_formats(self):
        trace = stridescope.record(TILE)
        for ending, begin in (("svg", b"<?xml"), ("png", b"\x89PNG")):
            picture = trace.picture("banks", step=1, format=ending)
            self.assertTrue(picture.data.startswith(begin))
            self.assertEqual(len(Balanced(picture._repr_html_()).pictures), 1)
        self.assertIn("heatmap", stridescope._show.usual_view(trace))
        self.assertNotEqual(trace.show("banks", step=1)._repr_html_(), trace.show("banks", step=0)._repr_html_())
        verdicts = Balanced(stridescope.check([TILE, RACE, "hello"])._repr_html_())
        self.assertEqual(verdicts.read.count("not fine"), 1)
        self.assertIn("refused", verdicts.read)


class Links(unittest.TestCase):
    def parted(self, link):
        page, _, fragment = link.partition("#")
        settings = {}
        for part in fragment.split("&"):
            name, _, value = part.partition("=")
            settings[urllib.parse.unquote(name)] = urllib.parse.unquote(value)
        return page, settings

    def text_in(self, letters):
        return zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15).decode()

    def test_a_link_carries_the_run(self):
        trace = stridescope.record(TILE, defines={"PAD": 1}, name="tile it.cu", schedule="descending",
                                   sms=3, args={"in": np.arange(1024.0).reshape(32, 32)})
        page, settings = self.parted(trace.link("banks", step=1, page="https://a.b/stridescope.html", embed=True))
        self.assertEqual(page, "https://a.b/stridescope.html")
        self.assertEqual(list(settings), ["embed", "run", "text:tile it.cu", "show", "step"])
        self.assertEqual((settings["show"], settings["step"]), ("banks", "1"))
        self.assertEqual(self.text_in(settings["text:tile it.cu"]), TILE.removeprefix("\n"))
        words = shlex.split(settings["run"])
        listed = ",".join(f"{number:.1f}" for number in range(1024))
        self.assertEqual(words, ["tile it.cu", "-D", "PAD=1", "--arg", f"in=[32][32] values:{listed}",
                                 "--schedule", "descending", "--sms", "3"])

    def test_what_no_link_holds(self):
        numbers = stridescope.record(COPY, launch="twice<<<200, 32>>>(in, out, 5000)", defines={"T": "int"},
                                     args={"in": np.arange(5000), "out": "[5000]"})
        random = np.random.default_rng(1)
        long = stridescope.record(TILE + "// " + "".join(map(chr, random.integers(97, 123, 60_000))))
        for trace, says in ((numbers, "4,096"), (long, "too long")):
            with self.assertRaises(stridescope.RefusedError) as caught:
                trace.link()
            self.assertIn(says, str(caught.exception))
            # It is shown all the same, as a picture that says why.
            shown = Balanced(trace.show(page="https://a.b/stridescope.html")._repr_html_())
            self.assertIn(says, shown.read)
            self.assertEqual((len(shown.pictures), shown.frames), (1, []))

    @unittest.skipUnless(WINDOW, "there is no window here to open links in")
    def test_the_window_opens_them(self):
        """The same picture as of the file with the flags."""
        with tempfile.TemporaryDirectory() as folder:
            included = ROOT / "kernels/scan/kogge_stone.cu"
            tile = pathlib.Path(folder, "tile.cu")
            tile.write_text(TILE)
            for path, options, flags in (
                    (tile, {"defines": {"PAD": 1}}, ["-D", "PAD=1"]),
                    (included, {"defines": {"BLOCK": 8, "N": 8}, "args": {"A": [3, 1, 4, 1, 5, 9, 2, 6]}},
                     ["-D", "BLOCK=8", "-D", "N=8", "--arg", "A=values:3,1,4,1,5,9,2,6"])):
                link = stridescope.record(path, **options).link("heatmap", step=1, embed=True)
                pictures = []
                for name, run in (("link", [link]), ("file", [path, *flags, "--show", "heatmap", "--step", "1"])):
                    shot = pathlib.Path(folder, f"{name}.png")
                    subprocess.run([WINDOW, *run, "--size", "900x520", "--screenshot", shot], check=True,
                                   cwd=folder, capture_output=True)
                    pictures.append(shot.read_bytes())
                self.assertEqual(*pictures)


if __name__ == "__main__":
    unittest.main()
