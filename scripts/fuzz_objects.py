#!/usr/bin/env python3
"""Differential fuzzing of references, objects and what functions are handed: random programs print what g++ has them print.

  scripts/fuzz_objects.py STRIDESCOPE-CLI [--programs N] [--seed S] [--keep DIR]

Each program is a tree of functions over structs, arrays, pointers and references, run by main and by a kernel of one
thread; main has the standard library besides. What the language leaves open is not made: numbers are unsigned, indices
are cut, no reference outlives its object, and of an expression's operands only one has an effect.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PRELUDE = """#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#ifdef __NVCC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif
struct P { unsigned x, y; };
struct S {
    unsigned a, b, v[4];
    P p;
    BOTH unsigned sum() const { return a + 3 * b + 5 * v[0] + 7 * v[1] + 11 * v[2] + 13 * v[3] + 17 * p.x + 19 * p.y; }
    BOTH S &add(unsigned n) { a += n; v[n & 3] ^= b; return *this; }
    BOTH unsigned &at(unsigned i) { return v[i & 3]; }
    BOTH const unsigned &at(unsigned i) const { return v[i & 3]; }
    BOTH P &pair() { return p; }
    BOTH unsigned &operator[](unsigned i) { return i & 1 ? a : b; }
    BOTH S operator+(const S &o) const { S r = *this; r.a += o.a; r.v[1] -= o.v[2]; r.p = o.p; return r; }
    BOTH S &operator+=(const S &o) { a ^= o.b; p.y += o.a; return *this; }
    BOTH S &operator++() { ++a; return *this; }
    BOTH S operator++(int) { S old = *this; ++b; return old; }
    BOTH bool operator<(const S &o) const { return a < o.a; }
    BOTH unsigned operator()(unsigned x) const { return x * a + b; }
};
struct W { unsigned g, h, A[8]; S s, t[3]; };
template <typename T> BOTH T &&moved(T &x) { return (T &&)x; }
template <typename T> BOTH void exchange_them(T &a, T &b) { T c = moved(a); a = moved(b); b = moved(c); }
template <typename T> BOTH T &pick(bool c, T &a, T &b) { return c ? a : b; }
template <typename T> BOTH const T &larger(const T &a, const T &b) { return a < b ? b : a; }
template <typename F> BOTH unsigned applied(F f, unsigned x) { return f(f(x) ^ 1); }
BOTH S made(unsigned n) { S s = {n, n * 3 + 1, {n ^ 1, n ^ 2, n ^ 3, n ^ 4}, {n + 7, n - 7}}; return s; }
BOTH unsigned mixed(unsigned h, unsigned x) { h ^= x + 0x9e3779b9u + (h << 6) + (h >> 2); return h * 16777619u; }
"""


MOVES_PRELUDE = """
int seen_at = 0;
void seen(char what, unsigned k) { printf("%c%u%s", what, k, ++seen_at % 20 == 0 ? "\\n" : " "); }
struct Q {
    unsigned k;
    Q(unsigned of = 0) : k(of) { seen('+', k); }
    Q(const Q &o) : k(o.k) { seen('c', k); }
    Q(Q &&o) noexcept : k(o.k) { seen('m', k); o.k += 100; }
    Q &operator=(const Q &o) { k = o.k; seen('=', k); return *this; }
    Q &operator=(Q &&o) { k = o.k; seen('<', k); o.k += 100; return *this; }
    ~Q() { seen('-', k); }
    bool operator==(const Q &) const = default;
};
struct R { Q q; unsigned n; R(Q of, unsigned m) : q(std::move(of)), n(m) {} template <typename T> explicit R(T &&of) : q(std::forward<T>(of)), n(1) {} };
struct D { Q a{1}, b{2}; };
void took(Q &q) { seen('L', q.k); }
void took(const Q &q) { seen('C', q.k); }
void took(Q &&q) { seen('R', q.k); }
template <typename T> void handed(T &&t) { took(std::forward<T>(t)); took(t); }
template <typename... T> void handed_all(T &&...t) { (took(std::forward<T>(t)), ...); }
template <typename T, typename... X> T built(X &&...x) { return T(std::forward<X>(x)...); }
Q fresh(unsigned n) { return Q(n); }
void ended(Q q) { seen('p', q.k); }
Q either(bool b, unsigned n) { Q x(n), y(n + 1); if (b) return x; return y; }
Q one(bool b, unsigned n) { Q x(n); if (b) x.k += 5; if (x.k > 7) return x; x.k += 2; return x; }
Q inner(bool b, unsigned n) { if (b) { Q x(n); return x; } Q y(n + 3); return y; }
Q &named(Q &q) { return q; }
"""


SPELLED = """
unsigned counted = 0, gone = 0;
template <typename T> struct Counting {
    using value_type = T;
    Counting() {}
    template <typename U> Counting(const Counting<U> &) {}
    T *allocate(size_t n) { counted = counted * 31 + n; return static_cast<T *>(::operator new(n * sizeof(T))); }
    void deallocate(T *p, size_t n) { counted = counted * 37 + n; ::operator delete(p); }
    bool operator==(const Counting &) const { return true; }
    bool operator!=(const Counting &) const { return false; }
};
unsigned plus(unsigned a, unsigned b) { return a + 3 * b; }
unsigned minus(unsigned a, unsigned b) { return a - 5 * b; }
unsigned (*chosen(unsigned i))(unsigned, unsigned) { return i & 1 ? plus : minus; }
unsigned (&turned(unsigned (&a)[4]))[4] { std::swap(a[0], a[3]); return a; }
unsigned long long operator""_more(unsigned long long x) { return x + 7; }
struct Fault { unsigned n; explicit Fault(unsigned x) : n(x) {} Fault(const Fault &o) : n(o.n + 1) {} ~Fault() { gone = gone * 41 + n; } };
void fails(unsigned n) { Fault local(n ^ 5); if (n & 1) throw Fault(n); }
"""


def moves(rng):
    """A function that makes, copies, moves and ends objects, each of which says so."""
    lines, names, count = [], [], 0

    def new(letter):
        nonlocal count
        count += 1
        return f"{letter}{count}"

    def lvalue():
        return rng.choice(names + ["r.q", "d.a", "d.b", "named(d.a)"] + ["v.back()"])

    def value(depth=2):
        n, b = rng.randrange(9), rng.choice(["true", "false", f"({lvalue()}.k & 1u)"])
        ways = [f"Q({n})", f"fresh({n})", f"either({b}, {n})", f"one({b}, {n})", f"inner({b}, {n})", f"std::move({lvalue()})", lvalue()]
        if depth > 0:
            inner = value(depth - 1)
            # What is handed over by value ends with the call here, with the statement by g++: it isn't handed on.
            ways += [f"built<Q>({inner})", f"Q({inner})", f"static_cast<Q &&>({lvalue()})"]
        return rng.choice(ways)

    def statement(level):
        way = rng.randrange(22)
        if way < 4 or not names:
            n = new("q")
            # Without brackets of its own Q a(Q(b)); declares a function.
            lines.append(f"Q {n} = {value()};" if rng.random() < 0.6 else f"Q {n}(({value()}));")
            names.append(n)
        elif way < 6:
            lines.append(f"{lvalue()} = {value()};")
        elif way < 8:
            lines.append(rng.choice([f"handed({value()});", f"ended({value(1)});"]))
        elif way == 8:
            lines.append(f"handed_all({lvalue()}, std::move({lvalue()}));")
        elif way == 9:
            lines.append(f"v.push_back({value()});")
        elif way == 10:
            lines.append(f"v.emplace_back({rng.choice([value(), '3u'])});")
        elif way == 11:
            lines.append(rng.choice([f"v.insert(v.begin(), {lvalue()});", "v.erase(v.begin());" if False else f"v.insert(v.begin() + 1, {value()});",
                                     "if (v.size() > 1) v.pop_back();", "if (v.size() > 1) v.erase(v.begin());"]))
        elif way == 12:
            lines.append(f"{{ R s({value()}, {rng.randrange(9)}); seen('r', s.q.k + s.n); r = s; }}")
        elif way == 13:
            lines.append(f"{{ auto p = std::make_pair({value()}, 1); auto o = {rng.choice(['p', 'std::move(p)'])}; seen('p', o.first.k); }}")
        elif way == 14:
            lines.append(f"{{ auto u = std::make_unique<Q>({value()}); seen('u', u->k); auto w = std::move(u); }}")
        elif way == 15:
            n = lvalue()
            keeps = rng.choice([f"q = {n}", f"q = std::move({n})", f"q = {value()}"])
            lines.append(f"{{ auto l = [{keeps}] {{ return q.k; }}; auto m = {rng.choice(['l', 'std::move(l)'])}; seen('l', m() + l()); }}")
        elif way == 16:
            lines.append(f"{{ auto s = std::make_shared<R>({value()}, 4u); seen('s', s->q.k); }}")
        elif way == 17:
            lines.append(f"seen('e', {lvalue()} == {lvalue()});")
        elif way == 18:
            lines.append(f"{{ D e = {rng.choice(['d', 'std::move(d)'])}; d = {rng.choice(['e', 'std::move(e)', 'D()'])}; }}")
        elif way == 19:
            lines.append(f"{{ const Q &held = {value(0)}; seen('h', held.k); }}")
        elif way == 20 and level > 0:
            lines.append(rng.choice(["{", "for (int i = 0; i < 2; ++i) {", f"if ({lvalue()}.k > 3) {{"]))
            before = len(names)
            for _ in range(rng.randint(1, 3)):
                statement(level - 1)
            del names[before:]
            lines.append("}")
        else:
            lines.append(f"std::swap({lvalue()}, {rng.choice(names)});" if names else "")

    lines.append("R r(Q(7), 2u); D d; std::vector<Q> v(1);")
    for _ in range(rng.randint(5, 16)):
        statement(2)
    return MOVES_PRELUDE + "void moving() {\n    " + "\n    ".join(lines) + "\n    printf(\"\\n\");\n}\n"


class Program:
    """`device`: without the standard library."""

    def __init__(self, rng, device):
        self.rng, self.device = rng, device
        self.count = 0
        self.functions = []  # (name, [kind of parameter], kind of result)
        self.scopes = [[]]  # [(name, kind)]: unsigned, S, array, pointer, vector, vectorS, constant
        self.text = []
        self.level = 1
        self.loops = 0
        self.result = "void"

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def emit(self, line):
        self.text.append("    " * self.level + line)

    def declared(self, *kinds):
        return [n for scope in self.scopes for n, k in scope if k in kinds]

    def chance(self, share):
        return self.rng.random() < share

    # --- Values: without effects ---

    def pure(self, depth=2):
        rng = self.rng
        if depth == 0 or self.chance(0.3):
            ways = ["literal", "lvalue", "lvalue"] + ["constant"] * bool(self.declared("constant"))
            way = rng.choice(ways)
            if way == "literal":
                return f"{rng.choice([0, 1, 2, 3, 5, 7, 100, 0x7fffffff, 0xffffffff, rng.getrandbits(32)])}u"
            if way == "constant":
                return rng.choice(self.declared("constant"))
            return self.lvalue(depth=0)
        a, b = self.pure(depth - 1), self.pure(depth - 1)
        way = rng.randrange(12)
        if way < 5:
            return f"({a} {rng.choice('+-*^&|')} {b})"
        if way == 5:
            return f"({a} {rng.choice(['<<', '>>'])} ({b} & 7u))"
        if way == 6:
            return f"({a} {rng.choice('/%')} ({b} | 1u))"
        if way == 7:
            return f"({a} {rng.choice(['<', '==', '>=', '!='])} {b} ? {self.pure(depth - 1)} : {self.pure(depth - 1)})"
        if way == 8:
            return f"{self.struct()}.sum()"
        if way == 9:
            return f"larger({a}, {b})"
        if way == 10:
            return f"{self.struct()}({a})"
        return f"unsigned({a} < {b} && {self.pure(depth - 1)} > 5u)"

    def lvalue(self, depth=1):
        rng = self.rng
        index = self.pure(0) if depth == 0 else self.pure(1)
        ways = ["w.g", "w.h", f"w.A[{index} & 7u]", f"{self.struct()}.a", f"{self.struct()}.v[{index} & 3u]",
                f"{self.struct()}.at({index})", f"{self.struct()}.p.y", f"{self.struct()}.pair().x",
                f"{self.struct()}[{index}]"]
        ways += self.declared("unsigned") * 2
        ways += [f"{n}[{index} & 3u]" for n in self.declared("array", "pointer")]
        ways += [f"(*({n} + ({index} & 3u)))" for n in self.declared("pointer")]
        ways += [f"{n}[{index} % {n}.size()]" for n in self.declared("vector")]
        ways += [f"{n}.back()" for n in self.declared("vector")]
        if depth > 0:
            ways += [f"pick({self.pure(1)} > {self.pure(0)}, {self.lvalue(0)}, {self.lvalue(0)})",
                     f"({self.pure(1)} & 1u ? {self.lvalue(0)} : {self.lvalue(0)})"]
        return rng.choice(ways)

    def struct(self):
        """Of an object of its own: that may be written."""
        ways = ["w.s", f"w.t[{self.small()}]"] + self.declared("S") * 2
        ways += [f"(*{n})" for n in self.declared("pointerS")]
        ways += [f"{n}[{self.small()} % {n}.size()]" for n in self.declared("vectorS")]
        return self.rng.choice(ways)

    def small(self):
        chosen = self.declared("constant") + self.declared("unsigned")
        return f"{self.rng.choice(chosen)} % 3u" if chosen and self.chance(0.7) else f"{self.rng.randrange(3)}u"

    def struct_value(self):
        ways = [self.struct(), f"made({self.pure(1)})", f"({self.struct()} + {self.struct()})",
                f"({self.pure(1)} & 1u ? {self.struct()} : {self.struct()})"]
        return self.rng.choice(ways)

    # --- What has an effect: one of an expression ---

    def argument(self, kind):
        return {"unsigned": self.pure, "unsigned &": self.lvalue, "const unsigned &": self.pure,
                "S": self.struct_value, "S &": self.struct, "const S &": self.struct_value,
                "S *": lambda: f"&{self.struct()}",
                "unsigned *": lambda: self.rng.choice([f"{self.struct()}.v", "w.A"] + self.declared("array", "pointer")),
                }[kind]()

    def call(self, results):
        known = [f for f in self.functions if f[2] in results]
        if not known:
            return None
        name, kinds, _ = self.rng.choice(known)
        return f"{name}(w{''.join(', ' + self.argument(k) for k in kinds)})"

    def effect(self):
        """An unsigned value whose making does something."""
        ways = [f"{self.lvalue()}++", f"--{self.lvalue()}", f"({self.lvalue()} {self.rng.choice('+^*')}= {self.pure()})", f"w.A[w.h++ & 7u]",
                f"({self.lvalue()} = {self.pure()})"]
        call = self.call(["unsigned", "unsigned &"])
        if call:
            ways += [call] * 4
        call = self.call(["S", "S &"])
        if call:
            ways += [f"{call}.sum()", f"{call}.v[2]"]
        return self.rng.choice(ways)

    # --- Statements ---

    def statement(self, depth):
        rng = self.rng
        plain = [self.assign, self.assign, self.assign, self.compound, self.step, self.exchange, self.declare, self.declare,
                 self.declare, self.reference, self.reference, self.call_it, self.call_it, self.struct_statement,
                 self.lambda_statement]
        if not self.device:
            plain += [self.library, self.library, self.library]
        nested = [self.branch, self.loop, self.range_loop, self.block, self.choose]
        rng.choice(plain + (nested if depth > 0 else []))(depth)

    def assign(self, _):
        # Which element g++ writes it asks before the right side, against the standard.
        if self.chance(0.5):
            self.emit(f"{self.rng.choice(self.declared('unsigned') + ['w.g', 'w.A[3]', 'w.s.b'])} = {self.effect()};")
        else:
            self.emit(f"{self.lvalue()} = {self.pure(3)};")

    def compound(self, _):
        self.emit(f"{self.lvalue()} {self.rng.choice('+-*^|')}= {self.pure(3)};")

    def step(self, _):
        self.emit(f"{self.lvalue()}{self.rng.choice(['++', '--'])};")

    def exchange(self, _):
        function = "exchange_them" if self.device or self.chance(0.5) else "std::swap"
        of = self.lvalue if self.chance(0.7) else self.struct
        self.emit(f"{function}({of()}, {of()});")

    def declare(self, _):
        way = self.rng.randrange(6)
        if way == 0:
            n = self.name("u")
            self.emit(f"unsigned {n} = {self.effect() if self.chance(0.4) else self.pure(3)};")
            self.scopes[-1].append((n, "unsigned"))
        elif way == 1:
            n = self.name("s")
            call = self.call(["S", "S &"])
            self.emit(f"S {n} = {call if call and self.chance(0.5) else self.struct_value()};")
            self.scopes[-1].append((n, "S"))
        elif way == 2:
            n = self.name("r")
            self.emit(f"unsigned {n}[4] = {{{self.pure()}, {self.pure()}, {self.pure()}}};")
            self.scopes[-1].append((n, "array"))
        elif way == 3:
            n = self.name("p")
            of = self.rng.choice([f"{self.struct_name()}.v", f"w.A + {self.small()}"] + self.declared("array"))
            self.emit(f"unsigned *{n} = {of};")
            self.scopes[-1].append((n, "pointer"))
        elif way == 4:
            n = self.name("q")
            self.emit(f"S *{n} = &{self.struct_name()};")
            self.scopes[-1].append((n, "pointerS"))
        else:
            n = self.name("c")
            self.emit(f"const unsigned {n} = {self.pure(3)};")
            self.scopes[-1].append((n, "constant"))

    def struct_name(self):
        """One that stays where it is."""
        return self.rng.choice(["w.s", f"w.t[{self.small()}]"] + self.declared("S"))

    def kept_lvalue(self):
        """What a reference may be bound to."""
        index = self.pure(2)
        ways = ["w.g", f"w.A[{index} & 7u]", f"{self.struct_name()}.v[{index} & 3u]", f"{self.struct_name()}.at({index})",
                f"{self.struct_name()}.b", f"{self.struct_name()}.pair().y"]
        ways += self.declared("unsigned") + [f"{n}[{index} & 3u]" for n in self.declared("array", "pointer")]
        call = self.call(["unsigned &"])
        if call:
            ways += [call] * 3
        # Of arguments with an effect a kernel's compiler begins with the first, g++ with the last.
        ways.append(f"pick({self.pure(1)} & 1u, {self.rng.choice(ways[:6])}, {self.rng.choice(ways[:6])})")
        return self.rng.choice(ways)

    def reference(self, _):
        if self.chance(0.7):
            n = self.name("f")
            self.emit(f"{self.rng.choice(['unsigned', 'auto'])} &{n} = {self.kept_lvalue()};")
            self.scopes[-1].append((n, "unsigned"))
        elif self.chance(0.5):
            n = self.name("f")
            self.emit(f"S &{n} = {self.struct_name()};")
            self.scopes[-1].append((n, "S"))
        elif self.chance(0.5):
            a, b = self.name("f"), self.name("f")
            self.emit(f"auto &[{a}, {b}] = {self.struct_name()}.p;")
            self.scopes[-1] += [(a, "unsigned"), (b, "unsigned")]
        else:
            n = self.name("c")
            self.emit(f"const unsigned &{n} = {self.pure(2)} + 1u;")
            self.scopes[-1].append((n, "constant"))

    def call_it(self, _):
        call = self.call(["unsigned", "unsigned &", "S", "S &", "void"])
        if not call:
            return self.assign(0)
        if call.split("(")[0] in [f[0] for f in self.functions if f[2] == "unsigned &"] and self.chance(0.6):
            call += f" = {self.pure()}"
        return self.emit(call + ";")

    def struct_statement(self, _):
        s = self.struct()
        # Whose index hangs on what is written g++ seeks twice, against the standard.
        fixed = self.rng.choice(["w.s", "w.t[1]"])
        self.emit(self.rng.choice([
            f"{s} = {self.struct_value()};", f"{s} += {self.struct_value()};", f"{s}.add({self.pure()}).add({self.pure()});",
            f"++{s};", f"{self.rng.choice(self.declared('S') + ['w.s'])} = {self.struct()}++;", f"{s}.p = {self.struct()}.p;", f"{s}.p = P{{{self.pure()}, {self.pure()}}};",
            f"({self.pure(1)} > 9u ? {s} : {self.struct()}).a = {self.pure()};", f"w.h = ({fixed} = made({self.pure(1)})).sum();"]))

    def lambda_statement(self, _):
        outer = self.declared("unsigned") or ["w.g"]
        n, x = self.name("l"), self.name("x")
        capture = self.rng.choice(["[&]", "[=]"]) if self.device or self.chance(0.5) else "[&w]"
        mutates = capture == "[&]" and self.chance(0.6)
        if capture == "[&w]":
            body = f"w.h += {x}; return {x} ^ w.g;"
        elif mutates:
            body = f"{self.rng.choice(outer)} += {x}; return {x} * 3u + {self.pure(1)};"
        else:
            body = f"return {x} * 5u ^ {self.rng.choice(outer)};"
        self.emit(f"auto {n} = {capture}(unsigned {x}) {{ {body} }};")
        if self.chance(0.5):
            self.step(0)
        self.emit(self.rng.choice([f"w.A[2] = {n}({self.pure()});", f"w.A[w.g++ & 7u] = {self.pure()};",
                                   f"w.g ^= applied({n}, {self.pure()});"]))

    def library(self, _):
        rng = self.rng
        vectors, objects = self.declared("vector"), self.declared("vectorS")
        if not vectors or self.chance(0.2):
            n = self.name("d")
            self.emit(f"std::vector<unsigned> {n} = {{{self.pure()}, {self.pure()}, {self.pure()}}};")
            return self.scopes[-1].append((n, "vector"))
        if not objects or self.chance(0.1):
            n = self.name("o")
            self.emit(f"std::vector<S> {n}(3, {self.struct_value()});")
            return self.scopes[-1].append((n, "vectorS"))
        v, o = rng.choice(vectors), rng.choice(objects)
        k, x = self.name("k"), self.name("x")
        return self.emit(rng.choice([
            f"if ({v}.size() < 20) {v}.push_back({self.pure()});", f"if ({v}.size() < 20) {v}.push_back({v}[{v}.size() / 2]);",
            f"if ({v}.size() > 2) {v}.pop_back();", f"{v}.insert({v}.begin() + 1, {self.pure()}); if ({v}.size() > 9) {v}.resize(5);",
            f"if ({v}.size() > 3) {v}.erase({v}.begin() + {self.small()});", f"std::sort({v}.begin(), {v}.end());",
            f"std::reverse({v}.begin(), {v}.end());", f"std::rotate({v}.begin(), {v}.begin() + 1, {v}.end());",
            f"for (auto &{x} : {v}) {x} = {x} * 3u + {self.pure(1)};", f"for (auto {x} : {v}) w.g += {x} ^ {self.pure(1)};",
            f"std::sort({v}.begin(), {v}.end(), [](unsigned a, unsigned b) {{ return a % 97 > b % 97 || (a % 97 == b % 97 && a < b); }});",
            f"if ({o}.size() < 9) {o}.push_back({self.struct_value()});", f"if ({o}.size() < 9) {o}.emplace_back({self.struct()});",
            f"std::stable_sort({o}.begin(), {o}.end());", f"for (auto &{x} : {o}) {x}.add({self.pure(1)});",
            f"for (const auto &{x} : {o}) w.h ^= {x}.sum();", f"std::swap({o}[0], {o}.back());", f"{o}.erase({o}.begin()); {o}.resize(3);",
            f"{{ std::vector<S> {k} = {o}; {k}[0].a = {self.pure()}; {o}.swap({k}); }}", f"{{ auto {k} = std::move({v}); {v} = {k}; {v}[0] += 1u; }}",
            f"{{ std::map<unsigned, S> {k}; {k}[{self.pure()}] = {self.struct()}; {k}[{self.pure()} & 1u].a += 3u; for (auto &[a, b] : {k}) w.g += a * b.sum(); }}",
            f"{{ auto {k} = std::make_unique<S>({self.struct_value()}); {k}->b ^= {self.pure()}; {self.struct()} = *{k}; }}",
            f"{{ auto {k} = std::make_shared<S>({self.struct()}); auto {x} = {k}; {x}->a++; w.h += {k}->sum() + {k}.use_count(); }}",
            f"{{ std::pair<unsigned, unsigned> {k}{{{self.pure()}, {self.pure()}}}; auto &[a, b] = {k}; a += b; w.g ^= {k}.first; }}",
            f"{{ auto {k} = std::make_tuple({self.pure()}, {self.struct()}); std::get<0>({k}) += std::get<1>({k}).a; std::tie(w.g, std::ignore) = {k}; }}",
            f"{{ std::array<unsigned, 4> {k}{{{self.pure()}, {self.pure()}}}; std::swap({k}[{self.pure(1)} & 3u], {k}[{self.pure(1)} & 3u]); w.h += {k}[0] + 3 * {k}[1] + 5 * {k}[2]; }}",
            f"{{ std::string {k} = std::to_string({self.pure()}); {k} += 'x'; std::string {x} = {k}; {x}[0] = 'y'; w.g += {k}[0] * {x}.size() + {x}[0]; }}",
            f"{{ std::function<unsigned(unsigned)> {k} = [&w](unsigned {x}) {{ return w.g++ + {x}; }}; auto {x} = {k}; w.h += {x}({self.pure()}) + 1u; {k}(1u); }}",
            f"{{ std::vector<unsigned, Counting<unsigned>> {k}({self.pure(1)} & 7u, {self.pure(1)}); {k}.push_back({self.pure(1)});"
            f" {k}.insert({k}.begin() + 1, {self.pure(1)}); auto {x} = {k}; {k}.resize({self.pure(1)} & 15u); {x} = {k}; {k} = std::move({x});"
            f" for (unsigned each : {k}) w.h = mixed(w.h, each); w.g += {k}.capacity() + counted; }} w.g ^= counted;",
            f"w.g ^= chosen({self.pure(1)})({self.pure()}, {self.pure(1)});", f"turned(w.s.v)[1] += {self.pure()};",
            f"{{ unsigned (*{k})[4] = new unsigned[2][4](); {k}[{self.pure(1)} & 1u][{self.pure(1)} & 3u] = {self.pure(1)}; w.h += turned({k}[1])[0] + (*{k})[2]; delete[] {k}; }}",
            f"try {{ fails({self.pure(1)}); w.g += gone; }} catch (const Fault &f) {{ w.g += f.n + gone; }} w.h += gone + 9_more;",
            f"try {{ try {{ fails({self.pure(1)}); }} catch (Fault &f) {{ f.n += 3; throw; }} }} catch (Fault f) {{ w.g ^= f.n; }} w.h ^= gone;",
            f"{{ unsigned {k} = {self.pure(1)}; auto {x} = [&](unsigned y) {{ {k} += y; return y * 3u + {k}; }}; w.g ^= {x}({k}); w.h ^= applied({x}, {k}) + {k}; }}",
            f"w.g += *std::max_element({v}.begin(), {v}.end()) - *std::min_element({v}.begin(), {v}.end());",
        ]))

    def body(self, depth, most=4):
        self.scopes.append([])
        self.level += 1
        for _ in range(self.rng.randint(1, most)):
            self.statement(depth)
        self.level -= 1
        self.scopes.pop()

    def branch(self, depth):
        self.emit(f"if ({self.effect() if self.chance(0.3) else self.pure()} {self.rng.choice(['< 1000u', '& 1u', '!= 0u'])}) {{")
        self.body(depth - 1)
        if self.chance(0.5):
            self.emit("} else {")
            self.body(depth - 1)
        if self.chance(0.1) and self.loops > 0:
            self.emit("    " + self.rng.choice(["break;", "continue;"]))
        self.emit("}")

    def loop(self, depth):
        i = self.name("i")
        self.emit(f"for (unsigned {i} = 0; {i} < {self.rng.randint(1, 4)}u; ++{i}) {{")
        self.loops += 1
        self.scopes.append([(i, "constant")])
        self.body(depth - 1)
        self.scopes.pop()
        self.loops -= 1
        self.emit("}")

    def range_loop(self, depth):
        x = self.name("x")
        arrays = [f"{self.struct_name()}.v", "w.A"] + self.declared("array")
        by = self.rng.choice(["unsigned &", "auto &", "unsigned ", "auto "])
        self.emit(f"for ({by}{x} : {self.rng.choice(arrays)}) {{")
        self.loops += 1
        self.scopes.append([(x, "unsigned")])
        self.body(depth - 1, 2)
        self.scopes.pop()
        self.loops -= 1
        self.emit("}")

    def block(self, depth):
        self.emit("{")
        self.body(depth - 1)
        self.emit("}")

    def choose(self, depth):
        self.emit(f"switch ({self.pure()} & 3u) {{")
        loops, self.loops = self.loops, 0
        for case in ("case 0:", "case 2:", "default:"):
            self.emit(case + " {")
            self.body(depth - 1, 2)
            self.emit("}" if self.chance(0.3) else "} break;")
        self.loops = loops
        self.emit("}")

    # --- Functions ---

    def function(self):
        rng = self.rng
        kinds = [rng.choice(["unsigned", "unsigned &", "const unsigned &", "S", "S &", "const S &", "unsigned *", "S *"])
                 for _ in range(rng.randint(0, 4))]
        result = rng.choice(["unsigned", "unsigned", "unsigned &", "S", "S &", "void"])
        name = self.name("fn")
        parameters = [(self.name("a"), k) for k in kinds]
        of = {"unsigned": "unsigned", "unsigned &": "unsigned", "const unsigned &": "constant", "S": "S", "S &": "S",
              "const S &": "constS", "unsigned *": "pointer", "S *": "pointerS"}
        head = f"{name}(W &w{''.join(f', {k} {n}' for n, k in parameters)})"
        self.text.append(f"BOTH {result} {head} {{")
        self.scopes = [[(n, of[k]) for n, k in parameters]]
        for _ in range(rng.randint(1, 5)):
            self.statement(2)
        if result == "unsigned":
            self.emit(f"return {self.pure(3)};")
        elif result == "S":
            self.emit(f"return {self.struct_value()};")
        elif result == "unsigned &":
            kept = [f"{n}" for n, k in parameters if k == "unsigned &"]
            kept += [f"{n}[{self.pure(1)} & 3u]" for n, k in parameters if k == "unsigned *"]
            kept += [f"{n}.at({self.pure(1)})" for n, k in parameters if k == "S &"]
            self.emit(f"return {rng.choice(kept + [f'w.A[{self.pure(1)} & 7u]', 'w.h'])};")
        elif result == "S &":
            kept = [n for n, k in parameters if k == "S &"] + [f"*{n}" for n, k in parameters if k == "S *"]
            self.emit(f"return {rng.choice(kept + ['w.s', f'w.t[{self.pure(1)} % 3u]'])};")
        self.text.append("}")
        self.functions.append((name, kinds, result))

    def made(self):
        for _ in range(self.rng.randint(1, 6)):
            self.function()
        self.text.append("BOTH unsigned run(W &w) {")
        self.scopes = [[]]
        self.emit("unsigned sum = 1;")
        for _ in range(self.rng.randint(4, 14)):
            self.statement(2)
            self.emit("sum = mixed(sum, w.g ^ w.s.sum()); for (unsigned all : w.A) sum = mixed(sum, all);")
            for n in self.declared("unsigned", "constant"):
                self.emit(f"sum = mixed(sum, {n});")
            for n in self.declared("S"):
                self.emit(f"sum = mixed(sum, {n}.sum());")
            for n in self.declared("vector"):
                self.emit(f"for (unsigned each : {n}) sum = mixed(sum, each);")
        self.emit("for (S &each : w.t) sum = mixed(sum, each.sum());")
        self.emit("return mixed(sum, w.h);")
        self.text.append("}")
        kernel = "__global__ void k(W *w, unsigned *to) { *to = run(*w); }" if self.device else "__global__ void k() {}"
        start = "W w = {}; for (unsigned i = 0; i < 8; ++i) w.A[i] = i * i + 3; w.s = made(5); for (unsigned i = 0; i < 3; ++i) w.t[i] = made(i + 9);"
        on_device = ("W *dw; unsigned *to, got; cudaMalloc(&dw, sizeof w); cudaMalloc(&to, 4); cudaMemcpy(dw, &w, sizeof w, cudaMemcpyDefault);"
                     " k<<<1, 1>>>(dw, to); cudaMemcpy(&got, to, 4, cudaMemcpyDefault); printf(\"%08x\\n\", got);"
                     if self.device else "k<<<1, 1>>>(); printf(\"-\\n\");")
        alone = "W x = w; printf(\"%08x\\n\", run(x));" if self.device else "printf(\"-\\n\");"
        moving = "" if self.device else moves(self.rng)
        return (PRELUDE + ("" if self.device else SPELLED) + moving + f"#ifdef __NVCC__\n%s\n#endif\n" % (kernel if not self.device else "") + "\n".join(self.text) + "\n" +
                (f"#ifdef __NVCC__\n{kernel}\n#endif\n" if self.device else "") +
                f"int main() {{\n    {start}\n#ifdef __NVCC__\n    {on_device}\n#else\n    {alone}\n#endif\n"
                f"    printf(\"%08x %u %u\\n\", run(w), w.g, w.h);\n    {'moving();' if moving else ''}\n    return 0;\n}}\n")


def outcome(cli, text, folder, number):
    """What differs between the two; empty: nothing."""
    source = folder / f"p{number}.cu"
    source.write_text(text, encoding="utf-8")
    program = folder / f"p{number}"
    made = subprocess.run(["g++", "-std=c++20", "-O0", "-w", "-x", "c++", source, "-o", program], capture_output=True,
                          text=True, check=False)
    if made.returncode != 0:
        print(made.stderr.splitlines()[1:3], file=sys.stderr)
        return "", False  # what was made is no program
    wanted = subprocess.run([program], capture_output=True, text=True, timeout=20, check=False)
    if wanted.returncode != 0:
        return "", False  # it did what the language leaves open
    done = subprocess.run([cli, "check", "--verbose", "--seconds", "20", source], capture_output=True, text=True, timeout=90,
                          check=False)
    got = done.stdout.split("\n", 1)
    program.unlink()
    if len(got) == 2 and got[1].rstrip("\n") == wanted.stdout.rstrip("\n") and done.returncode == 0:
        source.unlink()
        return "", True
    return f"{source}: {(done.stdout + done.stderr)[:400]}\nwanted {wanted.stdout}", True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    flags = parser.parse_args()
    cli = flags.cli.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = flags.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)

        def one(number):
            rng = random.Random(f"{flags.seed} {number}")
            return outcome(cli, Program(rng, number % 2 == 0).made(), folder, number)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(one, range(flags.programs)))
    different = [said for said, _ in results if said]
    print("\n".join(different[:20]))
    print(f"{flags.programs} programs, {sum(not ran for _, ran in results)} left out: {len(different)} differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
