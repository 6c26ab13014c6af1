// What newer headers of C++ bring along for the host: complex numbers, atomics and threads,
// optional, variant, views, lists in braces, bits, literals and distributions. Compiled by a
// compiler, and run as a text, this prints the same.
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <initializer_list>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <shared_mutex>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include <unistd.h>

namespace host_modern {

template <typename T>
void complex_of(std::ostream& out) {
    std::complex<T> a(T(1.5), T(-2));
    const std::complex<T> b(T(3), T(0.25)), z, i(T(0), T(1));
    out << a + b << a - b << a * b << a / b << -a << +b << z << '\n';
    out << a + T(2) << T(2) - a << a * T(3) << T(3) * a << a / T(7) << T(7) / a << '\n';
    out << std::abs(a) << ' ' << std::arg(a) << ' ' << std::norm(a) << std::conj(a) << std::exp(a)
        << std::log(b) << std::sqrt(a) << std::sqrt(-b) << std::pow(a, T(3))
        << std::polar(T(2), T(0.5)) << '\n';
    a += b;
    a *= a;
    a /= b;
    a -= T(1);
    a *= T(2);
    a /= T(3);
    a += i;
    out << a << (a == b) << (a != b) << (z == T(0)) << a.real() << ' ' << a.imag() << ' '
        << std::real(b) << std::imag(b) << std::setw(12) << b << '|' << '\n';
    a *= a;
    out << a << a / z << std::complex<T>(T(INFINITY), T(0)) * i << '\n';
    a.imag(T(6));
    a = T(4);
    out << a << '\n';
}

void complex_numbers(std::ostream& out) {
    using namespace std::complex_literals;
    complex_of<float>(out);
    complex_of<double>(out);
    std::vector<std::complex<double>> v(4, {1, 2});
    v.push_back(3.0);
    v[1] *= 2i;
    const std::complex<double> sum =
        std::accumulate(v.begin(), v.end(), std::complex<double>(0, 0));
    const std::complex<float> narrow(sum);
    const std::complex<double> wide = narrow;
    out << sum << narrow << 2i * wide << (1.0 + 2i) << sizeof(narrow) << sizeof(wide) << '\n';
}

struct Counter {
    std::atomic<int> hits{0};
    std::mutex lock;
    int total = 0;
    void add(int k) {
        const std::lock_guard<std::mutex> locked(lock);
        total += k;
        ++hits;
    }
};

void sum_to(int n, long& sum) {
    for (int i = 0; i <= n; ++i) sum += i;
}

void atomics(std::ostream& out) {
    std::atomic<int> a{3}, b(4);
    std::atomic<bool> flag = false;
    std::atomic<double> real{1.5};
    out << a.load() << b << flag << a++ << ++a << a-- << --a << (a += 5) << (a -= 2)
        << a.exchange(9) << a;
    int expected = 8;
    const bool failed = !a.compare_exchange_strong(expected, 1);
    out << failed << expected << a;
    out << a.compare_exchange_strong(expected, 1) << expected << a << '\n';
    out << a.fetch_add(4) << a.fetch_sub(1, std::memory_order_relaxed) << a.fetch_or(8)
        << a.fetch_and(12) << a.fetch_xor(5) << a << (a |= 16) << '\n';
    a.store(7, std::memory_order_release);
    real = 2.5;
    real.store(real.load() + 1);
    flag = true;
    out << a.load(std::memory_order_acquire) << (flag ? "y" : "n") << real << '\n';
}

void threads(std::ostream& out) {
    Counter c;
    std::vector<std::thread> all;
    for (int i = 0; i < 5; ++i) all.emplace_back([&c, i] { c.add(i); });
    for (auto& each : all) each.join();
    long sum = 0;
    std::thread one(sum_to, 10, std::ref(sum));
    if (one.joinable()) one.join();
    out << c.hits << ' ' << c.total << ' ' << sum << one.joinable() << '\n';
    std::once_flag once;
    for (int i = 0; i < 3; ++i) std::call_once(once, [&out] { out << "once"; });
    std::mutex m, other;
    {
        const std::scoped_lock both(m, other);
        out << 1;
    }
    std::unique_lock later(m, std::defer_lock);
    out << later.owns_lock();
    later.lock();
    out << later.owns_lock() << '\n';
    later.unlock();
    std::condition_variable ready;
    std::queue<int> numbers;
    std::thread producer([&] {
        for (int i = 1; i < 4; ++i) {
            const std::lock_guard<std::mutex> locked(m);
            numbers.push(i * i);
            ready.notify_one();
        }
    });
    for (int i = 0; i < 3; ++i) {
        std::unique_lock<std::mutex> locked(m);
        ready.wait(locked, [&] { return !numbers.empty(); });
        out << numbers.front() << ' ';
        numbers.pop();
    }
    producer.join();
    int done = 0;
    std::future<int> twice = std::async(
        std::launch::async, [](int x) { return 2 * x; }, 21);
    std::future<void> last = std::async(std::launch::deferred, [&done] { done = 1; });
    std::promise<std::string> promise;
    std::future<std::string> promised = promise.get_future();
    std::thread([&promise] { promise.set_value("kept"); }).join();
    out << twice.get() << twice.valid() << done;
    last.wait();
    out << done << promised.get() << '\n';
}

struct Point {
    int x, y;
    Point(int a, int b) : x(a), y(b) {}
};

std::optional<int> parsed(const std::string& s) {
    if (s.empty()) return std::nullopt;
    int v = 0;
    for (const char c : s) {
        if (c < '0' || c > '9') return {};
        v = v * 10 + (c - '0');
    }
    return v;
}

std::optional<std::string> word(bool is_there) {
    if (is_there) return "abc";
    return std::nullopt;
}

void optionals(std::ostream& out) {
    for (const auto* s : {"12", "", "x", "007"}) {
        const auto r = parsed(s);
        out << r.has_value() << r.value_or(-1) << (r ? *r + 1 : 0) << ' ';
    }
    const auto w = word(true);
    out << *w << w->size() << word(false).value_or("none") << '\n';
    std::optional<int> a, b = 5, c = b;
    a = 7;
    out << *a << *b << *c << (a == b) << (b == c) << (b == 5) << (a != 7) << (a == std::nullopt)
        << (a > b) << (a < b) << (b >= 5) << '\n';
    c = std::nullopt;
    out << c.has_value() << (c < a);
    c.emplace(9);
    out << *c;
    c.reset();
    a.swap(b);
    *a += 10;
    out << !c << *a << *b << a.value() << '\n';
    std::optional<Point> p;
    p.emplace(1, 2);
    p = Point(4, 5);
    std::optional<std::vector<int>> list = std::vector<int>{1, 2};
    list->push_back(3);
    auto copy = list;
    copy->clear();
    std::vector<std::optional<int>> some{1, std::nullopt, 3};
    int sum = 0;
    for (const auto& each : some)
        if (each) sum += *each;
    out << p->y << list->size() << copy->size() << sum << '\n';
}

std::vector<std::string_view> split(std::string_view s, char between) {
    std::vector<std::string_view> parts;
    size_t begin = 0;
    while (begin <= s.size()) {
        size_t end = s.find(between, begin);
        if (end == std::string_view::npos) end = s.size();
        parts.push_back(s.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

int sum_of(std::span<const int> all) {
    int sum = 0;
    for (const int x : all) sum += x;
    return sum;
}

void scale(std::span<float> all, float by) {
    for (float& x : all) x *= by;
}

void views(std::ostream& out) {
    using namespace std::string_literals;
    using namespace std::string_view_literals;
    for (const auto part : split("a,bc,,def", ',')) out << '[' << part << ']' << part.size();
    out << split("", ',').size() << '\n';
    const std::string s = "hello world";
    const std::string_view v = s;
    out << v.substr(6) << v[4] << v.find("wor") << v.rfind('o') << (v.find('z') == v.npos)
        << (v == s) << (v == "hello world") << ("x" != v) << (v < "help") << (v.compare(s) == 0)
        << v.starts_with("hell") << v.ends_with("ld") << v.ends_with('x') << s.starts_with("he")
        << s.ends_with("he") << '\n';
    std::string t(v.substr(0, 5));
    t += v.substr(5);
    t = std::string(v) + "!";
    out << t << std::setw(8) << v.substr(0, 3) << '|' << "lit"s + "x"
        << "sv"sv.size() << "a\0b"sv.size() << std::string_view().empty() << '\n';
    int a[4] = {1, 2, 3, 4};
    std::vector<float> f{1, 2, 3};
    const std::array<int, 3> r{5, 6, 7};
    std::vector<int> none;
    scale(f, 2);
    const std::span<int> all(a);
    all[0] = 9;
    const auto part = all.subspan(1, 2);
    out << sum_of(a) << sum_of(r) << sum_of(none) << f[2] << a[0] << part.size() << part[1]
        << all.first(2).back() << all.last(2).front() << all.size_bytes() << all.empty() << '\n';
}

struct Shape {
    std::vector<int> extents;
    Shape(std::initializer_list<int> l) : extents(l) {}
};

template <typename T>
class Rows {
    std::vector<T> all_;
    size_t rows_ = 0;

  public:
    Rows(size_t rows, size_t columns, T each) : all_(rows * columns, each), rows_(rows) {}
    Rows(std::initializer_list<std::initializer_list<T>> rows) {
        for (const auto& row : rows) {
            ++rows_;
            for (const T& x : row) all_.push_back(x);
        }
    }
    size_t rows() const { return rows_; }
    T last() const { return all_.back(); }
};

struct Either {
    int how;
    Either() : how(0) {}
    Either(int a, int b) : how(a + b) {}
    Either(std::initializer_list<int> l) : how(100 + static_cast<int>(l.size())) {}
};

double mean(std::initializer_list<double> l) {
    double sum = 0;
    for (const auto x : l) sum += x;
    return l.size() > 0 ? sum / static_cast<double>(l.size()) : 0;
}

void lists(std::ostream& out) {
    const Rows<float> m{{1, 2, 3}, {4, 5, 6}}, n(2, 2, 7);
    const Shape s{2, 3, 4}, one = {5}, none{};
    out << m.rows() << m.last() << n.rows() << n.last() << s.extents.size() << one.extents[0]
        << none.extents.size() << Shape({2, 2}).extents.size() << '\n';
    const Either a(1, 2), b{1, 2}, c{}, d{1, 2, 3}, e = {4};
    out << a.how << b.how << c.how << d.how << e.how << mean({1, 2, 4}) << mean({})
        << std::max({4, 8, 2}) << std::min({4.5, 2.5}) << '\n';
    const std::initializer_list<int> l = {1, 2, 3};
    std::vector<int> v(l);
    v = l;
    out << v.size() << l.size() << *l.begin() << '\n';
}

struct Circle {
    double r;
};
struct Box {
    double w, h;
};
struct Area {
    double operator()(const Circle& c) const { return 3 * c.r * c.r; }
    double operator()(const Box& b) const { return b.w * b.h; }
};
using Value = std::variant<int, double, std::string>;

std::string shown(const Value& v) {
    if (std::holds_alternative<int>(v)) return "i" + std::to_string(std::get<int>(v));
    if (const auto* d = std::get_if<double>(&v)) return "d" + std::to_string(*d);
    return "s" + std::get<2>(v);
}

void variants(std::ostream& out) {
    std::vector<std::variant<Circle, Box>> all{Circle{2}, Box{3, 4}};
    all.push_back(Circle{1});
    double sum = 0;
    for (const auto& each : all) sum += std::visit(Area{}, each);
    Value v = 3;
    out << sum << ' ' << shown(v) << v.index();
    v = 2.5;
    out << shown(v) << v.index();
    v = "text";
    Value w = v;
    std::get<std::string>(w) += "!";
    out << shown(v) << shown(w) << v.index() << '\n';
    std::visit([&out](const auto& x) { out << x << '\n'; }, w);
    std::variant<std::monostate, int> m;
    out << m.index();
    m = 4;
    out << m.index() << std::get<1>(m) << (std::get_if<std::monostate>(&m) == nullptr) << '\n';
}

void bits(std::ostream& out) {
    std::bitset<8> b(5), z;
    const std::bitset<8> c("1100");
    std::bitset<70> big;
    big.set(69);
    big[3] = true;
    big[3].flip();
    out << b << c << z << (b & c) << (b | c) << (b ^ c) << ~b << (b << 2) << (b >> 1) << '\n';
    out << b.count() << b.size() << b.test(2) << b[1] << b.any() << z.none() << (~z).all()
        << b.to_ulong() << (b == c) << big.count() << big << std::bitset<3>(15) << '\n';
    b.set(7).reset(0);
    b.flip();
    b[1] = b[0];
    out << b << '\n';
}

void sorted(std::ostream& out) {
    std::multimap<std::string, int> m;
    m.insert({"b", 1});
    m.insert({"a", 2});
    m.emplace("b", 3);
    m.insert(std::make_pair("b", 0));
    for (const auto& [key, value] : m) out << key << value << ' ';
    const auto range = m.equal_range("b");
    out << m.count("b") << m.count("x") << std::distance(range.first, range.second)
        << m.find("a")->second << (m.find("x") == m.end());
    out << m.erase("b") << m.size() << '\n';
    std::multiset<int> s{3, 1, 3, 2};
    s.insert(1);
    for (const int x : s) out << x;
    out << s.count(1) << s.count(9) << *s.begin();
    s.erase(s.find(1));
    out << s.size() << '\n';
    std::vector<int> v{1, 2, 3};
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(out, ", "));
    std::istringstream from("all of\nit");
    const std::string whole((std::istreambuf_iterator<char>(from)),
                            std::istreambuf_iterator<char>());
    out << whole << whole.size() << '\n';
    const auto a = std::make_unique<int>(3), b = std::make_unique<int>(3);
    const auto p = std::make_shared<int>(3), q = std::make_shared<int>(3), r = p;
    out << (a == b) << (a != b) << (p != q) << (p == r) << (p != r) << '\n';
}

struct Table {
    double of[2][2];
};

void braces_in_loops(std::ostream& out) {
    for (int i = 0; i < 3; ++i) {
        Table t{};
        int a[3] = {7}, b[2][2] = {{1}, {2, 3}};
        t.of[1][0] += 1;
        a[2] += 1;
        b[0][1] += 1;
        out << t.of[1][0] << a[0] << a[2] << b[0][1] << b[1][1] << ' ';
    }
    out << '\n';
}

void literals(std::ostream& out) {
    using namespace std::chrono_literals;
    const auto a = 2s + 500ms;
    const std::chrono::milliseconds b = 3s;
    const auto c = 1.5s;
    const std::chrono::duration<double> d = 1h + 2min;
    out << a.count() << ' ' << b.count() << ' ' << c.count() << ' ' << d.count() << ' '
        << (1s == 1000ms) << (2us > 1ms) << (100ns).count() << ' ' << 5s / 2s << ' '
        << (7ms - 2us).count() << '\n';
    std::this_thread::sleep_for(1ms);
}

template <typename G>
void drawn(std::ostream& out, G& g) {
    std::bernoulli_distribution coin(0.3);
    std::poisson_distribution<int> few(4.5), many(40), more(12);
    std::exponential_distribution<double> wait(1.5);
    std::exponential_distribution<float> single(2);
    std::discrete_distribution<int> one_of{1, 2, 3, 0.5};
    std::geometric_distribution<int> tries(0.25);
    std::lognormal_distribution<double> size(0.5, 0.25);
    for (int i = 0; i < 20; ++i)
        out << coin(g) << few(g) << ' ' << many(g) << ' ' << more(g) << ' ' << one_of(g) << tries(g)
            << ' ';
    out << std::setprecision(12) << wait(g) << ' ' << size(g) << std::setprecision(6) << ' '
        << single(g) << '\n';
}

void distributions(std::ostream& out) {
    std::seed_seq seeds{1, 2, 3}, none;
    std::mt19937 g(seeds), h(none);
    std::mt19937_64 wide(seeds);
    std::minstd_rand small(7);
    out << g() << ' ' << h() << ' ' << wide() << '\n';
    drawn(out, g);
    drawn(out, wide);
    drawn(out, small);
    std::vector<int> v(9);
    for (int n = 0; n < 10; ++n) {
        v.resize(n);
        std::iota(v.begin(), v.end(), 0);
        std::shuffle(v.begin(), v.end(), g);
        for (const int x : v) out << x;
        out << ' ';
    }
    std::discrete_distribution<int> sole{5};
    out << sole(g) << sole.max() << std::generate_canonical<double, 53>(g) << '\n';
}

using Unary = double (*)(double);
template <typename T>
const char* kind_of_type() {
    if (typeid(T) == typeid(float)) return "float";
    return typeid(T) != typeid(std::int32_t) ? typeid(T).name() : "int";
}

/// Functions of C that nobody calls by their names; options; types that are asked for.
void functions_as_values(std::ostream& out) {
    std::vector<int> v(5);
    std::srand(3);
    std::generate(v.begin(), v.end(), rand);
    for (const int x : v) out << x << ' ';
    const Unary all[] = {sin, cos, sqrt, floor};
    for (const Unary each : all) out << each(0.75) << ' ';
    std::vector<double> d{1, 4, 9};
    std::transform(d.begin(), d.end(), d.begin(), static_cast<Unary>(log2));
    out << d[1] << ' ' << d[2] << ' ';
    std::transform(d.begin(), d.end(), d.begin(), d.begin(),
                   static_cast<double (*)(double, double)>(pow));
    out << d[1] << '\n';
    out << kind_of_type<float>() << kind_of_type<double>() << kind_of_type<int>()
        << kind_of_type<const char*>() << kind_of_type<bool>() << '\n';
    const char* words[] = {"prog", "x", "-a", "-n", "12", "y", "-bq7", "-?", "-r", "--", "-z", "w"};
    opterr = 0;
    optind = 1;
    for (int c = 0; (c = getopt(12, const_cast<char* const*>(words), "abn:q:r::")) != -1;)
        out << static_cast<char>(c) << '=' << (optarg != nullptr ? optarg : "-") << ' ';
    out << optind;
    for (int i = optind; i < 12; ++i) out << ' ' << words[i];
    const char* last[] = {"prog", "-q"};
    optind = 1;
    const int missing = getopt(2, const_cast<char* const*>(last), ":q:");
    out << ' ' << static_cast<char>(missing) << static_cast<char>(optopt) << optind << '\n';
}

}  // namespace host_modern
