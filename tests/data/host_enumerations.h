// Enumerations: types of their own, which overloads, templates and operators tell from numbers; and
// what else stands beside them in classes: bit-fields, constructors of the base, offsets. Compiled
// by a compiler, and run as a text, this prints the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace host_enumerations {

enum Color { RED, GREEN = 4, BLUE };
enum class Mode : unsigned char { off, slow = 7, fast };
enum Small : short { s_one = 1, s_low = -3 };
enum Wide { w_low = 1, w_high = 0xF0000000 };
enum class Later : int;
enum { COUNT = 12, HALF = COUNT / 2 };

inline std::ostream& operator<<(std::ostream& out, Color c) {
    return out << (c == RED ? "red" : c == GREEN ? "green" : c == BLUE ? "blue" : "?");
}
inline std::ostream& operator<<(std::ostream& out, Mode m) {
    return out << "mode " << static_cast<int>(m);
}

inline const char* kind(int) {
    return "int";
}
inline const char* kind(unsigned) {
    return "unsigned";
}
inline const char* kind(long long) {
    return "long long";
}
inline const char* kind(Color) {
    return "Color";
}
inline const char* kind(Mode) {
    return "Mode";
}
inline const char* number(int) {
    return "int";
}
inline const char* number(unsigned) {
    return "unsigned";
}
inline const char* number(short) {
    return "short";
}
inline const char* number(double) {
    return "double";
}
inline const char* number(unsigned char) {
    return "unsigned char";
}

inline Color operator|(Color a, Color b) {
    return static_cast<Color>(static_cast<int>(a) | static_cast<int>(b));
}
inline Mode operator&(Mode a, Mode b) {
    using U = std::underlying_type_t<Mode>;
    return static_cast<Mode>(static_cast<U>(a) & static_cast<U>(b));
}
inline Mode& operator++(Mode& m) {
    return m = m == Mode::off ? Mode::slow : Mode::fast;
}
inline int& doubled(int& n) {
    return n *= 2;
}
inline Mode& set(Mode& m, Mode to) {
    return m = to;
}
inline bool operator!(Mode m) {
    return m == Mode::off;
}

namespace shapes {
enum class Shape { circle, square };
inline const char* name(Shape s) {
    return s == Shape::circle ? "circle" : "square";
}
inline std::string operator+(const std::string& text, Shape s) {
    return text + name(s);
}
enum Side { left, right };
inline const char* side_name(Side s) {
    return s == left ? "left" : "right";
}
}  // namespace shapes

template <typename T>
const char* sort_of(T) {
    if constexpr (std::is_enum<T>::value)
        return std::is_convertible<T, int>::value ? "enum" : "scoped enum";
    else if constexpr (std::is_integral<T>::value)
        return "integer";
    else
        return "other";
}
template <Mode M>
struct Runs {
    static int times() { return 1; }
};
template <>
struct Runs<Mode::fast> {
    static int times() { return 9; }
};
template <Color C, int N>
int both() {
    return C * 100 + N;
}
template <typename T>
struct Traits {
    static const char* name() { return "any"; }
};
template <>
struct Traits<Color> {
    static const char* name() { return "Color"; }
};
template <>
struct Traits<Mode> {
    static const char* name() { return "Mode"; }
};

struct Shirt {
    enum Size { small, large = 40 } size = large;
    enum class Fit { loose, tight };
    Fit fit = Fit::tight;
    Color color : 4;
    Shirt() : color(BLUE) {}
    explicit Shirt(Size s) : size(s), color(GREEN) {}
    Shirt(int) : size(small), color(RED) {}
    const char* which() const {
        switch (size) {
            case small: return "small";
            case large: return "large";
        }
        return "none";
    }
    static const char* fits(Fit f) {
        switch (f) {
            case Fit::loose: return "loose";
            case Fit::tight: return "tight";
            default: return "?";
        }
    }
};

enum class Later : int { now = -2, then };

enum class Failure { none, memory, device };
struct Stop {
    Failure why;
};
inline void fail(int how) {
    if (how == 0) throw Failure::device;
    if (how == 1) throw RED;
    if (how == 2) throw Stop{Failure::memory};
    throw 5;
}

inline void numbers(std::ostream& out) {
    Color c = BLUE;
    out << c << " " << RED << " " << (c | RED) << " " << +c << " " << c + 1 << "\n";
    out << Mode::fast << ", " << (Mode::fast & Mode::slow) << ", " << !Mode::off << "\n";
    out << kind(c) << " " << kind(RED) << " " << kind(RED + 1) << " " << kind(Mode::off) << " "
        << kind(1) << " " << kind(COUNT) << " " << kind(s_low) << " " << kind(1u) << "\n";
    out << number(RED) << " " << number(s_one) << " " << number(COUNT) << " " << number(w_high)
        << " " << number(static_cast<unsigned char>(Mode::slow)) << "\n";
    out << sort_of(RED) << ", " << sort_of(Mode::off) << ", " << sort_of(COUNT + 1) << ", "
        << sort_of(2.f) << ", " << sort_of(COUNT) << ", " << sort_of(shapes::left) << "\n";
    out << Runs<Mode::off>::times() << Runs<Mode::fast>::times() << " " << both<GREEN, 7>() << " "
        << both<BLUE, HALF>() << "\n";
    out << Traits<Color>::name() << Traits<Mode>::name() << Traits<int>::name() << "\n";
    out << sizeof(Color) << sizeof(Mode) << sizeof(Small) << sizeof(Wide) << alignof(Small) << "\n";
    out << std::is_same<Color, int>::value << std::is_same<Color, Color>::value
        << std::is_same<std::underlying_type<Mode>::type, unsigned char>::value
        << std::is_same<std::underlying_type_t<Color>, unsigned>::value
        << std::is_same<std::underlying_type_t<Small>, short>::value
        << std::is_integral<Color>::value << std::is_arithmetic<Mode>::value
        << std::is_same<decltype(c), Color>::value << std::is_same<decltype(c + c), int>::value
        << std::is_same<decltype(true ? c : RED), Color>::value
        << std::is_same<decltype(COUNT * 2), int>::value << "\n";
}

inline void values(std::ostream& out) {
    Mode m = Mode::off;
    ++m;
    ++m;
    out << m << " " << static_cast<int>(m) << " " << (m > Mode::slow) << (m == Mode::fast) << "\n";
    out << shapes::name(shapes::Shape::square) << " " << name(shapes::Shape::circle) << " "
        << std::string("a ") + shapes::Shape::square << " " << side_name(shapes::right) << "\n";
    std::map<Color, int> seen;
    for (const Color each : {BLUE, RED, BLUE, GREEN, BLUE}) ++seen[each];
    for (const auto& [color, times] : seen) out << color << "=" << times << " ";
    std::unordered_map<Mode, std::string> named{{Mode::off, "none"}, {Mode::fast, "all"}};
    out << named[Mode::fast] << named.at(Mode::off) << named.count(Mode::slow) << "\n";
    std::set<shapes::Shape> shapes_seen{shapes::Shape::square, shapes::Shape::circle,
                                        shapes::Shape::square};
    std::vector<Color> colors{GREEN, RED, BLUE, RED};
    std::sort(colors.begin(), colors.end());
    for (const Color each : colors) out << each << ' ';
    out << shapes_seen.size() << std::count(colors.begin(), colors.end(), RED)
        << std::max(GREEN, BLUE) << (std::find(colors.begin(), colors.end(), BLUE) != colors.end())
        << "\n";
    std::pair<Mode, Color> pair = std::make_pair(Mode::slow, GREEN);
    out << pair.first << "/" << pair.second << "\n";
}

inline void classes(std::ostream& out) {
    Mode m = Mode::fast;
    Color c = BLUE;
    int counts[COUNT] = {};
    for (int i = 0; i < COUNT; ++i) counts[i % HALF] += i;
    counts[GREEN] += 1000;
    out << counts[0] << " " << counts[HALF - 1] << " " << counts[GREEN] << " " << +BLUE << "\n";
    Shirt shirt, other(Shirt::small), third(3);
    out << shirt.which() << " " << other.which() << " " << third.which() << " "
        << Shirt::fits(shirt.fit) << " " << Shirt::fits(Shirt::Fit::loose) << " " << shirt.color
        << other.color << third.color << " " << Shirt::large << "\n";
    for (int i = 0; i < 4; ++i) {
        try {
            fail(i);
        } catch (Failure f) {
            out << "failure " << static_cast<int>(f) << " ";
        } catch (Color color) {
            out << "color " << color << " ";
        } catch (const Stop& stop) {
            out << "stop " << (stop.why == Failure::memory) << " ";
        } catch (int n) {
            out << "int " << n << "\n";
        }
    }
    enum Local { first = 3, second } local = second;
    const auto twice = [](Local l) { return l * 2; };
    std::function<int(Color)> of = [](Color color) { return color * 10; };
    out << local << twice(local) << of(GREEN) << static_cast<Color>(5) << Color(4) << (Color)0
        << " " << static_cast<int>(Later::then) << static_cast<int>(Later::now) << "\n";
    std::ostringstream text;
    text << RED << Mode::slow << HALF << w_high << s_low;
    out << text.str() << " " << (s_low < 0) << (w_high > 0) << (c ? 1 : 0) << (Wide)w_low << "\n";
    Color* at = &c;
    *at = GREEN;
    const Color fixed = c;
    switch (fixed) {
        case RED: out << "at red\n"; break;
        case GREEN: out << "at green\n"; break;
        default: out << "at another\n";
    }
    int n = 5;
    ++n += 3;
    doubled(n);
    (n = n - 1) *= 2;
    doubled(++(++n));
    out << n << " " << set(m, Mode::slow) << " " << m << "\n";
    bool is_on = c;
    double part = static_cast<int>(c) / 8.0;
    long long big = c;
    big <<= COUNT;
    out << is_on << part << " " << big << " " << (c & 6) << (~c) << (c << 2) << " " << (c < BLUE)
        << "\n";
    using enum shapes::Shape;
    out << shapes::name(circle) << "\n";
    using enum_type = Color;
    enum_type again = enum_type::BLUE;
    out << again << Color::GREEN << " " << std::to_string(again) << " "
        << std::hash<Color>{}(again) % 1 << "\n";
}

struct Base {
    int a;
    std::string s;
    explicit Base(int x) : a(x), s("one") {}
    Base(int x, const std::string& t, int y = 2) : a(x + y), s(t) {}
    int sum() const { return a + static_cast<int>(s.size()); }
};
struct Derived : Base {
    using Base::Base;
    int b = 7;
    int all() const { return sum() + b; }
};
template <typename T>
struct Box {
    T held;
    Box(T x) : held(x) {}
    Box() : held(T(3)) {}
};
struct IntBox : Box<int> {
    using Box<int>::Box;
    int twice() const { return 2 * held; }
};
struct Laid {
    char c;
    double d;
    struct {
        short x, y[3];
    } in[2];
};

inline void members(std::ostream& out) {
    Derived one(3), two(4, "four"), three(5, "fives", 50);
    IntBox box(5), none;
    out << one.all() << " " << two.all() << " " << two.s << " " << three.all() << " " << box.twice()
        << none.twice() << "\n";
    out << offsetof(Laid, c) << " " << offsetof(Laid, d) << " " << offsetof(Laid, in[1].y[2])
        << "\n";
}

}  // namespace host_enumerations
