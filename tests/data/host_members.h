// Pointers to members and what calls by them, lambdas that are templates, what is thrown out of
// functions that call themselves, objects that are handed over by value, ranges and sums. Compiled
// by a compiler, and run as a text, this prints the same.
#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <ostream>
#include <random>
#include <ranges>
#include <source_location>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace host_members {

struct P {
    int x = 3, y = 4;
    float w = 2.5F;
    int a[3] = {7, 8, 9};
    std::string name = "pn";
    static int of_all(int q) { return q + 1; }
    int sum() const { return x + y; }
    void add(int n) { x += n; }
    int either(int q) { return q; }
    int either(double q) { return static_cast<int>(q) * 2; }
    virtual int kind() { return 1; }
    virtual ~P() = default;
};
struct Q : P {
    int z = 7;
    int kind() override { return 2; }
    int own() { return z; }
};
template <class C, class T>
T got(const C& c, T C::*m) {
    return c.*m;
}
template <class C, class R>
R called(C& c, R (C::*f)()) {
    return (c.*f)();
}
template <int (P::*F)() const>
int fixed(const P& p) {
    return (p.*F)();
}
using Getter = int (P::*)() const;
using Data = int P::*;
struct Command {
    const char* name;
    int (Q::*run)();
};

/// Has an operator to a pointer, as what owns memory of a device does.
struct Buffer {
    float held[2] = {1.5F, 2.5F};
    operator float*() { return held; }
};
inline float first_of(const float* p) {
    return p[0];
}
inline bool is_there(const void* p) {
    return p != nullptr;
}

inline void pointers(std::ostream& out) {
    Buffer buffer;
    const float* seen = buffer;
    out << seen[1] << ((const float*)buffer)[0] << first_of(buffer) << is_there(buffer)
        << (buffer ? 'y' : 'n') << ' ';
    P p;
    const P& same = p;
    Data m = &P::x;
    p.*m += 5;
    (p.*m)++;
    int* to = &(p.*m);
    *to += 1;
    out << same.*m << ' ' << got(p, &P::y) << ' ';
    const Getter g = &P::sum;
    void (P::*add)(int) = &P::add;
    P* pointer = &p;
    (p.*add)(5);
    (pointer->*add)(7);
    out << (p.*g)() << ' ' << fixed<&P::sum>(p) << ' ' << -(p.*m) + 1 << '\n';
    std::string P::*name = &P::name;
    (pointer->*name) += "x";
    int(P::*array)[3] = &P::a;
    int (*plain)(int) = &P::of_all;
    out << p.name << (p.*array)[1] << plain(2) << ' ';
    Q q;
    int (P::*kind)() = &P::kind;
    int (P::*either)(double) = &P::either;
    out << (q.*kind)() << (p.*kind)() << called(static_cast<P&>(q), &P::kind) << called(q, &Q::own)
        << (p.*either)(3.9) << q.*m << '\n';
    const Command commands[] = {{"own", &Q::own}};
    for (const Command& each : commands) out << each.name << (q.*each.run)();
    float P::*const parts[] = {&P::w};
    for (float P::*part : parts) out << ' ' << p.*part;
    const Getter none = nullptr;
    out << (m == &P::x) << (m != &P::y) << (none == nullptr) << !none << (g ? 1 : 0) << ' '
        << sizeof(m) << sizeof(g) << '\n';
}

struct Counter {
    int n = 0;
    void operator()(int x) { n += x; }
};
struct Machine {
    std::map<std::string, void (Machine::*)(int)> commands;
    int sum = 0;
    Machine() {
        commands["inc"] = &Machine::inc;
        commands["dec"] = &Machine::dec;
    }
    void inc(int k) { sum += k; }
    void dec(int k) { sum -= k; }
    void run(const std::string& name, int k) { (this->*commands[name])(k); }
    int times(int k) const { return sum * k; }
};

inline void invoked(std::ostream& out) {
    std::vector<P> v(3);
    std::vector<int> to(3);
    v[1].x = 20;
    std::transform(v.begin(), v.end(), to.begin(), std::mem_fn(&P::sum));
    const auto sum = std::mem_fn(&P::sum);
    const std::unique_ptr<P> owned(new Q);
    out << to[1] << ' ' << sum(&v[1]) << sum(owned) << std::invoke(&P::x, v[1])
        << std::invoke(&P::kind, *owned) << std::invoke([](int x) { return x * x; }, 7) << ' ';
    std::invoke(&P::x, v[2]) = 50;
    const std::function<int(P*)> one = &P::sum;
    using std::placeholders::_1;
    auto adds = std::bind(&P::add, &v[0], _1);
    adds(100);
    out << one(&v[2]) << ' ' << v[0].x << '\n';
    Counter counter;
    std::for_each(to.begin(), to.end(), std::ref(counter));
    Machine machine;
    machine.run("inc", 7);
    machine.run("dec", 2);
    std::thread thread(&Machine::inc, &machine, 5);
    thread.join();
    auto later = std::async(std::launch::async, &Machine::times, &machine, 4);
    std::packaged_task<int(int)> task([](int x) { return x + 1; });
    auto result = task.get_future();
    task(4);
    out << counter.n << ' ' << machine.sum << ' ' << later.get() << result.get() << '\n';
}

template <class... T>
struct Overloaded : T... {
    using T::operator()...;
};
template <class... T>
Overloaded(T...) -> Overloaded<T...>;

inline void lambdas(std::ostream& out) {
    const auto sized = []<class T>(T x) { return sizeof(T) + static_cast<std::size_t>(x); };
    const auto total = []<typename T>(const std::vector<T>& v) {
        T s = 0;
        for (const T& x : v) s += x;
        return s;
    };
    const auto all = []<class... A>(A... a) { return (a + ...); };
    const auto extent = []<class T, int N>(T(&)[N]) { return N; };
    int five[5] = {1};
    out << sized(1) << sized(2.0) << total(std::vector<int>{1, 2, 3})
        << total(std::vector<double>{1.5}) << all(1, 2, 3) << extent(five) << ' ';
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((out << I + static_cast<std::size_t>(five[0])), ...);
    }
    (std::make_index_sequence<4>{});
    int n = 3;
    auto counts = [n]<typename T>(T x) mutable {
        ++n;
        return x * n;
    };
    const auto writes = [&n]<typename T>(T&& x) { x += n; };
    int z = 1;
    writes(z);
    out << ' ' << counts(2) << counts(2) << z << '\n';
    const auto f = Overloaded{[n](int x) { return std::to_string(x + n); },
                              [](const std::string& s) { return s + "!"; },
                              [](auto&) { return std::string("other"); }};
    std::vector<std::variant<int, std::string, double>> v{1, std::string("x"), 2.5};
    for (auto& each : v) out << std::visit(f, each) << ' ';
    out << '\n';
}

inline std::string log;
struct N {
    int n;
    N(int of) : n(of) { log += "+" + std::to_string(n) + ' '; }
    N(const N& o) : n(o.n + 10) { log += "c" + std::to_string(n) + ' '; }
    ~N() { log += "-" + std::to_string(n) + ' '; }
};
inline void tell(std::ostream& out) {
    out << log << '\n';
    log.clear();
}

inline int down(int n) {
    const N own(n);
    if (n == 0) throw std::runtime_error("bottom");
    return 1 + down(n - 1);
}
inline int odd(int n);
inline int even(int n) {
    const N own(200 + n);
    if (n == 3) throw std::string("three");
    return n == 0 ? 1 : odd(n - 1);
}
inline int odd(int n) {
    const N own(100 + n);
    if (n < 0) throw std::logic_error("less");
    return n == 0 ? 0 : even(n - 1);
}
inline int again(int n) {
    try {
        if (n == 0) throw 7;
        return again(n - 1) + 1;
    } catch (int k) {
        log += "caught" + std::to_string(k) + ' ';
        if (n < 3) throw k + 1;
        return k * 100;
    }
}
inline void visited(int depth, int& count) {
    const N own(depth);
    ++count;
    if (depth == 3) throw depth;
    for (int i = 0; i < 2; ++i) {
        const N inner(10 * depth + i);
        visited(depth + 1, count);
    }
}
struct Reader {
    const char* at;
    explicit Reader(const char* from) : at(from) {}
    int sum() {
        int v = part();
        while (*at == '+') {
            ++at;
            v += part();
        }
        return v;
    }
    int part() {
        if (*at == '(') {
            ++at;
            const int v = sum();
            if (*at != ')') throw std::invalid_argument(std::string("no ) at '") + at + "'");
            ++at;
            return v;
        }
        if (*at < '0' || *at > '9') throw std::out_of_range("digit");
        return *at++ - '0';
    }
};
struct Deep {
    int n = 0;
    int f(int d) {
        ++n;
        if (d == 0) return n;
        const int r = f(d - 1);
        return n == r ? n : -1;
    }
};

inline void thrown(std::ostream& out) {
    log.clear();
    try {
        down(3);
    } catch (const std::exception& e) {
        out << e.what() << ' ';
    }
    tell(out);
    for (const int n : {2, 6, -1}) {
        try {
            out << odd(n) << ' ';
        } catch (const std::logic_error& e) {
            out << "logic " << e.what() << ' ';
        } catch (const std::string& s) {
            out << "text " << s << ' ';
        }
    }
    tell(out);
    out << again(5) << ' ';
    try {
        again(1);
    } catch (int k) {
        out << k << ' ';
    }
    int count = 0;
    try {
        visited(0, count);
    } catch (int d) {
        out << d << count << ' ';
    }
    tell(out);
    for (const char* text : {"1+(2+3)", "(4+2)+(5+1)", "(1+2", "2+x"}) {
        try {
            out << Reader(text).sum() << ' ';
        } catch (const std::out_of_range& e) {
            out << e.what() << ' ';
        } catch (const std::exception& e) {
            out << e.what() << ' ';
        }
    }
    Deep deep;
    out << deep.f(3) << Deep().f(2) << deep.n << '\n';
}

inline int used(N a) {
    a.n += 100;
    return a.n;
}
inline int both(N a, N b) {
    return a.n + b.n;
}
inline int both_seen(const N& a, const N& b) {
    return a.n + b.n;
}
inline N doubled(N a) {
    N r(a.n * 2);
    return r;
}
inline int deep(N a) {
    return a.n <= 0 ? 0 : 1 + deep(N(a.n - 1));
}
inline int given(N a = 42) {
    return a.n;
}
inline void throws(N) {
    const N own(77);
    throw std::runtime_error("x");
}
struct Base {
    int q;
    explicit Base(int of) : q(of) {}
    virtual ~Base() = default;
    virtual int v(N x) { return x.n + q; }
};
struct Derived : Base {
    int k;
    Derived(N x) : Base(used(x)), k(both(x, 5)) { log += "body "; }
    int v(N x) override { return -x.n; }
};
struct Inheriting : Derived {
    using Derived::Derived;
};

inline void by_value(std::ostream& out) {
    log.clear();
    const N x(1);
    log += std::to_string(used(x) + 1) + "; ";
    const int r = used(x) + used(2);
    log += "; ";
    log += std::to_string(both(x, 3) + r) + "; ";
    log += std::to_string(both_seen(N(7), N(8))) + "; ";
    used(4), log += "comma ";
    if (used(x) > 0) log += "in if ";
    tell(out);
    const N a = doubled(x), b = doubled(N(3));
    log += "; ";
    const std::string seen = std::to_string(both(a, b)) + std::to_string(deep(N(2)));
    log += seen + std::to_string(given()) + std::to_string(given(6)) + "; ";
    try {
        throws(x);
    } catch (const std::exception&) {
        log += "caught ";
    }
    tell(out);
    Inheriting d(8);
    Base& base = d;
    int (*plain)(N) = used;
    int (Base::*method)(N) = &Base::v;
    const auto lambda = [](N y) { return y.n; };
    log += std::to_string(base.v(x)) + "; " + std::to_string(plain(x)) + "; ";
    log += std::to_string((d.*method)(x)) + "; " + std::to_string(lambda(x) + d.k) + "; ";
    tell(out);
    for (int i = used(1); i < used(2); ++i) log += "round ";
    do {
        log += "do ";
    } while (used(0) < 100);
    const bool both_hold = x.n > 5 && used(x) > 3;
    const std::function<int(N)> held = used;
    log += std::to_string(both_hold) + std::to_string(held(N(9)));
    tell(out);
}

inline N sum_of(N a, const N& b) {
    return N(a.n + b.n);
}
inline std::vector<int> listed(N a) {
    return {a.n, a.n + 1};
}
struct Indexed {
    int v[3] = {1, 2, 3};
    int& operator[](N i) { return v[i.n]; }
};

inline void in_statements(std::ostream& out) {
    log.clear();
    const N x(1);
    Indexed all;
    all[N(1)] = used(x);
    log += "; ";
    if (const int k = used(N(2))) log += "if" + std::to_string(k) + ' ';
    if (N y = doubled(x); used(y) > 0) log += "first ";
    switch (used(N(3))) {
        case 103: log += "case ";
    }
    tell(out);
    for (const int each : listed(N(4))) log += std::to_string(each) + ' ';
    for (const int each : {used(N(5)), used(N(6))}) log += std::to_string(each) + ' ';
    try {
        throw used(N(7));
    } catch (int k) {
        log += "caught" + std::to_string(k) + ' ';
    }
    tell(out);
    log += std::to_string(sum_of(sum_of(x, N(8)), doubled(N(9))).n) + "; ";
    const int chosen = used(x) > 3 ? used(N(1)) : used(N(2));
    log += std::to_string(chosen + all.v[1]) + "; ";
    log += std::to_string((used(x), used(N(3))));
    tell(out);
}

struct Aged {
    int age;
    std::string name;
};

inline void ranges(std::ostream& out) {
    std::vector<int> v{5, 2, 8, 1};
    std::ranges::sort(v);
    for (const int x : v) out << x;
    std::ranges::sort(v, std::greater<>{});
    std::vector<Aged> people{{3, "c"}, {1, "a"}};
    std::ranges::sort(people, {}, &Aged::age);
    out << v[0] << people[0].name << std::ranges::count_if(v, [](int x) { return x > 2; })
        << *std::ranges::max_element(v) << (std::ranges::find(v, 2) - v.begin()) << ' ';
    std::ranges::for_each(v, [](int& x) { x += 1; });
    std::vector<int> to(4);
    std::ranges::transform(v, to.begin(), [](int x) { return -x; });
    for (const int i : std::views::iota(0, 3)) out << i;
    for (const int x : v | std::views::filter([](int x) { return x % 2 == 1; }) |
                           std::views::transform([](int x) { return x * x; }))
        out << ' ' << x;
    for (const int x : to | std::views::reverse | std::views::take(2)) out << ' ' << x;
    for (const int i : std::views::iota(4) | std::views::drop(1) | std::views::take(2)) out << i;
    out << std::ranges::equal(v, to) << std::ranges::all_of(v, [](int x) { return x > 0; }) << '\n';
}

inline void sums(std::ostream& out) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<float> u(-1000, 1000);
    out.precision(9);
    for (const int n : {0, 3, 4, 7, 50}) {
        std::vector<float> v(static_cast<std::size_t>(n)), w(v);
        for (float& x : v) x = u(engine);
        for (float& x : w) x = u(engine);
        const std::list<float> l(v.begin(), v.end());
        const std::deque<float> d(v.begin(), v.end());
        out << std::reduce(v.begin(), v.end()) << ' ' << std::reduce(v.begin(), v.end(), 0.5) << ' '
            << std::reduce(l.begin(), l.end(), 0.5F) << ' ' << std::reduce(d.begin(), d.end())
            << ' ' << std::transform_reduce(v.begin(), v.end(), w.begin(), 0.0F) << ' '
            << std::transform_reduce(v.begin(), v.end(), 0.0F, std::plus<>(),
                                     [](float x) { return x * x; })
            << '\n';
        std::transform_inclusive_scan(v.begin(), v.end(), w.begin(), std::plus<float>(),
                                      [](float x) { return 2 * x; });
        for (const float x : w) out << x << ' ';
        std::transform_exclusive_scan(v.begin(), v.end(), w.begin(), 1.0F, std::plus<float>(),
                                      [](float x) { return -x; });
        for (const float x : w) out << x << ' ';
        out << '\n';
    }
}

inline int line_of(int first, std::source_location at = std::source_location::current()) {
    return static_cast<int>(at.line()) - first;
}
struct Failure {
    int line;
    explicit Failure(int first, const std::source_location& at = std::source_location::current())
        : line(line_of(first, at)) {}
};
inline int around(int first) {
    return line_of(first);
}

inline void places(std::ostream& out) {
    const auto here = std::source_location::current();
    const int first = static_cast<int>(here.line());
    out << line_of(first) << ' ';
    out << line_of(first) << ' ' << around(first) << ' ' << Failure(first).line << '\n';
}

inline void paths(std::ostream& out) {
    namespace fs = std::filesystem;
    for (const char* text : {"a/b/file.txt", "x", "", "/", "/a", "a/", "a//b.c", ".bashrc",
                             "d/.x.y", "..", "a/..", "t.tar.gz", "name.", "/usr/lib/x.so"}) {
        const fs::path p = text;
        out << p << p.filename() << p.extension() << p.stem() << p.parent_path()
            << p.has_extension() << p.is_absolute() << p.empty() << p.has_filename() << '\n';
    }
    fs::path q = fs::path("out") / "x.ppm";
    q.replace_extension(".png");
    out << q.string() << q;
    q.replace_extension("jpg");
    q /= "more";
    out << q << fs::path("a/") / "b" << fs::path("a") / "/b" << fs::path("") / "b"
        << fs::path("a") / "";
    const std::string name = (fs::path("d") / ("n" + std::to_string(3) + ".bin")).string();
    std::ifstream in(fs::path("no such file.txt"));
    out << name << fs::exists("no such file.bin") << in.good() << (fs::path("a") == fs::path("a"))
        << '\n';
}

}  // namespace host_members
