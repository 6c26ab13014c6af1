// What hosts of strangers' texts were found to say that had been misread or refused: types that
// follow from values at the top of a text, references, lambdas and functions there, arrays within
// structs as values, objects in arrays of their own, bases of bases, static variables, deduction.
// Compiled by a compiler, and run as a text, this prints the same.
#include <cxxabi.h>
#include <algorithm>
#include <array>
#include <bitset>
#include <cfloat>
#include <chrono>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>

#include <strings.h>

inline int over = 42;
// A struct that is named among parameters first is the one that follows.
inline void show(std::ostream& out, struct Book book);
struct Book {
    char title[8];
    int id;
};
inline void show(std::ostream& out, struct Book book) {
    out << book.title << book.id << ' ';
}

namespace host_language {

const auto half = 2.5;
auto quarter = 7.25f, third = 1.5f;
constexpr auto many = 1U << 20U;
auto large = 1ULL << 40U;
auto name = "abc";
const auto text = std::string("hello");
struct Constants {
    static constexpr auto part = 0.5F;
    static inline auto whole = 3.5;
};
int six = 6;
int& is_six = six;
auto& six_again = six;
const auto& same_text = text;
const int& seven = 7;
double list[3] = {1, 2, 3};
double& second = list[1];
const auto& all = list;
struct Point {
    int x, y;
};
Point corner = {3, 4};
int& height = corner.y;
const double& widened = six;
auto* pointer = &six;

int added(int a, int b) {
    return a + b;
}
auto& plus = added;
int (&also_plus)(int, int) = added;
const auto pointed = added;
const auto& now = std::chrono::steady_clock::now;
auto twice = [](int x) { return x * 2.5; };
const auto any_twice = [](auto x) { return x * 2; };
std::function<int(int)> less_one = [](int x) { return x - 1; };
struct Held {
    std::function<float(float)> f = [](float x) { return x / 2; };
    static inline auto g = [](int v) { return v + 100; };
};

template <typename F>
int called(F&& f) {
    return f(4, 5);
}
template <typename F>
int called_by_name(F& f) {
    return f(4, 5);
}
template <typename F>
int called_unchanged(const F& f) {
    return f(4, 5);
}
template <typename F>
int called_copy(F f) {
    return f(4, 5);
}

void at_the_top(std::ostream& out) {
    out << half << ' ' << quarter << ' ' << third << ' ' << many << ' ' << large << ' ' << name
        << ' ' << text << ' ' << Constants::part << ' ' << Constants::whole << '\n';
    is_six = 8;
    six_again += 1;
    height = 44;
    second *= 5;
    out << six << ' ' << same_text << ' ' << seven << ' ' << list[1] << ' ' << all[2] << ' '
        << corner.y << ' ' << *pointer << ' ' << widened << ' ' << sizeof all << '\n';
    auto& local = added;
    int (&local_too)(int, int) = added;
    const auto& unchanged = added;
    auto&& whatever = added;
    const auto begin = now();
    out << plus(2, 3) << also_plus(3, 4) << pointed(1, 1) << local(1, 2) << local_too(1, 3)
        << unchanged(2, 2) << whatever(3, 3) << (now() >= begin) << '\n';
    out << called(added) << called_by_name(added) << called_unchanged(added) << called_copy(added)
        << '\n';
    Held held;
    out << twice(4) << ' ' << any_twice(1.5) << ' ' << any_twice(4) << ' ' << less_one(4) << ' '
        << held.f(3) << ' ' << Held::g(1) << '\n';
}

namespace inner {
int over = 7;
int sum() {
    int over = 1;
    return over + ::over + inner::over;
}
}  // namespace inner
struct Roots {
    int abs = 2;
    double sum(double x) const {
        const double sqrt = 3;
        return ::sqrt(x) + sqrt + ::abs(-4) + abs;
    }
};
struct Over {
    int over = 5;
    int sum(int more) const { return more + over + ::over; }
};

void global_names(std::ostream& out) {
    int over = 3;
    out << over << ' ' << ::over << ' ' << inner::sum() << ' ' << Roots().sum(16) << '\n';
    ::over = 50;
    out << over << ' ' << ::over << ' ' << Over().sum(9) << '\n';
    ::over = 42;
}

int made = 0;
std::ostream* told = nullptr;
struct Ending {
    int id;
    Ending() : id(made++) { *told << "made " << id << ' '; }
    explicit Ending(int n) : id(n) {}
    ~Ending() { *told << "ended " << id << ' '; }
};
struct Counted {
    int id;
    Counted() : id(made++) { *told << "counted " << id << ' '; }
};
struct Polymorphic {
    int x = 3;
    virtual ~Polymorphic() { *told << "virtual end "; }
};
struct Node {
    int value;
    Node* next;
};
struct Defaults {
    float x = 1, y = 2;
};

void allocations(std::ostream& out) {
    told = &out;
    made = 0;
    auto* endings = new Ending[3];
    delete[] endings;
    auto* counted = new Counted[2];
    out << counted[1].id << ' ';
    delete[] counted;
    auto* polymorphic = new Polymorphic[2];
    out << polymorphic[1].x << ' ';
    delete[] polymorphic;
    delete[] new Ending[0];
    endings = new Ending[2]{Ending(8)};
    out << endings[0].id << ' ' << endings[1].id << '\n';
    Node* head = nullptr;
    for (int i = 0; i < 3; ++i) head = new Node{i, head};
    for (const Node* n = head; n != nullptr; n = n->next) out << n->value << ' ';
    int count = 5;
    auto* zeros = new int[count]{0};
    auto* run_time = new int[3]{count, count + 1};
    auto* empty = new int[count]{};
    auto* listed = new int[4]{1, 2, 3};
    auto* one = new int{6};
    auto* two = new int(7);
    auto* defaults = new Defaults[2]{{5}};
    auto* alone = new Defaults{9};
    auto* words = new std::string[3]{"ab", "cd"};
    auto* numbers = new std::vector<int>{1, 2, 3};
    auto* letters = new char[4]{'a', 'b'};
    int(*rows)[4] = new int[3][4];
    rows[2][3] = 8;
    auto* pairs = new int[2][2]{{1, 2}, {3, 4}};
    out << run_time[1] << run_time[2] << zeros[4] << empty[3] << listed[2] << listed[3] << *one
        << *two << ' ' << defaults[0].x << defaults[0].y << defaults[1].x << alone->x << alone->y
        << ' ' << words[1] << words[2].size() << ' ' << numbers->size() << letters << rows[2][3]
        << pairs[1][0] << '\n';
    delete[] endings;
    while (head != nullptr) {
        const Node* gone = head;
        head = head->next;
        delete gone;
    }
    for (const int* each : {zeros, run_time, empty, listed}) delete[] each;
    delete one;
    delete two;
    delete[] defaults;
    delete alone;
    delete[] words;
    delete numbers;
    delete[] letters;
    delete[] rows;
    delete[] pairs;
    out << '\n';
}

class Base {
  public:
    explicit Base(int n) : count(n) { log += "A"; }
    virtual ~Base() = default;
    void virtual tell(std::ostream& out) const { out << "base "; }
    std::string get() const { return log; }

  protected:
    int count;
    std::string log = "a";
};
class Middle : public Base {
  public:
    explicit Middle(int n) : Base(n) { log += "B"; }
    void tell(std::ostream& out) const override { out << "middle " << count << ' '; }
};
class Last : public Middle {
    int more;

  public:
    Last(int n, int m) : Middle(n), more(m) { log += "C"; }
    void tell(std::ostream& out) const override {
        out << "last " << count + more << ' ';
        Middle::tell(out);
    }
};
class Final : public Last {
  public:
    Final() : Last(1, 2) {
        log += "D";
        count += 10;
    }
    int static number() { return 7; }
    int constexpr static limit = 9;
    float inline doubled(float x) const { return 2 * x; }
};

struct Farther : Point {
    Farther() { y = 30; }
};

void bases(std::ostream& out) {
    const Last last(1, 2);
    const Final final;
    out << last.get() << ' ' << final.get() << ' ';
    last.tell(out);
    const Base& base = final;
    base.tell(out);
    out << Final::number() << Final::limit << final.doubled(1.5F) << '\n';
    std::unique_ptr<Point> owned = std::make_unique<Farther>();
    out << owned->y << '\n';
}

using Three = std::array<int, 3>;
struct Member {
    Three a = {1, 2, 3};
    std::array<double, 2> z{};
};
struct Made {
    Three a;
    int raw[2];
    explicit Made(int x) : a({{x, 0, 0}}), raw{x, 2} {}
};
template <int N>
struct Sized {
    std::array<long, N> data{};
};
struct Matrix {
    float m[2][2];
};
int weighed(const Three& a) {
    return a[0] + a[1] * 10 + a[2] * 100;
}
int last_of(Three a) {
    return a[2];
}
Three three(int x) {
    return {x, 2, 3};
}
Matrix rotated(float x) {
    return {{{x, 1}, {2, 3}}};
}
float trace(const Matrix& r) {
    return r.m[0][0] + r.m[1][1];
}
template <typename F>
void each(const Node* n, const F& f) {
    if (n == nullptr) return;
    f(*n);
    each(n->next, f);
}

void arrays(std::ostream& out) {
    const Member member;
    const Made made_one(7);
    const Sized<5> sized;
    out << member.a[2] << member.z[1] << made_one.a[0] << made_one.raw[1] << sized.data[3] << '\n';
    out << weighed({4, 5, 6}) << ' ' << weighed(Three{4, 5, 7}) << ' ' << last_of({1, 2, 3}) << ' ';
    Three a = three(9);
    a = Three({0, 2, 3});
    const Three b = a[1] > 1 ? Three{1, 2, 3} : a;
    out << a[1] << b[0] << ' ' << trace(rotated(3)) << ' ' << trace({{{1, 2}, {3, 4}}}) << '\n';
    std::vector<Three> v = {{1, 2, 3}, {4, 5, 6}};
    v.push_back({7, 8, 9});
    out << v[1][1] << v[2][2] << (a == b) << (a != b) << (a < b) << a.front() << b.back() << '\n';
    told = &out;
    Node tail{2, nullptr};
    const Node head{1, &tail};
    each(&head, [](const Node& n) { *told << n.value << ' '; });
    int sum = 0;
    each(&head, [&](const Node& n) { sum += n.value; });
    out << sum << '\n';
}

struct Named {
    int id;
    explicit Named(int i) : id(i) { *told << "named " << i << ' '; }
};
struct Settings {
    static Settings& get() {
        static Settings one;
        return one;
    }
    int n;
    Settings() : n(5) { *told << "settings "; }
};
int counted_up(int s) {
    static int x = s * 2;
    static int y(3);
    static auto z = 2.5;
    static std::string w("hey");
    static std::vector<int> v = {1, 2, s};
    static Named a(s);
    static int both[2] = {s, s + 1};
    x++;
    y += x;
    z *= 2;
    w += "!";
    v.push_back(y);
    both[1]++;
    return x + y + static_cast<int>(z) + static_cast<int>(w.size() + v.size()) + v[2] + a.id +
           both[0] + both[1];
}
template <typename T>
T& instance() {
    static T one = T(9);
    return one;
}

void statics(std::ostream& out) {
    told = &out;
    out << "start ";
    for (int i = 4; i < 7; ++i) out << counted_up(i) << ' ';
    out << Settings::get().n << Settings::get().n << ' ' << instance<Named>().id << '\n';
    if (out.bad()) static Named never(77);
}

template <std::size_t N>
int trace_of(const std::array<std::array<int, N>, N>& a) {
    int sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += a[i][i];
    return sum;
}
template <std::size_t N>
int corner_of(std::array<std::array<int, N>, N> a, int k) {
    return k == 0 ? a[0][N - 1] : corner_of(a, k - 1);
}
template <typename T>
T mean(std::initializer_list<T> values) {
    T sum = 0;
    for (auto v : values) sum += v;
    return sum / values.size();
}
struct Tree {
    std::size_t n;
    template <typename T>
    explicit Tree(T x) : n(x) {}
    explicit Tree(const std::vector<int>& a) : n(a.size() + 100) {}
};

void deduced(std::ostream& out) {
    std::array<std::array<int, 3>, 3> m{};
    m[1][1] = 4;
    m[0][2] = 9;
    const std::vector<int> v(4);
    out << trace_of(m) << corner_of(m, 3) << ' ' << mean({1.0, 2.0, 4.5}) << ' ' << Tree(7).n << ' '
        << Tree(v).n << '\n';
    int three = 3, four = 4;
    int& named = three;
    decltype(three) own = three;
    decltype((four)) same = three;
    decltype(named) also = four;
    std::vector<int> grown;
    out << own++ << same++ << also++ << three << four;
    for (int i = 0; i < 10; ++i) {
        grown.push_back(i);
        decltype(grown[0]) element = grown[i];
        element += 1;
        out << ' ' << grown.capacity() << grown.back();
    }
    out << '\n';
    std::unique_ptr<int> a(new int(3)), b(new int(4));
    std::unique_ptr<int>& chosen = (v.empty() ? b : a);
    *chosen = 8;
    out << *a << *b << ' ' << std::min<int>(64, 65) << std::max<unsigned>(3, 4)
        << std::clamp<float>(3, 0.5F, 2.0F) << '\n';
}

void library(std::ostream& out) {
    std::map<int, int> p, q;
    p[1] = q[1] = 2;
    std::list<int> l{1, 4, 6}, o{2, 4, 9};
    l.merge(o);
    l.unique();
    l.reverse();
    out << (p == q) << ' ';
    for (const int x : l) out << x << ' ';
    out << o.size() << '\n';
    std::vector<int> v{1, 2, 3};
    do out << v[0] << v[1] << v[2] << ' ';
    while (std::next_permutation(v.begin(), v.end()));
    v = {3, 1, 3, 2};
    v.erase(std::remove(v.begin(), v.end(), 3), v.end());
    std::prev_permutation(v.begin(), v.end());
    out << v.size() << v[0] << '\n';
    std::string s = "hello";
    s.insert(s.begin(), 'X');
    s.insert(0, 3, '.');
    s.erase(s.begin() + 1);
    out << s << ' ' << std::string(s.rbegin(), s.rend()) << ' ' << std::bitset<8>(v[0]) << '\n';
    const auto t = std::make_tuple(1, 2.5, 'c', 4L, 5U, std::string("six"), 7);
    const auto [t0, t1, t2, t3, t4, t5, t6] = t;
    std::tuple<int, int, int, int, int, int> six_of{1, 2, 3, 4, 5, 6};
    int e1, e2, e3, e4, e5, e6;
    std::tie(e1, e2, e3, e4, e5, e6) = six_of;
    out << std::get<5>(t) << t0 << t1 << t2 << t3 << t4 << t5 << t6 << e1 << e2 << e3 << e4 << e5
        << e6 << '\n';
    const std::pair<unsigned, unsigned> pair = std::make_pair(0, 1);
    const std::vector<std::uint64_t> nested = {{1, 3, 5}};
    const std::vector<double> x{1, 2}, y{3, 4};
    std::vector<double> z;
    std::transform(x.begin(), x.end(), y.begin(), std::back_inserter(z),
                   [](double a, double b) { return a - b; });
    out << pair.second << nested.size() << z[1] << ' '
        << std::transform_reduce(x.begin(), x.end(), 1.0, std::multiplies<double>(),
                                 [](double a) { return a + 1; })
        << ' ' << INT32_MAX << INT16_MIN << UINT32_MAX << INT64_MAX << CHAR_MAX << UINT8_MAX
        << '\n';
    std::stringstream stream("word another 12");
    char first[16], later[16];
    int number = 0;
    stream >> first >> later >> number;
    out << first << later << number << ' ' << R"(raw "x" \n)"
        << R"mark(a)"b)mark" << '\n';
}

struct Cache {
    mutable int hits = 0;
    mutable std::string last;
    int get(int x) const {
        ++hits;
        last = "k" + std::to_string(x);
        return x * hits;
    }
};
struct Holder {
    Cache cache;
    int get() const { return cache.get(3); }
};
int got(const Cache& cache) {
    return cache.get(5);
}
struct Child {
    int id;
    const Child* next;
    void tell(std::ostream& out, const Child* from, const std::string& path) const {
        if (from == nullptr) return;
        out << path << from->id << ' ';
        tell(out, from->next, path + char('a' + from->id));
    }
};
namespace graph {
int edges(int x) {
    return x + 1;
}
}  // namespace graph
struct Keyed {
    std::pair<int, int> key;
    Keyed* next;
    explicit Keyed(std::pair<int, int> k) : key(k), next(nullptr) {}
};
using Window = std::list<int>;

void objects(std::ostream& out) {
    show(out, {"abc", 4});
    const Cache cache;
    const Holder holder;
    out << cache.get(2) << cache.get(2) << got(cache) << cache.hits << cache.last << holder.get()
        << holder.get() << holder.cache.hits << '\n';
    const Child last{2, nullptr}, first{1, &last};
    first.tell(out, &first, "p");
    const std::string path = "q";
    first.tell(out, &first, path);
    int graph = 3;
    const Keyed keyed({5, 6});
    const Window::size_type size = 3;
    const std::tuple<unsigned, int, double, double> t = std::make_tuple(1, 2, 3, 0);
    const std::complex<double> i(0, 1);
    out << graph::edges(graph) << keyed.key.second << size << std::get<2>(t) << std::pow(i, 2)
        << std::pow(i, -3) << '\n';
}
void show(std::ostream& out, struct Book book) {
    out << book.title << book.id << ' ';
}

struct Washer {
    static const std::string name;
    static std::vector<int> sizes;
    static int count;
    static Washer first;
    int quality;
    Washer() : quality(4) {}
};
const std::string Washer::name = "washer";
std::vector<int> Washer::sizes = {1, 2, 3};
int Washer::count = 5 + static_cast<int>(Washer::name.size());
Washer Washer::first;

void of_c(std::ostream& out) {
    out << Washer::name << Washer::sizes.size() << Washer::count << Washer::first.quality << ' ';
    int* p = static_cast<int*>(std::malloc(8));
    p[0] = 1;
    p[1] = 2;
    p = static_cast<int*>(std::realloc(p, 40));
    p[9] = 9;
    p = static_cast<int*>(std::realloc(p, 4));
    int* q = static_cast<int*>(std::realloc(nullptr, 8));
    q[1] = 3;
    char text[64];
    std::snprintf(text, sizeof text, "%" PRIu64 " %" PRId64 " %08" PRIx32, std::uint64_t{1} << 40,
                  std::int64_t{-5}, 0xabcU);
    const std::div_t d = std::div(17, 5);
    out << p[0] << q[1] << ' ' << text << ' ' << d.quot << d.rem << '\n';
    std::free(p);
    std::free(q);
}

void ordered(std::ostream& out) {
    std::vector<int> v{9, 7, 5, 5, 2}, merged;
    const std::greater<int> greater;
    out << std::lower_bound(v.begin(), v.end(), 5, greater) - v.begin()
        << std::upper_bound(v.begin(), v.end(), 5, greater) - v.begin()
        << std::binary_search(v.begin(), v.end(), 4, greater) << ' ';
    std::sort(v.begin(), v.end());
    const auto range = std::equal_range(v.begin(), v.end(), 5);
    out << range.second - range.first << std::adjacent_find(v.begin(), v.end()) - v.begin()
        << *std::find_if_not(v.begin(), v.end(), [](int x) { return x < 5; }) << ' ';
    std::merge(v.begin(), v.end(), v.begin(), v.end(), std::back_inserter(merged));
    for (const int x : merged) out << x;
    const std::set<int> s{1, 4, 9};
    out << ' ' << *s.rbegin() << *s.upper_bound(4) << (s.upper_bound(9) == s.end()) << ' ';
    std::map<int, char> m{{1, 'a'}, {3, 'c'}, {5, 'e'}};
    for (auto it = m.rbegin(); it != m.rend(); ++it) out << it->first << it->second;
    out << m.upper_bound(3)->first << m.lower_bound(3)->first << ' ';
    std::vector<int> p{1, 2, 3, 4, 5, 6, 7, 8};
    const auto mid = std::partition(p.begin(), p.end(), [](int x) { return x % 3 == 0; });
    for (const int x : p) out << x;
    out << mid - p.begin() << '\n';
}

template <typename T>
void limits_of(std::ostream& out) {
    using L = std::numeric_limits<T>;
    out << L::digits << ' ' << L::digits10 << ' ' << L::max_digits10 << L::is_signed
        << L::is_integer << L::is_exact << L::is_specialized << L::has_infinity << L::has_quiet_NaN
        << L::is_iec559 << L::radix << ' ' << L::min_exponent << ' ' << L::max_exponent << ' '
        << L::min_exponent10 << ' ' << L::max_exponent10 << ' ' << L::min() << ' ' << L::lowest()
        << ' ' << L::max() << ' ' << L::epsilon() << ' ' << L::infinity() << ' ' << L::denorm_min()
        << ' ' << L::round_error() << ' ';
}

void limits(std::ostream& out) {
    limits_of<float>(out);
    limits_of<double>(out);
    limits_of<int>(out);
    limits_of<unsigned>(out);
    limits_of<long long>(out);
    limits_of<unsigned long long>(out);
    limits_of<short>(out);
    limits_of<unsigned short>(out);
    limits_of<bool>(out);
    out << FLT_DIG << DBL_DIG << FLT_MANT_DIG << DBL_MANT_DIG << FLT_DECIMAL_DIG << DBL_MAX_EXP
        << '\n';
    char text[64];
    const auto some = std::chrono::microseconds(1234);
    std::snprintf(text, sizeof text, "%ld", static_cast<long>(some.count()));
    void* at = nullptr;
    const int failed = posix_memalign(&at, 64, 256);
    static_cast<float*>(at)[63] = 2.5F;
    out << text << ' ' << failed << static_cast<float*>(at)[63] << '\n';
    std::free(at);
}

int add_up(int a, int b) {
    return a + b;
}
int take_off(int a, int b) {
    return a - b;
}
int next_of(int x) {
    return x + 1;
}
double next_of(double x) {
    return x * 2;
}
template <typename T>
T doubled(T x) {
    return x + x;
}
template <int (*F)(int, int)>
int folded(const std::vector<int>& v) {
    int all = v[0];
    for (std::size_t i = 1; i < v.size(); ++i) all = F(all, v[i]);
    return all;
}
template <typename T, T (*F)(T)>
T applied(T x) {
    return F(F(x));
}
using Binary = int (*)(int, int);
template <Binary F = add_up, int Times = 2>
struct Repeated {
    int operator()(int x) const {
        for (int i = 0; i < Times; ++i) x = F(x, 10);
        return x;
    }
};
template <double (*F)(double) = std::sqrt>
double rooted(double x) {
    return F(x);
}

void functions_as_arguments(std::ostream& out) {
    const std::vector<int> v{9, 4, 2};
    out << folded<add_up>(v) << ' ' << folded<&take_off>(v) << ' ' << applied<int, next_of>(5)
        << ' ' << applied<double, next_of>(5) << ' ' << applied<int, doubled<int>>(5) << ' '
        << Repeated<>()(1) << ' ' << Repeated<take_off, 3>()(1) << ' ' << rooted(81.0) << ' '
        << rooted<std::fabs>(-3.0) << ' ' << folded<add_up>({1, 2}) << '\n';
}

double integral(double (*f)(double), double from, double to, int parts) {
    const double width = (to - from) / parts;
    double sum = 0;
    for (int i = 0; i < parts; i++) sum += f(from + (i + 0.5) * width);
    return sum * width;
}
template <typename F>
double called_with(F f, double x) {
    return f(x);
}
using Single = float (*)(float);
float halved(float x) {
    return x / 2;
}
Single singles[] = {sinf, cosf, halved, std::exp};
double (*root)(double) = std::sqrt;

void library_functions(std::ostream& out) {
    float (*single)(float) = std::log;
    double (*arc)(double, double) = std::atan2;
    int (*whole)(int) = std::abs;
    out << integral(sin, 0, 3, 50) << ' ' << integral(std::cos, 0, 1, 50) << ' ' << root(2.0) << ' '
        << called_with(sqrtf, 9) << ' ' << called_with(static_cast<double (*)(double)>(std::exp), 1)
        << ' ' << single(2.5F) << ' ' << arc(1.0, -2.0) << ' ' << whole(-3);
    for (const Single each : singles) out << ' ' << each(0.5F);
    std::vector<float> v{1, 4, 9};
    std::transform(v.begin(), v.end(), v.begin(), sqrtf);
    std::string s = "Hello 7";
    std::transform(s.begin(), s.end(), s.begin(), ::toupper);
    out << ' ' << v[0] << v[1] << v[2] << ' ' << s;
    char wiped[4] = {1, 2, 3, 4};
    bzero(wiped, 3);
    out << ' ' << ffs(0) << ffs(8) << ' ' << ffsl(1L << 20) << ' ' << ffsll(1LL << 40)
        << wiped[2] + wiped[3] << '\n';
}

template <typename F, typename... A>
void noted(std::ostream& out, F&& f, A&&... given) {
    out << std::invoke(std::forward<F>(f), std::forward<A>(given)...) << ' ';
}

/// Sorted ranges as sets, ranges as heaps.
void ranges(std::ostream& out) {
    const std::vector<std::vector<int>> sorted{{}, {1}, {1, 2, 2, 5}, {2, 2, 2, 3, 5, 8}, {0, 9}};
    for (const auto& a : sorted) {
        for (const auto& b : sorted) {
            std::vector<int> all[4];
            std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all[0]));
            std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                                  std::back_inserter(all[1]));
            std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all[2]));
            std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                          std::back_inserter(all[3]));
            for (const auto& each : all) {
                for (const int x : each) out << x;
                out << ',';
            }
            out << std::includes(a.begin(), a.end(), b.begin(), b.end())
                << std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()) << ' ';
        }
    }
    out << '\n';
    std::vector<int> heap;
    for (int i = 0; i < 20; i++) {
        heap.push_back(i * 7 % 20);
        std::push_heap(heap.begin(), heap.end());
    }
    for (const int x : heap) out << x << ' ';
    for (int i = 0; i < 5; i++) {
        std::pop_heap(heap.begin(), heap.end());
        out << heap.back() << ' ';
        heap.pop_back();
    }
    std::make_heap(heap.begin(), heap.end(), std::greater<int>());
    for (const int x : heap) out << x << ' ';
    std::sort_heap(heap.begin(), heap.end(), std::greater<int>());
    for (const int x : heap) out << x << ' ';
    const int three = 3, two = 2;  // named: what minmax gives refers to them
    const auto both = std::minmax(three, two);
    const std::vector<int> v{1, 2, 3}, w{1, 2, 4};
    std::copy_if(v.begin(), v.end(), std::ostream_iterator<int>(out, ";"),
                 [](int x) { return x != 2; });
    out << both.first << both.second << ' ' << std::gcd(12, -18) << ' ' << std::lcm(4L, 6) << ' '
        << std::gcd(0, 5) << std::lcm(0, 5) << ' '
        << std::mismatch(v.begin(), v.end(), w.begin()).first - v.begin() << ' '
        << std::is_heap(v.begin(), v.end()) << ' ';
    noted(
        out, [](int a, double b) { return a + b; }, 2, 0.5);
    out << std::apply([](int a, double b, char c) { return a * b + c; },
                      std::make_tuple(2, 1.5, 'a'))
        << '\n';
}

template <typename T>
struct Plain {
    static const int v = 0;
};
template <typename T>
struct Plain<T*> {
    static const int v = 1;
};
template <typename T>
struct Plain<const T*> {
    static const int v = 2;
};
template <typename T>
struct Plain<T**> {
    static const int v = 3;
};
template <>
struct Plain<int*> {
    static const int v = 4;
};
template <typename T, typename U>
struct Two {
    static const int v = 0;
};
template <typename T>
struct Two<T, T> {
    static const int v = 1;
};
template <typename T, typename U>
struct Two<T*, U> {
    static const int v = 2;
};
template <typename T>
struct Two<T*, int> {
    static const int v = 3;
};
template <typename T, int N>
struct OfSize {
    static const int v = 0;
};
template <typename T>
struct OfSize<T, 0> {
    static const int v = 1;
};
template <int N>
struct OfSize<float, N> {
    static const int v = 2;
};
template <>
struct OfSize<float, 0> {
    static const int v = 3;
};
template <typename T>
struct Nested {
    static const int v = 0;
};
template <typename T>
struct Nested<Plain<T>> {
    static const int v = 1;
};
template <typename T>
struct Nested<Plain<T*>> {
    static const int v = 2;
};
template <typename T>
struct Marked {
    static const int v = 0;
};
template <typename T>
struct Marked<T&> {
    static const int v = 1;
};
template <typename T>
struct Marked<const T> {
    static const int v = 2;
};
template <typename T, int N>
struct Marked<T[N]> {
    static const int v = 3;
};

template <typename T>
struct Between {
    Between(const T& low, const T& high) : low(low), high(high) {}
    T operator()(T x) const { return x < low ? low : x > high ? high : x; }
    T low, high;
};
template <typename T>
struct AsItIs {
    T operator()(T x) const { return x; }
};
template <typename T, typename F>
T read_by(T x, F f = F()) {
    return f(x);
}
class Reader {
  public:
    template <typename T>
    T read(T x = T()) {
        return read(x, AsItIs<T>());
    }
    template <typename T, typename F>
    T read(T x = T(), F f = F()) {
        return f(x) + 1;
    }
};
template <typename T>
std::string readable() {
    int status = 0;
    char* name = abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status);
    const std::string kept(name);
    std::free(name);
    return kept;
}

/// A default value that there cannot be, of what is given each time; and what types are called.
void given_defaults(std::ostream& out) {
    Reader reader;
    out << read_by(9, Between<int>(2, 5)) << ' ' << read_by<int, AsItIs<int>>(7) << ' '
        << reader.read<int>(9, Between<int>(2, 5)) << ' ' << reader.read<int>(3) << ' '
        << reader.read<float>() << '\n';
    out << readable<int>() << ' ' << readable<const char*>() << ' ' << readable<double**>() << ' '
        << readable<unsigned long>() << ' ' << readable<std::string>() << '\n';
}

/// The case of a template that is the closest.
void cases(std::ostream& out) {
    out << Plain<int>::v << Plain<float*>::v << Plain<const float*>::v << Plain<float**>::v
        << Plain<int*>::v << ' ' << Two<int, float>::v << Two<int, int>::v << Two<int*, float>::v
        << Two<int*, int>::v << ' ' << OfSize<int, 3>::v << OfSize<int, 0>::v << OfSize<float, 2>::v
        << OfSize<float, 0>::v << ' ' << Nested<int>::v << Nested<Plain<int>>::v
        << Nested<Plain<int*>>::v << ' ' << Marked<int>::v << Marked<const int>::v
        << Marked<int[3]>::v << '\n';
}

}  // namespace host_language
