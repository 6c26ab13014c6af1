// What is handed on: as it was given, moved, compared, chosen among functions of one name, ended by
// a deleter. Compiled by a compiler, and run as a text, this prints the same.
#include <getopt.h>
#include <any>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numbers>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <utility>
#include <vector>

namespace host_handing {

inline std::string log;

inline void note(const std::string& what) {
    log += what + ' ';
}

inline void tell(std::ostream& out) {
    out << log << '\n';
    log.clear();
}

/// Says how it is made, and ends.
struct A {
    int k = 0;
    A() { note("made"); }
    explicit A(int of) : k(of) { note("of" + std::to_string(k)); }
    A(const A& o) : k(o.k) { note("copy"); }
    A(A&& o) noexcept : k(o.k) { note("move"); }
    ~A() { note("end" + std::to_string(k)); }
};

/// The same without an end.
struct M {
    int k = 0;
    M() = default;
    M(const M& o) : k(o.k) { note("copy"); }
    M(M&& o) noexcept : k(o.k) { note("move"); }
};

inline void which(int&) {
    note("lvalue");
}
inline void which(const int&) {
    note("const");
}
inline void which(int&&) {
    note("rvalue");
}
template <typename T>
void hand_on(T&& x) {
    which(std::forward<T>(x));
    which(x);
    which(static_cast<T&&>(x));
}
template <typename... T>
void hand_all_on(T&&... all) {
    (which(std::forward<T>(all)), ...);
}

struct Holder {
    M m;
    template <typename T>
    explicit Holder(T&& of) : m(std::forward<T>(of)) {}
};
struct ByValue {
    M m;
    explicit ByValue(M of) : m(std::move(of)) {}
};
template <typename T, typename... X>
std::unique_ptr<T> made_of(X&&... x) {
    return std::unique_ptr<T>(new T(std::forward<X>(x)...));
}

inline void forwarding(std::ostream& out) {
    int i = 1;
    const int c = 2;
    hand_on(i);
    hand_on(c);
    hand_on(3);
    hand_on(std::move(i));
    hand_all_on(i, c, 4, std::move(i));
    tell(out);
    M a;
    const Holder copied(a), moved(M{});
    const ByValue first(a), second(std::move(a));
    tell(out);
    const auto p = made_of<ByValue>(a), q = made_of<ByValue>(M());
    const auto r = std::make_unique<ByValue>(a);
    const auto s = std::make_shared<ByValue>(M());
    tell(out);
    std::vector<M> v;
    v.reserve(5);
    v.emplace_back(a);
    v.emplace_back(M());
    v.push_back(a);
    v.push_back(std::move(a));
    tell(out);
    const std::pair<M, int> x(a, 1), y(M(), 1);
    const auto z = std::make_pair(M(), 2);
    tell(out);
    out << first.m.k + second.m.k + p->m.k + q->m.k + r->m.k + s->m.k + copied.m.k + moved.m.k +
               x.second + y.second + z.second
        << '\n';
}

inline A one(bool b) {
    A x;
    if (b) return x;
    x.k = 2;
    return x;
}
inline A two(bool b) {
    A x(1), y(2);
    if (b) return x;
    return y;
}
inline A inner(bool b) {
    if (b) {
        A x(3);
        return x;
    }
    A y(4);
    return y;
}
inline A mixed(bool b) {
    A x(5);
    if (b) return A(6);
    return x;
}
inline A looped() {
    for (int i = 0;; ++i) {
        A x(i + 7);
        if (i == 1) return x;
    }
}
inline A parameter(A p) {
    return p;
}
inline M without_end(bool b) {
    M x, y;
    y.k = 2;
    if (b) return x;
    return (y);
}
inline A beside_lambda() {
    A x(20);
    const auto f = [](int q) {
        if (q > 0) return 1;
        return 2;
    };
    x.k += f(1);
    return x;
}
inline A of_lambda() {
    const auto f = [] {
        A z(30);
        return z;
    };
    A w = f();
    return w;
}
template <typename T>
T of_template(bool b) {
    T x;
    if (b) {
        T y;
        return y;
    }
    return x;
}

inline void results(std::ostream& out) {
    for (const bool b : {true, false}) {
        { const A a = one(b), c = two(b), d = inner(b), e = mixed(b); }
        tell(out);
        {
            const M m = without_end(b);
            const A t = of_template<A>(b);
            out << m.k << t.k;
        }
        tell(out);
    }
    {
        const A a = looped(), b = parameter(A(9)), c = parameter(a), d = beside_lambda(),
                e = of_lambda();
    }
    tell(out);
}

struct Moving {
    std::string n;
    explicit Moving(std::string of) : n(std::move(of)) {}
    Moving(Moving&&) = default;
    Moving(const Moving&) = delete;
    Moving& operator=(Moving&&) = default;
    ~Moving() = default;
};
struct Polymorphic {
    std::string n;
    explicit Polymorphic(std::string of) : n(std::move(of)) {}
    Polymorphic(Polymorphic&&) = default;
    Polymorphic(const Polymorphic&) = delete;
    virtual ~Polymorphic() { note("end:" + n); }
    virtual int f() { return 1; }
};

inline void moves(std::ostream& out) {
    Moving t("m");
    Moving s = std::move(t);
    Moving u("k");
    u = std::move(s);
    out << u.n;
    {
        Polymorphic a("a");
        Polymorphic b = std::move(a);
        Polymorphic c(std::move(b));
        out << c.n << c.f();
    }
    tell(out);
    M a;
    auto l = [c = std::move(a)] { return c.k; };
    auto l2 = std::move(l);
    auto l3 = l2;
    note("|");
    auto l4 = [a] { return a.k; };
    auto l5 = l4;
    out << l3() + l5();
    tell(out);
}

struct Ordered {
    int x;
    double y;
    std::string s;
    auto operator<=>(const Ordered&) const = default;
};
struct Equal {
    int a;
    float b;
    bool operator==(const Equal&) const = default;
};
struct Own {
    int k;
    bool operator==(const Own& o) const { return k == o.k; }
};
template <typename T>
struct Both {
    T x, y;
    constexpr auto operator<=>(const Both&) const = default;
};
struct Nested {
    Ordered p;
    int z;
    bool operator==(const Nested&) const = default;
};

inline void compared(std::ostream& out) {
    const Ordered a{1, 2, "a"}, b{1, 2, "b"}, n{1, NAN, "a"};
    out << (a < b) << (a <= b) << (a > b) << (a >= b) << (a == b) << (a != b) << ' ';
    out << (a < n) << (a <= n) << (a > n) << (a >= n) << (n == n) << (n != n) << ' ';
    const Equal e{1, 2}, f{1, 2.5};
    out << (e == f) << (e != f) << (Own{1} != Own{2}) << ' ';
    const Both<int> w{1, 2}, x{2, 0};
    out << (w < x) << (w >= x) << (w == w) << ' ';
    const std::set<Ordered> s{b, a, a};
    out << s.size() << s.begin()->s;
    const Nested g{a, 1}, h{a, 1};
    out << (g == h) << (g != h) << '\n';
}

inline const char* taken(int) {
    return "int";
}
inline const char* taken(long) {
    return "long";
}
inline const char* taken(int*) {
    return "int*";
}
inline const char* truth(bool) {
    return "bool";
}
inline const char* truth(const char*) {
    return "char*";
}
template <typename T>
const char* pointed(T) {
    return "T";
}
template <typename T>
const char* pointed(T*) {
    return "T*";
}
template <typename T>
const char* pointed(const T*) {
    return "const T*";
}

struct Base {
    int f(int x) { return x; }
    int f(double x) { return static_cast<int>(x) * 10; }
    int v = 3;
};
struct Derived : Base {
    using Base::f;
    const char* f(const char* s) { return s; }
};
struct Hiding : private Base {
    using Base::f;
    using Base::v;
    int f(int x) { return x + 100; }
};

class Buffer {
    int* data_;
    int n_;

  public:
    explicit Buffer(int n) : data_(new int[n]()), n_(n) {}
    Buffer(const Buffer& o) : Buffer(o.n_) {}
    Buffer(Buffer&& o) noexcept : data_(nullptr), n_(0) { swap(*this, o); }
    Buffer& operator=(Buffer o) {
        swap(*this, o);
        return *this;
    }
    ~Buffer() { delete[] data_; }
    friend void swap(Buffer& a, Buffer& b) noexcept {
        using std::swap;
        swap(a.data_, b.data_);
        swap(a.n_, b.n_);
    }
    int size() const { return n_; }
    operator int*() { return data_; }
};

struct Three {
    int x = 1, y = 2, z = 3;
    int& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};

template <typename... T>
struct Sizes;
template <typename T>
struct Sizes<T> {
    static constexpr int value = sizeof(T);
};
template <typename T, typename... R>
struct Sizes<T, R...> {
    static constexpr int value = sizeof(T) + Sizes<R...>::value;
};

template <typename T>
struct Box {
    T v;
    template <typename U>
    auto map(U f) const -> Box<decltype(f(std::declval<T>()))> {
        return {f(v)};
    }
};

inline int tried(int n) try {
    if (n > 0) throw std::runtime_error("tried");
    return 1;
} catch (const std::exception& e) {
    note(e.what());
    return 2;
}

inline void chosen(std::ostream& out) {
    out << taken(nullptr) << taken(0) << taken(0L) << truth(nullptr) << nullptr << '\n';
    int i = 0;
    const int* p = &i;
    out << pointed(1) << pointed(&i) << pointed(p) << pointed("x") << '\n';
    Derived d;
    Hiding h;
    out << d.f(1) << ' ' << d.f(2.5) << ' ' << d.f("s") << ' ' << h.v << h.f(1) << h.f(1.5) << '\n';
    Buffer a(3), b(5);
    a = std::move(b);
    a[2] = 4;
    out << a.size() << b.size() << *(a + 2) << *a << '\n';
    Three t;
    t[1] = 9;
    t[2] += 5;
    out << t.x << t.y << t.z << Sizes<char, int, double>::value
        << Box<int>{3}.map([](int x) { return x * 1.5; }).v << '\n';
    out << tried(0) << tried(1);
    tell(out);
}

template <typename T>
struct Boxed {
    T v;
    Boxed(T x) : v(x) {}
    Boxed(const T* p, int n) : v(p[n - 1]) {}
};
template <typename T>
class Matrix {
    std::vector<T> all_;

  public:
    Matrix(int rows, int columns, T fill) : all_(rows * columns, fill) {}
    explicit Matrix(const std::vector<T>& v) : all_(v) {}
    T sum() const {
        T s{};
        for (auto x : all_) s += x;
        return s;
    }
};
template <typename It>
struct Range {
    It first, last;
    Range(It x, It y) : first(x), last(y) {}
};
template <typename F>
struct Guard {
    F f;
    explicit Guard(F g) : f(g) {}
    ~Guard() { f(); }
};
template <typename A, typename B = int>
struct Defaulted {
    A a;
    B b;
    explicit Defaulted(A x) : a(x), b(7) {}
    Defaulted(A x, B y) : a(x), b(y) {}
};
template <typename T>
struct Guided {
    T v;
    Guided(T x) : v(x) {}
};
Guided(const char*)->Guided<std::string>;
Guided(float)->Guided<double>;
template <typename T, typename U>
struct Aggregate {
    T a;
    U b;
};
template <typename T, typename U>
Aggregate(T, U) -> Aggregate<T, U>;

inline void deduced(std::ostream& out) {
    const Boxed b(3.5), copy = b;
    const Boxed narrow(1.5f);
    const Boxed c{7}, made = Boxed(4);
    const int q[3] = {1, 2, 9};
    const Boxed d(q, 3);
    out << b.v << c.v << d.v << copy.v << made.v << sizeof(narrow.v) << Boxed{'x'}.v << ' ';
    const std::vector v{1, 2, 3};
    const Range r(v.begin(), v.end());
    const Matrix a(2, 3, 1.5), e(std::vector<double>{4.0, 4.0});
    out << r.last - r.first << ' ' << a.sum() << e.sum() << ' ';
    {
        const Guard g([] { note("guarded"); });
        out << sizeof(g);
    }
    tell(out);
    const Defaulted m(1.5, 'x');
    const Defaulted n(2);
    out << m.a << m.b << n.a << n.b << ' ';
    const Guided text("hello");
    const Guided number(3);
    const Guided wide(1.5f);
    const Aggregate t{1, 2.5f};
    const Aggregate u = {'c', 2L};
    out << text.v.size() << number.v << sizeof(wide.v) << t.b << sizeof(u.b) << '\n';
    int pair[2] = {7, 8}, rows[2][2] = {{1, 2}, {3, 4}};
    auto& [x, y] = pair;
    x = 70;
    for (auto& [i, j] : rows) i += j;
    out << pair[0] << y << rows[0][0] << rows[1][0] << '\n';
}

namespace a {
inline int f(int) {
    return 1;
}
inline int f(int*) {
    return 4;
}
}  // namespace a
namespace b {
inline int f(double) {
    return 2;
}
using a::f;
inline int all() {
    return f(1) * 100 + f(1.0) * 10 + f(static_cast<int*>(nullptr));
}
}  // namespace b
namespace c {
using a::f;
inline int f(double) {
    return 3;
}
inline int all() {
    return f(1) * 10 + f(1.0);
}
}  // namespace c
namespace d {
struct X {
    int k;
};
inline void swap(X& x, X& y) {
    note("own");
    const X kept = x;
    x = y;
    y = kept;
}
}  // namespace d

template <typename T>
T squared(T x) {
    return x * x;
}
template <>
inline int squared(int x) {
    return -x;
}
inline int squared(int x) {
    return x + 100;
}
template <typename T>
struct Room {
    alignas(T) unsigned char bytes[sizeof(T)];
};

inline void named_elsewhere(std::ostream& out) {
    out << b::all() << ' ' << c::all() << ' ' << a::f(1) << ' ';
    out << squared(3) << squared<>(3) << squared<int>(3) << squared<>(1.5) << ' ';
    out << alignof(Room<double>) << sizeof(Room<char>) << ' ';
    d::X x{1}, y{2};
    using std::swap;
    swap(x, y);
    int i = 3, j = 4;
    swap(i, j);
    std::swap(x, y);
    out << x.k << y.k << i << j;
    tell(out);
}

struct Deleter {
    int n = 0;
    void operator()(float* p) const {
        note("deleted");
        delete[] p;
    }
};
inline int returned(void* p) {
    note("returned");
    free(p);
    return 0;
}

inline void deleters(std::ostream& out) {
    std::unique_ptr<float[], Deleter> a(new float[4]());
    a[2] = 3;
    auto b = std::move(a);
    out << b[2] << (a == nullptr) << (b != nullptr);
    b.reset(new float[2]);
    a = std::move(b);
    const std::unique_ptr<void, decltype(&free)> v(malloc(4), &free);
    std::unique_ptr<int, decltype(&returned)> x(nullptr, &returned);
    x.reset(static_cast<int*>(malloc(4)));
    std::unique_ptr<int[], void (*)(int*)> y(new int[3]{1, 2, 3}, [](int* p) {
        note("lambda");
        delete[] p;
    });
    out << y[1];
    y.reset();
    const std::shared_ptr<int> s(new int[2], std::default_delete<int[]>());
    std::vector<std::unique_ptr<float[], Deleter>> all;
    all.emplace_back(new float[1]);
    all.clear();
    delete[] a.release();
    tell(out);
}

template <typename T>
void number_in(std::ostream& out, const std::string& text, int base = 10) {
    T v = 77;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), v, base);
    out << static_cast<long long>(v) << '/' << read.ptr - text.data() << '/'
        << static_cast<int>(read.ec) << ' ';
}

template <typename T>
void number_out(std::ostream& out, T value, int room, int base = 10) {
    char text[80];
    const auto written = std::to_chars(text, text + room, value, base);
    out << std::string(text, written.ec == std::errc() ? written.ptr : text)
        << static_cast<int>(written.ec) << ' ';
}

inline void characters(std::ostream& out) {
    number_out(out, 12345, 9);
    number_out(out, -255, 9, 16);
    number_out(out, INT64_MIN, 70, 2);
    number_out(out, UINT64_MAX, 20);
    number_out(out, 12345, 2);
    number_out(out, static_cast<short>(0), 1);
    for (const char* each : {"789xyz", "xyz", "-12", "99999999999", "2147483647", "-2147483648",
                             "2147483648", "+5", "", "-"})
        number_in<int>(out, each);
    number_in<unsigned>(out, "-5");
    number_in<unsigned>(out, "ff", 16);
    number_in<std::uint8_t>(out, "256");
    number_in<std::int8_t>(out, "-128");
    number_in<long long>(out, "9223372036854775808");
    number_in<unsigned long long>(out, "18446744073709551615");
    out << '\n' << std::quoted("he said \"hi\" \\") << std::setw(6) << std::quoted("x") << '|';
    const std::string s = "a b";
    std::string t;
    std::stringstream o;
    o << std::quoted(s) << ' ' << std::quoted(std::string("c\"d"));
    o >> std::quoted(t);
    out << t;
    o >> std::quoted(t);
    out << t << std::quoted(s, '\'') << '\n';
    const char* words[] = {"prog",  "file", "--size", "10",      "-s5", "--verb", "--opt=3",
                           "--opt", "x",    "-h",     "--bogus", "--",  "-s"};
    int verbose = 0, index = -1;
    const option known[] = {{"size", required_argument, nullptr, 's'},
                            {"verbose", no_argument, &verbose, 1},
                            {"opt", optional_argument, nullptr, 'o'},
                            {"size-most", required_argument, nullptr, 'm'},
                            {nullptr, 0, nullptr, 0}};
    opterr = 0;
    optind = 1;
    for (int c = 0;
         (c = getopt_long(13, const_cast<char* const*>(words), "s:hv", known, &index)) != -1;
         index = -1)
        out << c << (optarg != nullptr ? optarg : "-") << index << ' ';
    for (int i = optind; i < 13; ++i) out << words[i] << ' ';
    out << verbose << '\n';
}

inline void anything(std::ostream& out) {
    std::any a = 5;
    out << std::any_cast<int>(a) << a.has_value();
    a = std::string("text");
    try {
        std::any_cast<int>(a);
    } catch (const std::bad_any_cast& e) {
        out << e.what();
    }
    if (const auto* p = std::any_cast<std::string>(&a)) out << *p;
    out << (std::any_cast<double>(&a) == nullptr);
    a.reset();
    const std::vector<std::any> v{1, 2.5, std::string("s")};
    for (const auto& x : v) out << (x.type() == typeid(int)) << (x.type() == typeid(double));
    const std::any b = std::make_any<double>(1.5);
    std::any c = b;
    std::any_cast<double&>(c) = 3;
    out << std::any_cast<double>(b) << std::any_cast<double>(c) << a.has_value() << '\n';
    out << std::setprecision(17) << std::numbers::pi << ' ' << std::numbers::e_v<float> << ' '
        << std::numbers::sqrt2 * std::numbers::phi << '\n';
    for (const double x : {10.5, -7.5, -0.0, 7.0}) {
        for (const double y : {3.0, 2.0, -7.0}) out << std::remainder(x, y) << ' ';
    }
    int q = 0;
    out << std::remquo(10.5, 3.0, &q) << q << '\n';
}

template <typename D>
void drawn(std::ostream& out, D of) {
    std::mt19937 g(42);
    for (int i = 0; i < 12; ++i) out << of(g) << ' ';
    out << g() << '\n';
}

inline void binomial(std::ostream& out) {
    drawn(out, std::binomial_distribution<int>(10, 0.3));
    drawn(out, std::binomial_distribution<int>(1000, 0.4));
    drawn(out, std::binomial_distribution<int>(200, 0.9));
    drawn(out, std::binomial_distribution<long long>(100000, 0.001));
    drawn(out, std::negative_binomial_distribution<int>(3, 0.4));
    drawn(out, std::negative_binomial_distribution<int>(40, 0.2));
}

/// Ends, and says so; its copies are made by the compiler, of its bits.
struct Ending {
    std::ostream* out;
    int n;
    Ending(std::ostream& to, int number) : out(&to), n(number) {}
    ~Ending() { *out << '~' << n << ' '; }
    int take(Ending other) const {
        other.n += 10;
        return other.n + n;
    }
};

struct EndingMore : Ending {
    int more = 1;
    explicit EndingMore(std::ostream& to) : Ending(to, 7) {}
};

inline int ending_use(Ending e) {
    e.n += 100;
    return e.n;
}

inline int ending_again(Ending e, int rounds) {
    return rounds == 0 ? e.n : ending_again(e, rounds - 1);
}

template <typename T>
int ending_any(T e) {
    return e.n + 1;
}

/// What is handed by value is another object, also where nobody wrote how it is copied.
inline void copied_bits(std::ostream& out) {
    Ending a(out, 1), b(out, 2);
    const Ending* const at = &b;
    Ending some[2] = {Ending(out, 5), Ending(out, 6)};
    const EndingMore more(out);
    out << ending_use(a) << '\n';
    out << ending_use(*at) << '\n';
    out << ending_use(some[1]) << '\n';
    out << ending_use(a.n == 1 ? a : b) << '\n';
    out << ending_use(std::move(b)) << '\n';
    out << ending_use(more) << '\n';
    out << a.take(b) << '\n';
    out << ending_any(a) << '\n';
    out << ending_again(a, 2) << '\n';
    const std::function<int(Ending)> kept = [](Ending e) { return e.n; };
    out << kept(a) << '\n';
    for (const Ending& e : some) out << ending_use(e) << '\n';
}

}  // namespace host_handing
