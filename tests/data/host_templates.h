// Templates that are given templates, and what a base's own parameters have no say in. Compiled by
// a compiler, and run as a text, this prints the same.
#include <list>
#include <map>
#include <memory>
#include <ostream>
#include <type_traits>
#include <utility>
#include <vector>

namespace host_templates {

template <typename T>
struct Box {
    T x;
    void set(T y) { x = y; }
    T get() const { return x; }
};
template <typename T>
struct Twice {
    T x;
    void set(T y) { x = 2 * y; }
    T get() const { return x; }
};
namespace inner {
template <typename T>
struct Plain {
    T x;
    static const char* name() { return "Plain"; }
};
}  // namespace inner
template <typename T>
struct Sum {
    static T apply(T a, T b) { return a + b; }
};
template <typename T>
struct Product {
    static T apply(T a, T b) { return a * b; }
};
template <typename T, int N>
struct Row {
    T d[N];
    static constexpr int n = N;
};
template <typename T>
struct Pair {
    T x, y;
};

template <template <typename> class C, typename T>
struct Holder {
    C<T> c;
    void put(T x) { c.set(x); }
    T get() const { return c.get(); }
};
template <typename T, template <typename> class Policy = Box>
struct Defaulted {
    Policy<T> p;
};
template <typename T, template <typename, int> class A>
struct Wide {
    A<T, 4> a;
};
template <template <typename> class Op, typename T>
struct Fold {
    T operator()(T a, T b) const { return Op<T>::apply(a, b); }
    template <typename U>
    using Other = Op<U>;
};
template <typename T>
struct IsBox : std::false_type {};
template <template <typename> class C, typename T>
struct IsBox<C<T>> : std::true_type {
    using inner = T;
};
template <template <typename> class C>
struct Kind {
    static const int k = 0;
};
template <>
struct Kind<Sum> {
    static const int k = 1;
};
template <>
struct Kind<Product> {
    static const int k = 2;
};
template <template <typename, typename> class C>
struct Store {
    C<int, std::allocator<int>> c;
};
template <template <class T> class A, template <class T> class B, class T>
struct Both {
    A<T> a;
    B<T> b;
};

template <typename T, template <typename> class Op>
T fold(const T* a, int n, T s) {
    for (int i = 0; i < n; i++) s = Op<T>::apply(s, a[i]);
    return s;
}
template <typename T, int N, template <typename, int> class Vec>
T dot(const Vec<T, N>& a, const Vec<T, N>& b) {
    T s = 0;
    for (int i = 0; i < N; i++) s += a.d[i] * b.d[i];
    return s;
}
template <typename T, template <typename> class V>
V<T> doubled(V<T> v) {
    V<T> r;
    r.x = v.x * 2;
    r.y = v.y * 2;
    return r;
}
template <template <typename, typename> class C, typename T, typename A>
std::size_t count(const C<T, A>& c) {
    return c.size();
}
template <template <typename...> class C, typename... T>
std::size_t parts(const C<T...>&) {
    return sizeof...(T);
}
template <template <typename...> class C>
std::size_t made() {
    C<int> c;
    c.push_back(3);
    c.push_back(4);
    return c.size();
}

// What such a template has beside that stays what it is by default.
template <typename T, typename D = int>
struct Defaults {
    T x;
};
template <typename T>
struct Which {
    static const int k = 1;
};
template <template <typename, typename> class C, typename T, typename A>
struct Which<C<T, A>> {
    static const int k = 3;
};
template <template <typename> class C>
int which(const C<int>&) {
    return 2;
}
template <typename T>
int which(const T&) {
    return 1;
}
template <template <typename> class C>
int takes() {
    return static_cast<int>(sizeof(C<double>));
}

void given_templates(std::ostream& out) {
    Holder<Box, int> h;
    h.put(4);
    Holder<Twice, double> g;
    g.put(1.5);
    Defaulted<int> d;
    d.p.set(3);
    Defaulted<int, Twice> e;
    e.p.set(3);
    out << h.get() << ' ' << g.get() << ' ' << d.p.get() << ' ' << e.p.get() << '\n';
    const Wide<float, Row> w{};
    const int numbers[4] = {1, 2, 3, 4};
    out << w.a.n << ' ' << sizeof(w) << ' ' << fold<int, Sum>(numbers, 4, 0) << ' '
        << fold<int, Product>(numbers, 4, 1) << ' ' << Fold<Product, double>()(2.5, 2) << ' '
        << std::is_same<Fold<Sum, int>::Other<float>, Sum<float>>::value << '\n';
    out << IsBox<int>::value << IsBox<Sum<float>>::value
        << std::is_same<IsBox<inner::Plain<float>>::inner, float>::value << Kind<inner::Plain>::k
        << Kind<Sum>::k << Kind<Product>::k << '\n';
    const Row<float, 3> v{{1, 2, 3}};
    const Pair<int> t = doubled(Pair<int>{3, 4});
    Store<std::vector> s;
    s.c.push_back(4);
    out << dot(v, v) << ' ' << t.x << ' ' << t.y << ' ' << s.c.size() << '\n';
    const std::vector<int> vector(5);
    const std::list<float> list(3);
    const std::map<int, int> map;
    const std::pair<int, float> pair;
    out << count(vector) << count(list) << parts(map) << parts(vector) << parts(pair)
        << made<std::vector>() << made<std::list>() << '\n';
    const Defaults<int> plain{};
    const Defaults<int, float> odd{};
    out << which(vector) << which(map) << which(plain) << which(odd) << which(inner::Plain<int>{})
        << Which<std::vector<int>>::k << Which<std::map<int, int>>::k << Which<int>::k
        << Which<Defaults<int>>::k << Which<Box<int>>::k << '\n';
#ifndef __clang__
    out << takes<Defaults>() << '\n';
#endif
    Both<inner::Plain, Pair, int> both;
    both.a.x = 1;
    both.b.y = 2;
    out << both.a.x + both.b.y << inner::Plain<int>::name() << '\n';
}

template <typename T>
struct Base {
    T v;
};
template <typename T>
struct Derived : Base<char> {
    T y;
};
template <typename T, int N>
struct Extents {
    T a[N];
};
template <typename N>
struct Counted : Extents<int, 3> {
    N n;
    int size() const { return static_cast<int>(sizeof(N)); }
};
namespace other {
typedef char Number;
struct Root {};
}  // namespace other
typedef double Number;
struct Leaf : other::Root {
    Number n;
};

/// A base's members are its class's, its parameters and its namespace are not.
void names_of_bases(std::ostream& out) {
    const Derived<double> d{};
    const Counted<double> c{};
    const Leaf l{};
    out << sizeof(d.y) << ' ' << sizeof(d) << ' ' << sizeof(c) << ' ' << c.size() << ' '
        << sizeof(l.n) << '\n';
}

}  // namespace host_templates
