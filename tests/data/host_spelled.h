// What public texts spell in ways of their own: declarators within declarators, allocators of
// vectors, literals, objects that stand for numbers, what is handed by value while it is written,
// and where what was thrown ends. Compiled by a compiler, and run as a text, this prints the same.
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace host_spelled {

inline std::string told;

inline void note(const std::string& what, std::size_t number) {
    told += what + std::to_string(number) + " ";
}

inline void tell(std::ostream& out) {
    out << told << '\n';
    told.clear();
}

// --- declarators

inline int add(int a, int b) {
    return a + b;
}

inline int mul(int a, int b) {
    return a * b;
}

inline int (*choose(char c))(int, int) {
    return c == '+' ? add : mul;
}

inline int (&third(int (&a)[3]))[3] {
    a[2] += 30;
    return a;
}

inline float (*made(int rows))[4] {
    return new float[static_cast<std::size_t>(rows)][4]();
}

template <typename T, int R, int C>
T sum(T (&a)[R][C]) {
    T s = 0;
    for (auto& row : a)
        for (const T x : row) s += x;
    return s;
}

template <std::size_t N>
int measured(const int (&a)[N]) {
    return a[0] + static_cast<int>(N);
}

inline void filled(float a[][4], int n) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < 4; ++j) a[i][j] = static_cast<float>(i) + static_cast<float>(j) / 2;
}

struct Table {
    int (*entry(int i) const)(int, int) { return i == 0 ? add : mul; }
    int (*all[2])(int, int) = {mul, add};
};

using Row = float[4];
typedef int (*Op)(int, int);
typedef int Plain(int, int);

inline int applied(Plain* f, int x) {
    return f(x, 3);
}

template <typename V>
typename V::value_type total(const V& v) {
    typename V::value_type s = 0;
    for (const auto x : v) s += x;
    return s;
}

inline void declarators(std::ostream& out) {
    out << choose('+')(3, 4) << choose('*')(3, 4) << ' ';
    int (*table[2])(int, int) = {add, mul};
    int (**second)(int, int) = table + 1;
    int (*(*chooser)(char))(int, int) = choose;
    out << table[0](6, 7) << ' ' << (*second)(6, 7) << ' ' << chooser('*')(2, 9) << ' ';
    int (&same)(int, int) = add;
    out << same(1, 1) << applied(mul, 5) << Table{}.entry(1)(4, 5) << Table{}.all[0](2, 2) << '\n';
    int three[3] = {1, 2, 3};
    int(&named)[3] = three;
    named[1] = 7;
    int(*whole)[3] = &three;
    (*whole)[0] = 8;
    out << three[0] << three[1] << third(three)[2] << ' ' << sizeof(named) << sizeof(*whole)
        << measured(three) << '\n';
    float(*rows)[4] = made(3);
    filled(rows, 3);
    Row copied[2] = {{1, 2}, {3}};
    out << rows[2][3] << ' ' << (*(rows + 1))[2] << ' ' << rows[1][1] << ' ' << sum(copied) << '\n';
    delete[] rows;
    int(*cast)[3] = static_cast<int(*)[3]>(std::malloc(2 * sizeof(int[3])));
    cast[1][2] = 11;
    const Op none = nullptr;
    out << (*(cast + 1))[2] << (none == nullptr) << ' ';
    std::free(cast);
    std::vector<int (*)(int, int)> kept{add, mul};
    out << kept.back()(4, 4) << ' ' << total(std::vector<double>{1.5, 2}) << '\n';
}

// --- allocators

template <typename T>
struct Counting {
    using value_type = T;
    int id;
    Counting(int i = 1) : id(i) {}
    template <typename U>
    Counting(const Counting<U>& o) : id(o.id) {}
    T* allocate(std::size_t n) {
        note("a", n);
        bytes += n * sizeof(T);
        return static_cast<T*>(::operator new(n * sizeof(T)));
    }
    void deallocate(T* p, std::size_t n) {
        note("d", n);
        ::operator delete(p);
    }
    bool operator==(const Counting& o) const { return id == o.id; }
    bool operator!=(const Counting& o) const { return id != o.id; }
    static std::size_t bytes;
};
template <typename T>
std::size_t Counting<T>::bytes = 0;

template <typename T>
using Counted = std::vector<T, Counting<T>>;

struct Part {
    int a;
    Part(int i = 3) : a(i) { told += "c"; }
    Part(const Part& o) : a(o.a) { told += "k"; }
    ~Part() { told += "e"; }
};

struct Owner {
    Counted<float> xs;
    explicit Owner(std::size_t n) : xs(n, 2.5F) {}
};

template <typename T, typename A>
std::size_t rooms(const std::vector<T, A>& v) {
    return v.capacity();
}

inline void allocators(std::ostream& out) {
    {
        Counted<int> v(8);
        v.push_back(42);
        Counted<int> w = v, x{5, 6, 7};
        w = x;
        v = std::move(x);
        v.insert(v.begin() + 1, 9);
        v.insert(v.end(), 3, 4);
        v.resize(12);
        v.erase(v.begin());
        v.shrink_to_fit();
        v.assign(2, 8);
        out << v.size() << w.size() << x.size() << v[1] << w[2] << ' ' << rooms(v) << ' '
            << v.get_allocator().id << std::accumulate(w.begin(), w.end(), 0) << '\n';
        tell(out);
    }
    tell(out);
    {
        std::vector<Part, Counting<Part>> parts(2);
        parts.emplace_back(9);
        parts.push_back(parts[0]);
        parts.pop_back();
        const Owner owner(3);
        out << parts[2].a << owner.xs[2] << '\n';
        tell(out);
    }
    tell(out);
    std::vector<int, std::allocator<int>> plain{1, 2, 3};
    std::vector<int>& other = plain;
    out << other.size() << rooms(plain) << ' ' << Counting<float>::bytes << '\n';
    tell(out);
}

inline void rooms_of_vectors(std::ostream& out) {
    std::vector<int> v(3);
    v.resize(5);
    out << v.capacity() << ' ';
    v.resize(20);
    out << v.capacity() << ' ';
    v.resize(21, v[0]);
    out << v.capacity() << ' ';
    const std::vector<int> few{1, 2, 3};
    std::vector<int> w;
    w.reserve(10);
    w = few;
    out << w.capacity() << ' ' << w.size() << ' ';
    w.assign(few.begin(), few.begin() + 2);
    w.push_back(4);
    out << w.capacity() << ' ' << w[1] << w[2] << '\n';
}

// --- literals, and objects that stand for numbers

constexpr unsigned long long operator""_KB(unsigned long long x) {
    return x * 1024;
}

inline std::string operator""_told(const char* text, std::size_t n) {
    return std::string(text, n) + "!";
}

inline int operator""_next(char c) {
    return c + 1;
}

struct Length {
    double metres;
};

inline Length operator""_km(unsigned long long x) {
    return {static_cast<double>(x) * 1000};
}

inline Length operator""_km(long double x) {
    return {static_cast<double>(x) * 500};
}

struct Angle {
    double v;
    operator double() const { return v; }
};

struct Count {
    int v;
    operator int() const { return v; }
};

inline void literals(std::ostream& out) {
    const char room[2_KB] = {};
    out << 4_KB << ' ' << sizeof(room) << ' ' << "hey"_told << ' ' << 'a'_next << ' '
        << (2_km).metres << ' ' << (1.5_km).metres << '\n';
    const Angle d{4.5};
    const Count i{3};
    out << -d << ' ' << -i << +i << ~i << ' ' << (i << 2) << (1 << i) << (i >> 1) << '\n';
    switch (i) {
        case 3: out << "three\n"; break;
        default: out << "other\n";
    }
}

// --- what is handed by value while it is written

struct Pair {
    unsigned a, b;
};

inline void both(Pair& p, unsigned x) {
    p.a += x;
    p.b += x;
}

inline unsigned kept(unsigned& r, unsigned x, int y) {
    r += 5;
    return x * 100 + static_cast<unsigned>(y);
}

template <typename F>
unsigned twice(F f, unsigned x) {
    return f(f(x) ^ 1);
}

inline unsigned seen(Pair& p, const unsigned& chosen) {
    p.a = 2;
    return chosen;
}

template <typename T>
const T& larger(const T& a, const T& b) {
    return a < b ? b : a;
}

// A number that is chosen is handed by its address: what is written meanwhile is seen.
inline void chosen(std::ostream& out) {
    Pair p{7, 5};
    const bool first = p.b > 3;
    out << seen(p, first ? p.a : p.b) << ' ';
    p.a = 7;
    const unsigned& most = larger(first ? p.a : p.b, first ? p.b : p.a);
    p.a = 9;
    out << most << ' ' << seen(p, larger(first ? p.a : p.b, p.b)) << '\n';
}

inline void handed(std::ostream& out) {
    chosen(out);
    unsigned u = 7;
    const auto adds = [&](unsigned x) {
        u += x;
        return x * 3;
    };
    out << adds(u) << ' ';
    out << twice(adds, u) << ' ';
    out << u << ' ';
    const auto of_int = [&](int x) {
        u += 1;
        return x * 3;
    };
    out << of_int(static_cast<int>(u)) << ' ';
    Pair p{5, 6};
    both(p, p.a);
    out << p.a << ' ' << p.b << ' ';
    unsigned r = 4;
    out << kept(r, r, static_cast<int>(r)) << ' ';
    const auto changes = [&](Pair x) {
        p = Pair{1, 2};
        return x.a * 10 + x.b;
    };
    out << changes(p) << ' ';
    const auto adds_member = [&](unsigned x) {
        p.a += x;
        return x * 3 + p.a;
    };
    out << adds_member(p.a) << '\n';
}

// --- where what was thrown ends

struct Thrown {
    int n;
    explicit Thrown(int i) : n(i) { note("c", static_cast<std::size_t>(n)); }
    Thrown(const Thrown& o) : n(o.n) { note("k", static_cast<std::size_t>(n)); }
    ~Thrown() { note("d", static_cast<std::size_t>(n)); }
};

struct Guard {
    ~Guard() { told += "g "; }
};

inline void throws(int n) {
    const Guard guard;
    throw Thrown(n);
}

inline void throws_on() {
    throw;
}

inline int returned() {
    try {
        throws(8);
    } catch (const Thrown& t) {
        return t.n;
    }
    return 0;
}

inline void thrown(std::ostream& out) {
    try {
        throws(1);
    } catch (const Thrown& t) {
        note("catch", static_cast<std::size_t>(t.n));
    }
    tell(out);
    try {
        try {
            throws(2);
        } catch (Thrown& t) {
            t.n = 20;
            throw;
        }
    } catch (Thrown t) {  // NOLINT(misc-throw-by-value-catch-by-reference)
        note("got", static_cast<std::size_t>(t.n));
    }
    tell(out);
    try {
        try {
            throws(3);
        } catch (const Thrown&) {
            const Guard guard;
            throws_on();
        }
    } catch (...) {
        told += "any ";
    }
    tell(out);
    for (int i = 0; i < 2; ++i) {
        try {
            throws(i + 4);
        } catch (const Thrown&) {
            if (i == 0) continue;
            told += "in ";
            break;
        }
    }
    tell(out);
    note("", static_cast<std::size_t>(returned()));
    tell(out);
    try {
        try {
            throws(6);
        } catch (const Thrown& t) {
            throw t.n;
        }
    } catch (int n) {
        note("int", static_cast<std::size_t>(n));
    }
    tell(out);
}

}  // namespace host_spelled
