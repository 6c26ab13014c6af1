// When objects are made, copied, assigned and ended, also those without a name. Compiled by a
// compiler, and run as a text, this prints the same.
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace host_lifetimes {

inline std::string log;

inline void note(char what, int which) {
    log += what + std::to_string(which);
}

struct T {
    int k;
    T(int of) : k(of) { note('+', k); }
    T(const T& o) : k(o.k) { note('c', k); }
    T& operator=(const T&) = default;
    ~T() { note('-', k); }
    explicit operator bool() const { return k != 0; }
};

struct D : T {
    D(int of) : T(of) {}
    ~D() { note('d', k); }
};

struct Holder {
    T a{5}, b{6};
    int n = 0;
};

struct Assigned {
    int k;
    Assigned& operator=(const Assigned& o) {
        k = o.k;
        note('=', k);
        return *this;
    }
};

struct Pair {
    Assigned a, all[2];
};

inline T made(int k) {
    return T(k);
}

inline D made_derived(int k) {
    return D(k);
}

inline std::vector<T> some() {
    std::vector<T> v;
    v.reserve(2);
    v.emplace_back(1);
    v.emplace_back(2);
    return v;
}

inline int sum() {
    return made(3).k + made(4).k;
}

inline T chosen(int k) {
    T a(k);
    return made(k + 1).k > 3 ? T(9) : a;
}

inline int declared(int n) {
    if (T t = made(n)) return t.k;
    return -1;
}

inline void handed(const T& t) {
    note('h', t.k);
}

inline void handed_on(int k) {
    return handed(made(k));
}

inline void left_early() {
    T a(50);
    while (made(51).k > 0) {
        T b(52);
        return;
    }
}

inline void tell(std::ostream& out) {
    out << log << '\n';
    log.clear();
}

inline void references(std::ostream& out) {
    log.clear();
    {
        const T& r = made(1);
        note('r', r.k);
    }
    tell(out);
    {
        T&& r = made(2);
        r.k = 7;
        auto&& s = made(3);
        note('s', s.k);
    }
    tell(out);
    {
        const T& r = made_derived(4);
        note('r', r.k);
    }
    tell(out);
    for (const T& t = made(5); log.size() < 4;) note('l', t.k);
    tell(out);
    for (T t(1); t.k < 3; ++t.k) note('b', t.k);
    tell(out);
    for (const T& t : some()) note('e', t.k);
    tell(out);
    for (T t : some()) {
        if (t.k == 1) continue;
        note('e', t.k);
    }
    tell(out);
    for (T t : some()) {
        note('e', t.k);
        break;
    }
    tell(out);
}

inline void conditions(std::ostream& out) {
    log.clear();
    if (made(1).k > 0) note('t', 0);
    tell(out);
    if (made(0))
        note('t', 0);
    else
        note('f', 0);
    tell(out);
    int i = 0;
    while (made(i).k < 2) {
        ++i;
        if (i == 1) continue;
        note('b', i);
    }
    tell(out);
    switch (made(7).k) {
        case 7: note('s', 7); break;
        default: break;
    }
    tell(out);
    out << sum() << chosen(1).k << declared(5) << declared(0);
    tell(out);
    if (T t = made(8); t.k == 8) note('i', 8);
    note('o', 8);
    tell(out);
    switch (T t(9); t.k) {
        case 9: note('n', 9);
    }
    left_early();
    i = (made(24), 5);
    (void)made(25);
    handed_on(26);
    tell(out);
}

inline std::string name_of(const T& t) {
    return std::to_string(t.k);
}

/// What may not be reached ends only where it was made.
inline void choices(std::ostream& out) {
    log.clear();
    for (int i = 0; i < 3; ++i) {
        const int y = i > 1 ? made(i).k : i == 1 ? made(10).k + made(11).k : 0;
        const bool b = i > 0 && made(i).k > 1;
        if (i == 0 || made(i).k == 2) note('t', y);
        out << y << b << (i > 0 ? name_of(made(5)) : std::string("none"));
        T t = i > 0 ? made(7) : T(8);
        tell(out);
    }
    int n = 0;
    while (n < 3 && made(n).k < 2) ++n;
    out << n << (n > 0 && (made(3).k > 5 || made(4).k > 0));
    tell(out);
}

/// C++ assigns members, and neither copies nor ends anything.
inline void assignments(std::ostream& out) {
    log.clear();
    T x(1), y(2);
    x = y;
    x = made(3);
    tell(out);
    {
        Holder a, b;
        b.n = 4;
        a = b;
        a = Holder();
        out << a.n;
    }
    tell(out);
    Pair p{{1}, {{2}, {3}}}, q{{4}, {{5}, {6}}};
    p = q;
    out << p.all[1].k;
    tell(out);
    T many[2] = {T(4), T(5)};
    many[0] = many[1];
    std::swap(many[0], x);
    out << x.k;
    tell(out);
}

struct Shape {
    virtual int id() const { return 0; }
};

struct Circle : Shape {
    int r = 3;
    int id() const override { return r; }
};

inline int id_of(const Shape& s) {
    return s.id();
}

struct Keeper {
    int v;
    explicit Keeper(const Shape& s) : v(s.id()) {}
};

inline void overloaded(int& x) {
    x = 1;
}

inline int overloaded(int&& x) {
    return x;
}

template <typename C>
auto element(C& c, std::size_t i) -> decltype(c[i]) {
    return c[i];
}

template <typename C>
decltype(auto) last(C& c) {
    return c[c.size() - 1];
}

struct Counter {
    int v;
    Counter& more() {
        ++v;
        return *this;
    }
};

template <int N>
struct Many {
    int v;
    Many& more() {
        v += N;
        return *this;
    }
};

inline std::ostream& operator<<(std::ostream& o, const Counter& c) {
    return o << c.v;
}

template <int N>
std::ostream& operator<<(std::ostream& o, const Many<N>& c) {
    return o << c.v;
}

/// What is a reference stays one.
inline void kept_references(std::ostream& out) {
    Circle c;
    out << id_of(Circle()) << Keeper(Circle()).v << id_of(c);
    const Shape& r = Circle();
    Shape s = Circle();
    Shape& same = c;
    same = Shape();
    out << r.id() << s.id() << same.id() << '\n';
    std::vector<int> v{1, 2};
    element(v, 0) = 8;
    last(v) = 9;
    int n = 0;
    overloaded(n);
    out << v[0] << v[1] << n << overloaded(4) << '\n';
    std::function<void(int&, std::set<int>&)> add = [](int& x, std::set<int>& all) {
        all.insert(++x);
    };
    std::set<int> all;
    add(n, all);
    add(n, all);
    const std::function<int(const Shape&)> told = [](const Shape& of) { return of.id(); };
    out << n << all.size() << told(Circle()) << told(c) << '\n';
    Counter counter{1};
    Many<2> many{1};
    out << counter << counter.more() << counter << ' ' << many << many.more() << many << '\n';
}

struct Animal {
    virtual ~Animal() { note('a', 0); }
    virtual int legs() const { return 4; }
};

struct Bird : Animal {
    int wings = 2;
    ~Bird() override { note('b', wings); }
    int legs() const override { return 2; }
};

struct Named {
    int name = 9;
};

struct Parrot : Bird, Named {};

struct Node {
    T value;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> before;
    explicit Node(int k) : value(k) {}
};

struct Own : std::enable_shared_from_this<Own> {
    std::shared_ptr<Own> self() { return shared_from_this(); }
};

struct Drops {
    void operator()(int* p) const {
        note('x', *p);
        delete p;
    }
};

struct Owner {
    std::string name = "name";
    std::vector<int> all{1, 2};
    std::shared_ptr<int> p = std::make_shared<int>(5);
    ~Owner() {
        name = "gone";
        all.clear();
    }
};

inline std::shared_ptr<Owner> owner() {
    return std::make_shared<Owner>();
}

inline std::string name_of_owner() {
    return owner()->name;
}

inline std::vector<int> all_of_owner() {
    return owner()->all;
}

inline std::shared_ptr<int> shared_with_owner() {
    return owner()->p;
}

/// Who owns what, how many do, and when it ends.
inline void owners(std::ostream& out) {
    log.clear();
    std::weak_ptr<Node> seen;
    out << name_of_owner() << all_of_owner().size() << *shared_with_owner()
        << shared_with_owner().use_count() << '\n';
    {
        auto first = std::make_shared<Node>(1);
        first->next = std::make_shared<Node>(2);
        first->next->before = first;
        seen = first->next;
        out << first.use_count() << seen.use_count() << first->next->before.lock()->value.k;
        if (auto held = seen.lock()) out << held.use_count();
        auto at = first;
        while (at != nullptr) at = at->next;
        first = first->next;
        out << seen.expired();
        note('|', 0);
    }
    out << seen.expired() << (seen.lock() == nullptr);
    tell(out);
    {
        std::shared_ptr<Animal> animal = std::make_shared<Bird>();
        const auto bird = std::dynamic_pointer_cast<Bird>(animal);
        out << animal->legs() << bird->wings << animal.use_count();
        std::vector<std::shared_ptr<Animal>> many(3, animal);
        out << many[1].use_count();
        many.clear();
        const auto keeps = [animal] { return animal->legs(); };
        std::function<int()> called = keeps;
        out << keeps() << called() << animal.use_count();
        called = nullptr;
        out << animal.use_count();
    }
    tell(out);
    {
        const std::shared_ptr<int> p(new int(5), Drops());
        std::unique_ptr<int, Drops> u(new int(6));
        u.reset(new int(7));
        std::unique_ptr<Animal> owned = std::make_unique<Bird>();
        const std::shared_ptr<Animal> shared = std::move(owned);
        const auto own = std::make_shared<Own>();
        const auto same = own->self();
        out << *p << *u << (owned == nullptr) << shared->legs() << own.use_count() << (own == same);
    }
    tell(out);
}

inline int kind(Animal* a) {
    if (const auto* n = dynamic_cast<const Named*>(a)) return n->name;
    if (auto* b = dynamic_cast<Bird*>(a)) return b->wings;
    return a == nullptr ? -1 : 0;
}

inline void casts(std::ostream& out) {
    log.clear();
    Animal animal;
    Bird bird;
    Parrot parrot;
    out << kind(&animal) << kind(&bird) << kind(&parrot) << kind(nullptr);
    Animal& known = bird;
    out << dynamic_cast<Bird&>(known).wings;
    try {
        dynamic_cast<Parrot&>(known).name = 1;
    } catch (const std::bad_cast& e) {
        out << e.what();
    }
    tell(out);
}

struct Moved {
    int k;
    Moved(int of) : k(of) { log += '+'; }
    Moved(const Moved& o) : k(o.k) { log += 'c'; }
    Moved(Moved&& o) noexcept : k(o.k) {
        o.k = 0;
        log += 'm';
    }
    Moved& operator=(const Moved& o) {
        k = o.k;
        log += 'C';
        return *this;
    }
    Moved& operator=(Moved&& o) noexcept {
        k = o.k;
        log += 'M';
        return *this;
    }
};

struct Careful {
    int k;
    Careful(int of) : k(of) {}
    Careful(const Careful& o) : k(o.k) { log += 'c'; }
    Careful(Careful&& o) : k(o.k) { log += 'm'; }
    Careful& operator=(const Careful& o) = default;
};

template <typename T>
void grow(std::ostream& out) {
    std::vector<T> v;
    v.push_back(T(1));
    T x(2);
    v.push_back(x);
    v.push_back(std::move(x));
    v.emplace_back(4);
    log += '|';
    v.insert(v.begin() + 1, T(5));
    v.erase(v.begin());
    std::vector<T> w = v;
    w = v;
    log += '|';
    const std::vector<T> m = std::move(w);
    v.reserve(20);
    v.assign(2, T(9));
    out << m.size() << w.size() << m[1].k << m[2].k << v[1].k;
    tell(out);
}

/// What a vector copies and what it moves, also where a template around it names its T.
inline void vectors(std::ostream& out) {
    log.clear();
    grow<Moved>(out);
    grow<Careful>(out);
}

inline void manipulated(std::ostream& out) {
    log.clear();
    std::istringstream in("ff 077 true x 12");
    int a = 0, b = 0, c = 0;
    bool d = false;
    char e = ' ';
    in >> std::hex >> a >> std::oct >> b >> std::boolalpha >> d >> std::ws >> e >> std::dec >> c;
    out << a << ' ' << b << ' ' << d << e << c << std::hex << static_cast<short>(-1) << std::dec;
    tell(out);
}

}  // namespace host_lifetimes
