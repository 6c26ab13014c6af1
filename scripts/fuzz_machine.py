#!/usr/bin/env python3
"""Differential fuzzing of the warp machine: random programs of the subset are run by it, warp by
warp, and compiled by g++ (or nvcc) as one function for each thread; the results must agree bit for
bit.

  scripts/fuzz_machine.py DIFFERENTIAL [--programs N] [--seed S] [--batch B] [--keep DIR]
  scripts/fuzz_machine.py STRIDESCOPE-CLI --main [--programs N] [--seed S] [--batch B] [--keep DIR]

DIFFERENTIAL is the program `differential` of the tests' build folder. With --main the same programs are functions that
a main calls in a loop, which becomes the processor's own code at once (app/machine/native_loops.h). What the languages leave
open is not made: signed numbers do not overflow, they are cut before or taken as unsigned (the
machine wraps them as the hardware does, but nvcc may take it that they don't), no shifts beyond
the width or of negative numbers to the left, no division by zero, no conversions out of range.
--sanitize has g++ prove it.
"""

import argparse
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

THREADS = 128
INPUTS = 1024
SLOTS = 8

INTS = {"char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32,
        "unsigned": 32, "long long": 64, "unsigned long long": 64, "bool": 1}
FLOATS = ["float", "double"]
TYPES = list(INTS) + FLOATS


class Program:
    """One random kernel; `simt` and `host` texts share its statements."""

    def __init__(self, rng, number):
        self.rng = rng
        self.number = number
        self.lines = []
        self.variables = []  # [(name, type)] in scope, assignable
        self.readonly = []
        self.depth = 0
        self.loops = 0
        self.breakable = 0
        self.continuable = 0
        self.counter = 0
        self.functions = []
        self.in_function = None
        self.arrays = []
        self.budget = rng.randint(20, 90)
        self.structs = []

    def name(self, prefix="v"):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def emit(self, text):
        self.lines.append("    " * (self.depth + 1) + text)

    # --- expressions: each hands back (text, type)
    def literal(self, kind=None):
        rng = self.rng
        kind = kind or rng.choice(TYPES)
        if kind == "float":
            return rng.choice(["0.5f", "1.0f", "-2.25f", "3.0e-3f", "1e10f", "0.1f", "7.0f"]), "float"
        if kind == "double":
            return rng.choice(["0.5", "1.0", "-2.25", "3.0e-3", "1e10", "0.1", "7.0"]), "double"
        if kind == "bool":
            return rng.choice(["true", "false"]), "bool"
        if kind in ("long long", "unsigned long long"):
            suffix = "LL" if kind == "long long" else "ULL"
            return f"{rng.choice([0, 1, 3, 100, 65537, 4294967297, 1 << 40])}{suffix}", kind
        if kind == "unsigned":
            return f"{rng.choice([0, 1, 2, 7, 31, 255, 4000000000])}u", kind
        return f"{rng.choice([0, 1, 2, 3, 5, 17, 100, 1000, 2147483647])}", "int"

    def leaf(self):
        rng = self.rng
        roll = rng.random()
        pool = self.variables + self.readonly
        if pool and roll < 0.62:
            return rng.choice(pool)
        if roll < 0.75 and self.in_function is None:
            return rng.choice([("t", "int"), ("in[t]", "int"), (f"in[(t * {rng.choice([1, 3, 7])} + {rng.randint(0, 99)}) & 1023]", "int")])
        if self.arrays and roll < 0.85:
            name, kind, size = rng.choice(self.arrays)
            index, _ = self.expression(1)
            return f"{name}[(int)({self.integral(index, 'x')[0]}) & {size - 1}]", kind
        return self.literal()

    def integral(self, text, _kind):
        return f"to_int({text})", "int"

    def promoted(self, kind):
        if kind in ("bool", "char", "unsigned char", "short", "unsigned short"):
            return "int"
        return kind

    def common(self, a, b):
        for kind in ("double", "float"):
            if kind in (a, b):
                return kind
        order = ["int", "unsigned", "long long", "unsigned long long"]
        return max(self.promoted(a), self.promoted(b), key=order.index)

    def signed(self, kind):
        return self.promoted(kind) in ("int", "long long")

    def sum_of(self, op, a, ta, b, tb):
        """a op b of integers without signed overflow, and its type."""
        kind = self.common(ta, tb)
        if not self.signed(kind):
            return f"({a} {op} {b})", kind
        if self.rng.random() < 0.5:
            return f"({kind})((unsigned {kind})({a}) {op} (unsigned {kind})({b}))", kind
        limit = "32767" if kind == "int" else "1073741823LL"
        return f"((({a}) & {limit}) {op} (({b}) & {limit}))", kind

    def expression(self, depth):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.15:
            return self.leaf()
        roll = rng.random()
        a, ta = self.expression(depth - 1)
        if roll < 0.45:
            b, tb = self.expression(depth - 1)
            floats = ta in FLOATS or tb in FLOATS
            op = rng.choice(["+", "-", "*", "+", "-", "*"] if floats else
                            ["+", "-", "*", "&", "|", "^", "+", "-"])
            if not floats and op in "+-*":
                return self.sum_of(op, a, ta, b, tb)
            return f"({a} {op} {b})", self.common(ta, tb)
        if roll < 0.52:
            if ta in FLOATS:
                b, tb = self.expression(depth - 1)
                if tb in FLOATS or rng.random() < 0.5:
                    return f"({a} / {b})", self.common(ta, tb) if tb in FLOATS else ta
                return a, ta
            kind = self.promoted(ta)
            divisor = rng.choice(["3", "7", "16", "-5", "1000"])
            if rng.random() < 0.5 and self.variables:
                b, tb = self.leaf()
                if tb not in FLOATS:
                    # Not 1: g++ turns x - a / 1 into x + a / -1, which traps for the least a.
                    divisor = f"(({b} & 63) + 2)"
                    kind = self.common(ta, self.common(tb, "int"))
                else:
                    kind = self.common(ta, "int")
            else:
                kind = self.common(ta, "int")
            return f"({a} {rng.choice(['/', '%'])} {divisor})", kind
        if roll < 0.58 and ta not in FLOATS:
            width = 63 if self.promoted(ta) in ("long long", "unsigned long long") else 31
            b, tb = self.leaf()
            count = f"({b} & {width})" if tb not in FLOATS and rng.random() < 0.6 else str(rng.randint(0, width))
            kind = self.promoted(ta)
            if rng.random() < 0.5:
                return f"({a} >> {count})", kind
            if self.signed(kind):
                return f"({kind})((unsigned {kind})({a}) << {count})", kind
            return f"({a} << {count})", kind
        if roll < 0.70:
            b, _ = self.expression(depth - 1)
            return f"({a} {rng.choice(['<', '>', '<=', '>=', '==', '!='])} {b})", "bool"
        if roll < 0.76:
            b, _ = self.expression(depth - 1)
            return f"({a} {rng.choice(['&&', '||'])} {b})", "bool"
        if roll < 0.80:
            if ta in FLOATS:
                return f"(- {a})", ta
            op = rng.choice(["-", "~", "!"])
            if op == "-" and self.signed(ta):
                limit = "2147483647" if self.promoted(ta) == "int" else "9223372036854775807LL"
                return f"(- ({a} & {limit}))", self.promoted(ta)
            return f"({op} {a})", "bool" if op == "!" else self.promoted(ta)
        if roll < 0.87:
            b, tb = self.expression(depth - 1)
            c, _ = self.expression(depth - 1)
            return f"({c} ? {a} : {b})", ta if ta == tb else self.common(ta, tb)
        if roll < 0.95:
            kind = rng.choice(TYPES)
            if ta in FLOATS and kind in INTS and kind != "bool":
                return f"({kind})to_int({a})", kind
            return f"({kind})({a})", kind
        callable_ = [f for f in self.functions if f is not self.in_function]
        if callable_ and self.in_function is None:
            f = rng.choice(callable_)
            args = []
            for kind in f["parameters"]:
                b, tb = self.expression(1)
                args.append(self.coerce(b, tb, kind))
            return f"{f['name']}({', '.join(args)})", f["result"]
        if ta in FLOATS:
            return f"fabs((double)({a}))", "double"
        b, tb = self.expression(depth - 1)
        if tb in FLOATS:
            return a, ta
        kind = self.common(ta, tb)
        return f"{rng.choice(['min', 'max'])}(({kind})({a}), ({kind})({b}))", kind

    def coerce(self, text, have, want):
        """As a value of the wanted type without anything that C++ leaves open."""
        if have in FLOATS and want in INTS and want != "bool":
            return f"({want})to_int({text})"
        return f"({want})({text})"

    # --- statements
    def block(self, count):
        mark = len(self.variables), len(self.readonly), len(self.arrays)
        self.depth += 1
        for _ in range(count):
            if self.budget <= 0:
                break
            if self.statement():
                break
        self.depth -= 1
        del self.variables[mark[0]:]
        del self.readonly[mark[1]:]
        del self.arrays[mark[2]:]

    def assignment(self):
        rng = self.rng
        if self.arrays and rng.random() < 0.2:
            name, kind, size = rng.choice(self.arrays)
            index, _ = self.expression(1)
            value, tv = self.expression(2)
            self.emit(f"{name}[to_int({index}) & {size - 1}] = {self.coerce(value, tv, kind)};")
            return
        name, kind = rng.choice(self.variables)
        value, tv = self.expression(3)
        roll = rng.random()
        if roll < 0.5 or (kind == "bool"):
            self.emit(f"{name} = {self.coerce(value, tv, kind)};")
        elif roll < 0.85:
            if kind in FLOATS:
                op = rng.choice(["+=", "-=", "*="])
            elif tv in FLOATS:
                op, value = rng.choice(["+=", "-=", "^="]), f"to_int({value})"
            else:
                op = rng.choice(["+=", "-=", "*=", "^=", "|=", "&=", "<<=", ">>="])
                value = self.compound_operand(name, kind, op, value, tv)
            self.emit(f"{name} {op} {value};")
        elif kind != "bool":
            if kind in ("int", "long long"):
                self.emit(f"{name} &= 1073741823;")
            self.emit(rng.choice([f"{name}++;", f"--{name};", f"++{name};", f"{name}--;"]))

    def compound_operand(self, name, kind, op, value, tv):
        """What stands on the right of the operator, so that nothing overflows that must not."""
        narrow = INTS[kind] < 32
        if op in ("<<=", ">>="):
            most = 31 if INTS[kind] <= 32 else 63
            if op == "<<=" and (narrow or self.signed(kind)):
                # From 0 up, and not beyond the sign.
                most = 15
                self.emit(f"{name} &= {'65535' if kind in ('int', 'long long') else '127'};")
            return str(self.rng.randint(0, most))
        if op not in ("+=", "-=", "*=") or not self.signed(self.common(kind, tv)):
            return value
        if self.common(kind, tv) == "int":
            if not narrow:
                self.emit(f"{name} &= 32767;")
            return f"(({value}) & 32767)"
        self.emit(f"{name} &= {'1073741823' if kind == 'long long' else '127'};")
        return f"(({value}) & 1073741823)"

    def declaration(self):
        rng = self.rng
        kind = rng.choice(TYPES)
        if rng.random() < 0.12:
            name = self.name("a")
            size = rng.choice([2, 4, 8])
            self.emit(f"{kind} {name}[{size}] = {{{', '.join(self.coerce(*self.literal(), kind) for _ in range(rng.randint(1, size)))}}};")
            self.arrays.append((name, kind, size))
            return
        name = self.name()
        value, tv = self.expression(2)
        const = "const " if rng.random() < 0.2 else ""
        self.emit(f"{const}{kind} {name} = {self.coerce(value, tv, kind)};")
        (self.readonly if const else self.variables).append((name, kind))

    def condition(self):
        rng = self.rng
        roll = rng.random()
        if self.in_function is None and roll < 0.3:
            return f"((t >> {rng.randint(0, 5)}) & 1)"
        if roll < 0.7:
            a, _ = self.leaf()
            b, _ = self.leaf()
            return f"({a} {rng.choice(['<', '>', '<=', '!='])} {b})"
        return self.expression(2)[0]

    def statement(self):
        """Emits one; True if what stands behind it is never reached."""
        rng = self.rng
        self.budget -= 1
        roll = rng.random()
        if roll < 0.18 or not self.variables:
            self.declaration()
        elif roll < 0.52 or self.depth > 5:
            self.assignment()
        elif roll < 0.72:
            self.emit(f"if ({self.condition()}) {{")
            self.block(rng.randint(1, 4))
            if rng.random() < 0.5:
                self.emit("} else {")
                self.block(rng.randint(1, 4))
            self.emit("}")
        elif roll < 0.84 and self.loops < 3:
            self.loop()
        elif roll < 0.90:
            self.switch()
        elif roll < 0.94 and self.breakable:
            self.emit(f"if ({self.condition()}) break;" if rng.random() < 0.8 else "break;")
            return self.lines[-1].strip() == "break;"
        elif roll < 0.97 and self.continuable:
            self.emit(f"if ({self.condition()}) continue;" if rng.random() < 0.8 else "continue;")
            return self.lines[-1].strip() == "continue;"
        elif roll < (0.985 if self.depth > 0 else 0.972):
            if self.in_function is not None:
                value, tv = self.expression(2)
                text = f"return {self.coerce(value, tv, self.in_function['result'])};"
            else:
                text = f"{{ {self.store_results()} return; }}"
            self.emit(f"if ({self.condition()}) {text}")
        else:
            self.emit("{")
            self.block(rng.randint(1, 3))
            self.emit("}")
        return False

    def loop(self):
        rng = self.rng
        self.loops += 1
        breakable, continuable = self.breakable, self.continuable
        self.breakable = self.continuable = 1
        i = self.name("i")
        count = rng.choice([str(rng.randint(1, 6)), f"((t & {rng.choice([1, 3, 7])}) + 1)" if self.in_function is None else "3",
                            f"(to_int({self.leaf()[0]}) & 7)"])
        form = rng.random()
        if form < 0.6:
            kind = rng.choice(["int", "unsigned", "int", "long long", "short"])
            limit = count if kind != "unsigned" else f"(unsigned)({count})"
            self.emit(f"for ({kind} {i} = 0; {i} < {limit}; {i}{rng.choice(['++', ' += 2', '++'])}) {{")
            self.readonly.append((i, kind))
            self.block(rng.randint(1, 4))
            self.readonly.pop()
            self.emit("}")
        elif form < 0.8:
            self.emit(f"int {i} = {count};")
            self.emit(f"while ({i}-- > 0{f' && ({self.condition()})' if rng.random() < 0.4 else ''}) {{")
            self.readonly.append((i, "int"))
            self.block(rng.randint(1, 4))
            self.emit("}")
        else:
            self.emit(f"int {i} = {count};")
            self.emit("do {")
            self.readonly.append((i, "int"))
            self.block(rng.randint(1, 4))
            self.emit(f"}} while (--{i} > 0{f' && ({self.condition()})' if rng.random() < 0.4 else ''});")
        self.breakable, self.continuable = breakable, continuable
        self.loops -= 1

    def switch(self):
        rng = self.rng
        breakable = self.breakable
        self.breakable = 1
        selector, _ = self.leaf()
        self.emit(f"switch (to_int({selector}) & {rng.choice([3, 7])}) {{")
        values = rng.sample(range(6), rng.randint(1, 4))
        default = rng.randint(0, len(values)) if rng.random() < 0.7 else -1
        for at, value in enumerate(values + [None]):
            if at == default:
                self.emit("default: {")
                self.block(rng.randint(1, 2))
                self.emit("}")
                if rng.random() < 0.6:
                    self.emit("break;")
            if value is None:
                break
            self.emit(f"case {value}: {{")
            self.block(rng.randint(1, 3))
            self.emit("}")
            if rng.random() < 0.7:
                self.emit("break;")
        self.emit("}")
        self.breakable = breakable

    def store_results(self):
        texts = []
        for slot, (name, kind) in enumerate(self.outputs):
            if kind == "float":
                value = f"bits_of_float({name})"
            elif kind == "double":
                value = f"bits_of_double({name})"
            else:
                value = f"(long long)({name})"
            texts.append(f"out[t * {SLOTS} + {slot}] = {value};")
        return " ".join(texts)

    def function(self):
        rng = self.rng
        f = {"name": f"f{self.number}_{len(self.functions)}", "result": rng.choice(TYPES),
             "parameters": [rng.choice(TYPES) for _ in range(rng.randint(1, 3))]}
        self.in_function = f
        self.variables = []
        names = []
        for kind in f["parameters"]:
            name = self.name("p")
            names.append(f"{kind} {name}")
            self.variables.append((name, kind))
        outer, self.lines = self.lines, []
        outer_budget, self.budget = self.budget, rng.randint(5, 20)
        for _ in range(rng.randint(1, 5)):
            self.statement()
        value, tv = self.expression(2)
        self.emit(f"return {self.coerce(value, tv, f['result'])};")
        body = "\n".join(self.lines)
        self.lines = outer
        self.budget = outer_budget
        self.in_function = None
        self.variables, self.readonly, self.arrays = [], [], []
        self.functions.append(f)
        return f"__device__ {f['result']} {f['name']}({', '.join(names)}) {{\n{body}\n}}\n"

    def make(self):
        rng = self.rng
        text = "".join(self.function() for _ in range(rng.choice([0, 0, 1, 1, 2])))
        self.outputs = []
        for _ in range(rng.randint(3, SLOTS - 1)):
            self.declaration_plain()
        for _ in range(rng.randint(3, 12)):
            self.statement()
        body = "\n".join(self.lines)
        return (text + f"__global__ void k{self.number}(const int *in, long long *out) {{\n"
                "    int t = blockIdx.x * blockDim.x + threadIdx.x;\n" + body + "\n    " + self.store_results() + "\n}\n")

    def declaration_plain(self):
        kind = self.rng.choice(TYPES)
        name = self.name()
        value, tv = self.expression(1)
        self.emit(f"{kind} {name} = {self.coerce(value, tv, kind)};")
        self.variables.append((name, kind))
        self.outputs.append((name, kind))


COMMON = """
__device__ inline int to_int(long long v) { return (int)v; }
__device__ inline int to_int(unsigned long long v) { return (int)v; }
__device__ inline int to_int(int v) { return v; }
__device__ inline int to_int(unsigned v) { return (int)v; }
__device__ inline int to_int(short v) { return v; }
__device__ inline int to_int(unsigned short v) { return v; }
__device__ inline int to_int(char v) { return v; }
__device__ inline int to_int(unsigned char v) { return v; }
__device__ inline int to_int(bool v) { return v; }
__device__ inline int to_int(double v) { return v > -2e9 && v < 2e9 ? (int)v : 77; }
__device__ inline int to_int(float v) { return v > -2e9f && v < 2e9f ? (int)v : 78; }
"""
MACHINE = COMMON + """
__device__ long long bits_of_float(float v) { return isnan(v) ? 1 : (long long)__float_as_int(v); }
__device__ long long bits_of_double(double v) { return isnan(v) ? 1 : __double_as_longlong(v); }
"""
HOST = """
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#define __device__
#define __global__
struct Index { int x; };
static Index blockIdx, threadIdx, blockDim;
template <typename T> static T min(T a, T b) { return b < a ? b : a; }
template <typename T> static T max(T a, T b) { return a < b ? b : a; }
static long long bits_of_float(float v) { int b; memcpy(&b, &v, 4); return v != v ? 1 : b; }
static long long bits_of_double(double v) { long long b; memcpy(&b, &v, 8); return v != v ? 1 : b; }
""" + COMMON


def host_main(count):
    lines = ["int main(int argc, char** argv) {", f"    static int in[{INPUTS}];",
             "    FILE* f = fopen(argv[1], \"rb\"); if (fread(in, 4, 1024, f) != 1024) return 1; fclose(f);",
             "    f = fopen(argv[2], \"wb\"); blockDim.x = 64;",
             f"    std::vector<long long> out({THREADS * SLOTS});"]
    for n in range(count):
        lines += ["    std::fill(out.begin(), out.end(), 0);",
                  f"    for (int t = 0; t < {THREADS}; ++t) {{ blockIdx.x = t / 64; threadIdx.x = t % 64; k{n}(in, out.data()); }}",
                  "    fwrite(out.data(), 8, out.size(), f);"]
    return "\n".join(lines + ["    fclose(f);", "    return argc > 9;", "}", ""])


def run_batch(args, folder, seed):
    rng = random.Random(seed)
    programs = [Program(random.Random(rng.random()), n).make() for n in range(args.batch)]
    (folder / "in.bin").write_bytes(struct.pack(f"<{INPUTS}i", *(
        rng.choice([rng.randint(-100, 100), rng.randint(-2**31, 2**31 - 1), rng.randint(0, 8)]) for _ in range(INPUTS))))
    (folder / "m.cu").write_text(MACHINE + "\n".join(programs))
    (folder / "h.cpp").write_text(HOST.replace("std::vector", "std::vector") + "#include <algorithm>\n" + "\n".join(programs) + host_main(len(programs)))
    proof = ["-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
             "-fno-sanitize-recover=all"] if args.sanitize else []
    subprocess.run([args.compiler, "-std=c++17", args.optimize, *proof, "-frounding-math", "-ffp-contract=off", "-w", "-fno-strict-aliasing",
                    "-o", folder / "h", folder / "h.cpp"], check=True)
    subprocess.run([folder / "h", folder / "in.bin", folder / "h.bin"], check=True, timeout=120)
    wrong = 0
    for block in args.block:
        result = subprocess.run([args.differential, folder / "m.cu", str(THREADS), folder / "in.bin", folder / "m.bin", str(block)],
                                capture_output=True, text=True, timeout=600)
        if result.returncode != 0 or result.stderr:
            print(f"seed {seed}: {result.returncode} {result.stderr[:2000]}")
            wrong += 1
        a, b = (folder / "h.bin").read_bytes(), (folder / "m.bin").read_bytes()
        size = THREADS * SLOTS * 8
        for n in range(len(programs)):
            if a[n * size:(n + 1) * size] != b[n * size:(n + 1) * size]:
                wrong += 1
                first = next(i for i in range(n * size, (n + 1) * size, 8) if a[i:i + 8] != b[i:i + 8]) - n * size
                print(f"seed {seed} block {block} program k{n}: thread {first // 64} result {first // 8 % 8}: "
                      f"g++ {a[n * size + first:n * size + first + 8].hex()} machine {b[n * size + first:n * size + first + 8].hex()}")
                if args.keep:
                    path = pathlib.Path(args.keep)
                    path.mkdir(parents=True, exist_ok=True)
                    (path / f"{seed}_k{n}.cu").write_text(programs[n])
    return wrong


MAIN = """#include <cmath>
#include <cstdio>
#include <cstring>
#define __device__
#if !defined(__CUDACC__)
template <typename T> static T min(T a, T b) { return b < a ? b : a; }
template <typename T> static T max(T a, T b) { return a < b ? b : a; }
#endif
long long bits_of_float(float v) { int b; memcpy(&b, &v, 4); return v != v ? 1 : b; }
long long bits_of_double(double v) { long long b; memcpy(&b, &v, 8); return v != v ? 1 : b; }
""" + COMMON


def run_as_main(args, folder, seed):
    """How many programs of a batch print something else than by g++."""
    rng = random.Random(seed)
    programs = [Program(random.Random(rng.random()), n).make() for n in range(args.batch)]
    lines = ["int main() {", f"    static int in[{INPUTS}]; static long long out[{THREADS * SLOTS}];",
             f"    unsigned x = {seed}u * 2654435761u + 1u;",
             f"    for (int i = 0; i < {INPUTS}; ++i) {{ x = x * 1664525u + 1013904223u; in[i] = x & 1024 ? (int)x : (int)(x >> 24) - 100; }}"]
    for n in range(len(programs)):
        lines += [f"    for (int i = 0; i < {THREADS * SLOTS}; ++i) out[i] = 0;",
                  f"    for (int t = 0; t < {THREADS}; ++t) k{n}(in, out, t);",
                  "    unsigned long long sum = 0;" if n == 0 else "    sum = 0;",
                  f"    for (int i = 0; i < {THREADS * SLOTS}; ++i) sum = (sum ^ (unsigned long long)out[i]) * 1099511628211ull + (sum >> 31);",
                  f"    printf(\"k{n} %llx\\n\", sum);"]
    text = MAIN + "\n".join(programs) + "\n".join(lines + ["    return 0;", "}", ""])
    text = text.replace("__global__ ", "").replace("(const int *in, long long *out) {", "(const int *in, long long *out, int t) {")
    text = text.replace("    int t = blockIdx.x * blockDim.x + threadIdx.x;\n", "")
    path = folder / "main.cu"
    path.write_text(text)
    subprocess.run([args.compiler, "-x", "c++", "-std=c++17", args.optimize, "-frounding-math", "-ffp-contract=off", "-w",
                    "-fno-strict-aliasing", "-o", folder / "h", path], check=True)
    want = subprocess.run([folder / "h"], capture_output=True, text=True, check=True, timeout=120).stdout.splitlines()
    done = subprocess.run([args.differential, "check", path, "--verbose"], capture_output=True, text=True, timeout=600,
                          check=False, env={**os.environ, "STRIDESCOPE_NATIVE_ROUNDS": "1"})
    got = [line.strip() for line in done.stdout.splitlines() if line.strip().startswith("k")]
    wrong = [n for n in range(len(programs)) if n >= len(got) or got[n] != want[n]]
    if wrong:
        print(f"seed {seed}: programs {wrong[:10]}: {done.stderr[:300]} {done.stdout.splitlines()[:1]}")
        if args.keep:
            pathlib.Path(args.keep).mkdir(parents=True, exist_ok=True)
            (pathlib.Path(args.keep) / f"{seed}_main.cu").write_text(text)
    return len(wrong)


CUDA_MAIN = """
#include <cstdio>
#include <cstring>
#include <vector>
#define LAUNCH(n) if (n == which) k##n<<<THREADS / 64, 64>>>(in, out)
static void launch(int which, const int *in, long long *out) {
%s
}
int main(int argc, char **argv) {
    std::vector<int> host(INPUTS);
    FILE *f = fopen(argv[1], "rb");
    if (fread(host.data(), 4, INPUTS, f) != INPUTS) return 2;
    fclose(f);
    f = fopen(argv[2], "rb");
    int *in; long long *out; int wrong = 0;
    const int n = THREADS * SLOTS;
    cudaMalloc(&in, INPUTS * 4);
    cudaMalloc(&out, n * 8);
    cudaMemcpy(in, host.data(), INPUTS * 4, cudaMemcpyHostToDevice);
    std::vector<long long> got(n), expected(n);
    for (int k = 0; k < COUNT; ++k) {
        cudaMemset(out, 0, n * 8);
        launch(k, in, out);
        if (cudaMemcpy(got.data(), out, n * 8, cudaMemcpyDeviceToHost) != cudaSuccess) return printf("k%%d failed\\n", k), 1;
        if (fread(expected.data(), 8, n, f) != (size_t)n) return 2;
        if (memcmp(got.data(), expected.data(), n * 8) == 0) continue;
        ++wrong;
        for (int i = 0; i < n; ++i) if (got[i] != expected[i]) {
            printf("k%%d thread %%d result %%d: GPU %%llx machine %%llx\\n", k, i / SLOTS, i %% SLOTS, got[i], expected[i]);
            break;
        }
    }
    printf("%%d programs on the GPU, %%d differ\\n", COUNT, wrong);
    return wrong != 0;
}
"""


def write_cuda(args, folder, seed):
    """A program for nvcc that runs the batch on a GPU and compares it with what the machine made
    of it: nvcc -fmad=false -o g g.cu, then ./g in.bin m.bin."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    programs = [Program(random.Random(rng.random()), n).make() for n in range(args.batch)]
    (folder / "in.bin").write_bytes(struct.pack(f"<{INPUTS}i", *(rng.randint(-100, 100) if rng.random() < 0.6 else
                                    rng.randint(-2**31, 2**31 - 1) for _ in range(INPUTS))))
    (folder / "m.cu").write_text(MACHINE + "\n".join(programs))
    launches = "\n".join(f"    LAUNCH({n});" for n in range(args.batch))
    main_text = CUDA_MAIN % launches
    for name, value in (("THREADS", THREADS), ("INPUTS", INPUTS), ("SLOTS", SLOTS), ("COUNT", args.batch)):
        main_text = main_text.replace(name, str(value))
    (folder / "g.cu").write_text(MACHINE + "\n".join(programs) + main_text)
    subprocess.run([args.differential, folder / "m.cu", str(THREADS), folder / "in.bin", folder / "m.bin", "64"],
                   check=True, timeout=600)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("differential")
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--block", type=int, nargs="*", default=[64])
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--optimize", default="-O0")
    parser.add_argument("--sanitize", action="store_true", help="g++ looks for undefined behaviour")
    parser.add_argument("--keep", help="folder for programs that differ")
    parser.add_argument("--main", action="store_true", help="as functions that a main calls")
    parser.add_argument("--cuda", help="write one batch as a program for nvcc into this folder")
    args = parser.parse_args()
    if any(THREADS % block for block in args.block):
        parser.error(f"a block must divide {THREADS}")
    if args.cuda:
        write_cuda(args, pathlib.Path(args.cuda), args.seed)
        return 0
    wrong = done = 0
    seed = args.seed
    with tempfile.TemporaryDirectory() as name:
        while done < args.programs:
            if done and done % 10000 < args.batch:
                print(f"{done} programs: {wrong} differ", flush=True)
            wrong += (run_as_main if args.main else run_batch)(args, pathlib.Path(name), seed)
            done += args.batch
            seed += 1
    ways = "rounds of main" if args.main else f"threads × blocks of {args.block}"
    print(f"{done} programs × {THREADS} {ways}: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
