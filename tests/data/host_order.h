// In which order g++ evaluates what C++ leaves open: the arguments of a call from last to first,
// but for the object of a method, what is between << and what stands in braces. Compiled by g++,
// and run as a text, this prints the same; other compilers begin with the first.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace host_order {

int asked = 0;
int next() {
    return ++asked;
}

struct Pair {
    int x, y;
    Pair(int a, int b) : x(a), y(b) {}
    Pair operator+(const Pair& other) const { return Pair(x + other.x, y + other.y); }
    int with(int a, int b) const { return x * 100 + a * 10 + b; }
};
Pair operator*(Pair a, Pair b) {
    return Pair(a.x * b.x, a.y - b.y);
}
struct Plain {
    int a, b;
};
Pair made() {
    return Pair(next(), next());
}
int digits(int a, int b) {
    return a % 10 * 10 + b % 10;
}
int raised(int& r, int by) {
    return r += by;
}
int three(const int& a, int b, int& d) {
    d += 1;
    return a * 100 + b * 10 + d;
}
int falling(int n, int m) {
    return n <= 0 ? m : falling(n - next() % 2 - 1, m + next());
}

struct Counter {
    int v;
    int get() { return ++v; }
};
int set_to_7(int* x) {
    x[0] = 7;
    return 1;
}
int all = 4;

/// Variables are read when all arguments are there, elements, members and globals at their turn.
void turns(std::ostream& out) {
    char text[64];
    int x[2] = {1, 2}, a = 1, b = 1;
    Counter c{0};
    std::snprintf(text, sizeof text, "%d %d ", set_to_7(x), x[0]);
    out << text;
    x[0] = 1;
    std::snprintf(text, sizeof text, "%d %d ", x[0], set_to_7(x));
    out << text;
    std::snprintf(text, sizeof text, "%d %d %d ", a, raised(b, a), b);
    out << text;
    std::snprintf(text, sizeof text, "%d %d %d ", c.get(), c.v, c.get());
    out << text << digits(c.v, c.get()) << ' ' << digits(c.get(), c.v) << ' ';
    std::snprintf(text, sizeof text, "%d %d %d ", all, raised(all, 3), all);
    out << text << digits(all, raised(all, 2)) << ' ' << digits(raised(all, 2), all) << '\n';
}

struct Row {
    unsigned at, v[4];
};
Row raised_row(Row row) {
    row.v[2] += 1;
    return row;
}
Row& same_row(Row& row) {
    row.v[2] += 10;
    return row;
}
template <class T>
const T& larger(const T& a, const T& b) {
    return a < b ? b : a;
}

/// What has no name has its place for as long as the expression takes, and what is chosen is
/// written where it lies.
void places(std::ostream& out) {
    Row s{1, {2, 3, 4, 5}}, t{9, {}};
    const unsigned i = s.at, d = 21;
    out << raised_row(s).v[2] << ' ' << same_row(s).v[2] << ' ' << raised_row(s).v[i] << ' '
        << same_row(s).v[i] << ' ' << raised_row(same_row(s)).v[2] << ' ';
    (i > 0 ? s : t).at = 77;
    (i > 5 ? s : t).v[i] += 3;
    (*(i > 0 ? &s : &t)).v[i]++;
    unsigned& r = (i > 5 ? s : t).v[2];
    r = 8;
    out << s.at << t.at << ' ' << s.v[1] << t.v[1] << t.v[2] << ' ';
    out << larger(larger(d, 100u), 5u) << ' ' << larger(larger(d, 10u), d & 4u) << ' '
        << larger(larger(larger(1u, 2u), larger(4u, 3u)), larger(0u, 3u)) << ' ';
    int n = 0, of[4] = {9, 9, 9, 9};
    of[raised(n, 1)] = n;
    of[raised(n, 2) % 4] = n + 5;
    out << of[0] << of[1] << of[2] << of[3] << n << '\n';
}

void order(std::ostream& out) {
    char text[64];
    asked = 0;
    const Pair p = made(), sum = made() + made(), product = made() * made();
    out << p.x << p.y << ' ' << sum.x << ' ' << sum.y << ' ' << product.x << ' ' << product.y
        << ' ';
    const Plain plain{next(), next()};
    const Pair braced{next(), next()};
    out << plain.a << ' ' << plain.b << ' ' << braced.x << ' ' << braced.y << ' ';
    out << next() << ' ' << next() << ' ' << digits(next(), next()) << '\n';
    std::snprintf(text, sizeof text, "%d %d %d", next(), next(), next());
    int i = 1;
    out << text << ' ' << digits(raised(i, 2), raised(i, 3)) << ' ' << std::max(next(), 0) << ' ';
    std::vector<std::pair<int, int>> v;
    v.emplace_back(next(), next());
    v.push_back(std::make_pair(next(), next()));
    v.push_back({next(), next()});
    for (const auto& each : v) out << each.first << '-' << each.second << ' ';
    const auto lambda = [](int a, int b) { return a % 10 * 10 + b % 10; };
    const std::function<int(int, int)> function = digits;
    int (*const pointer)(int, int) = digits;
    out << lambda(next(), next()) << ' ' << function(next(), next()) << ' '
        << pointer(next(), next()) << ' ' << falling(6, 1) << '\n';
    const std::string s = std::to_string(next()) + "-" + std::to_string(next());
    const std::unique_ptr<Pair> owned = std::make_unique<Pair>(next(), next());
    const std::unique_ptr<Pair> own(new Pair(next(), next()));
    int t = 0;
    out << s << ' ' << owned->x << ' ' << owned->y << ' ' << own->x << ' ' << own->y << ' '
        << three(next(), next(), t) << ' ' << std::pow(next() % 5 + 1, next() % 3) << ' '
        << std::atan2(next(), next()) << ' ' << p.with(next(), next()) << '\n';
    std::srand(7);
    const float drawn[3] = {static_cast<float>(std::rand()), static_cast<float>(std::rand()), 1.F};
    const Pair random(std::rand() % 100, std::rand() % 100);
    out << drawn[0] << ' ' << drawn[1] << ' ' << random.x << ' ' << random.y << '\n';
}

}  // namespace host_order
