// When objects of hosts are made, moved and ended, in arrays, in containers and by those that own
// them; and how structs lie that are packed or aligned by the text's own wish. Compiled by a
// compiler, and run as a text, this prints the same.
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace host_objects {

std::string told;

struct Noted {
    int id;
    Noted(int i = 0) : id(i) { told += "c" + std::to_string(id) + " "; }
    Noted(const Noted& o) : id(o.id + 100) { told += "k" + std::to_string(id) + " "; }
    Noted(Noted&& o) noexcept : id(o.id) {
        o.id = -1;
        told += "m" + std::to_string(id) + " ";
    }
    Noted& operator=(const Noted& o) {
        id = o.id;
        told += "a" + std::to_string(id) + " ";
        return *this;
    }
    ~Noted() { told += "d" + std::to_string(id) + " "; }
};

void tell(std::ostream& out) {
    out << told << '\n';
    told.clear();
}

struct Holder {
    Noted one;
    Noted two[2];
    Holder() : one(7), two{Noted(8), Noted(9)} { told += "H "; }
    ~Holder() { told += "~H "; }
};

void arrays(std::ostream& out) {
    { Noted three[3]; }
    tell(out);
    { Noted two[2] = {Noted(3), 4}; }
    tell(out);
    { Holder holder; }
    tell(out);
    { Noted rows[2][2] = {{1, 2}, {3, 4}}; }
    tell(out);
    for (int i = 0; i < 2; ++i) {
        Noted each[2] = {i, i + 1};
        if (i == 1) continue;
    }
    tell(out);
}

void vectors(std::ostream& out) {
    {
        std::vector<Noted> v;
        v.reserve(4);
        v.push_back(Noted(1));
        v.emplace_back(2);
        Noted third(3);
        v.push_back(third);
        v.pop_back();
        told += "| ";
        v.clear();
        v.emplace_back(5);
    }
    tell(out);
    {
        std::vector<Noted> v(3);
        told += "| ";
        v.resize(1);
        std::vector<Noted> copy = v, moved = std::move(v);
        told += "| ";
    }
    tell(out);
    {
        std::vector<Noted> v;
        for (int i = 0; i < 3; ++i) v.emplace_back(i);
        told += "| ";
        v.erase(v.begin());
        told += "| ";
        std::vector<Noted> other;
        other.push_back(Noted(9));
        v = other;
    }
    tell(out);
}

struct Shape {
    virtual double area() const = 0;
    virtual ~Shape() = default;
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const override { return side * side; }
    ~Square() override { told += "square "; }
};
struct Circle : Shape {
    double radius;
    explicit Circle(double r) : radius(r) {}
    double area() const override { return 3 * radius * radius; }
    ~Circle() override { told += "circle "; }
};

void owners(std::ostream& out) {
    {
        std::vector<std::unique_ptr<Shape>> shapes;
        shapes.push_back(std::make_unique<Square>(2));
        shapes.emplace_back(new Circle(1));
        double all = 0;
        for (const auto& shape : shapes) all += shape->area();
        out << all << ' ';
        const std::unique_ptr<Shape> alone(new Square(3));
        out << alone->area() << ' ';
    }
    tell(out);
    {
        std::unique_ptr<Noted> one(new Noted(1));
        one.reset(new Noted(2));
        std::unique_ptr<Noted> other = std::move(one);
        out << (one == nullptr) << ' ';
        other = std::make_unique<Noted>(3);
    }
    tell(out);
    {
        std::shared_ptr<Shape> first = std::make_shared<Circle>(2);
        out << first.use_count() << ' ';
        auto second = first;
        out << second.use_count() << ' ';
        second.reset();
        out << first.use_count() << ' ';
        first = std::make_shared<Square>(1);
        out << first.use_count() << ' ';
    }
    tell(out);
}

int taken(const Noted& noted) {
    return noted.id;
}

void unnamed(std::ostream& out) {
    {
        const int id = taken(Noted(4)) + Noted(5).id;
        out << id << ' ';
        told += "| ";
    }
    tell(out);
}

#pragma pack(push, 1)
struct Packed {
    char a;
    int b;
    short c;
    double d;
};
struct Header {
    std::uint16_t type;
    std::uint32_t size, offset;
};
#pragma pack(pop)
struct Loose {
    char a;
    int b;
    short c;
    double d;
};
struct __attribute__((packed)) Byte {
    char a;
    int b;
};
typedef struct {
    char a;
    double d;
} __attribute__((__packed__)) Behind;
struct __attribute__((aligned(16))) Wide {
    int x;
};
struct Members {
    char c;
    alignas(16) float v[4];
    int k __attribute__((aligned(32)));
};
#pragma pack(2)
struct Halves {
    char a;
    int b;
    double c;
};
struct Around {
    Packed packed;
    char x;
};
#pragma pack()
struct Outside {
    Packed packed;
    int x;
};

void packed(std::ostream& out) {
    for (const std::size_t size :
         {sizeof(Packed), sizeof(Header), sizeof(Loose), sizeof(Byte), sizeof(Behind), sizeof(Wide),
          sizeof(Members), sizeof(Halves), sizeof(Around), sizeof(Outside)})
        out << size << ' ';
    const unsigned char read[10] = {0x42, 0x4d, 1, 2, 3, 4, 54, 0, 0, 0};
    Header header;
    std::memcpy(&header, read, sizeof header);
    out << header.type << ' ' << header.size << ' ' << header.offset << ' ';
    Packed list[3];
    for (int i = 0; i < 3; ++i)
        list[i] = {static_cast<char>(i), 10 * i, static_cast<short>(i), i / 2.0};
    Around around{list[2], 'q'};
    around.packed.b += 1;
    Outside outside{around.packed, 9};
    out << outside.packed.b << outside.packed.d << outside.x << around.x << '\n';
    short data[64] __attribute__((aligned(16)));
    data[3] = 5;
    out << data[3] << reinterpret_cast<std::uintptr_t>(data) % 16 << '\n';
}

namespace library {
inline namespace version_2 {
int number() {
    return 2;
}
struct Part {
    int value = 4;
};
}  // namespace version_2
namespace version_1 {
int number() {
    return 1;
}
}  // namespace version_1
}  // namespace library

struct Base {
    virtual int which() { return 1; }
    virtual ~Base() {}
};
struct Derived : Base {
    int which() override { return 2; }
};
int chosen(Base*) {
    return 1;
}
int chosen(const void*) {
    return 2;
}
int chosen(bool) {
    return 3;
}

void names(std::ostream& out) {
    out << library::number() << library::version_1::number() << library::version_2::number()
        << library::Part{}.value << ' ';
    Derived derived;
    out << chosen(&derived) << chosen(&out) << ' ';
    unsigned seed = 12;
    const int drawn = rand_r(&seed);
    out << drawn << ' ' << rand_r(&seed) << ' ';
    // More than forty calls, one around the other.
    out << 0 << 1 << 2 << 3 << 4 << 5 << 6 << 7 << 8 << 9 << 0 << 1 << 2 << 3 << 4 << 5 << 6 << 7
        << 8 << 9 << 0 << 1 << 2 << 3 << 4 << 5 << 6 << 7 << 8 << 9 << 0 << 1 << 2 << 3 << 4 << 5
        << 6 << 7 << 8 << 9 << 0 << 1 << 2 << 3 << 4 << 5 << 6 << 7 << 8 << 9 << '\n';
}

/// What stands behind what needs it, as a header and its source would have it.
class Counter {
  public:
    Counter(int first);
    virtual ~Counter();
    Counter& add(int more);
    int sum() const;
    virtual int kind();
    static int made;

  private:
    std::vector<int> all_;
};
extern int elsewhere;
extern const int numbers[];
int doubled();
void behind(std::ostream& out) {
    {
        Counter counter(3);
        out << counter.add(4).add(5).sum() << ' ' << counter.kind() << ' ' << Counter::made << ' ';
    }
    extern int elsewhere;
    ++elsewhere;
    out << Counter::made << ' ' << doubled() << ' ' << numbers[1] << '\n';
}
int elsewhere = 20;
const int numbers[] = {7, 8};
int doubled() {
    return 2 * elsewhere;
}
int Counter::made = 0;
Counter::Counter(int first) {
    ++made;
    all_.push_back(first);
}
Counter::~Counter() {
    made += 10;
}
Counter& Counter::add(int more) {
    all_.push_back(more);
    return *this;
}
int Counter::sum() const {
    int all = 0;
    for (const int one : all_) all += one;
    return all;
}
int Counter::kind() {
    return 9;
}

struct Nothing {};
template <typename A, typename B = Nothing, typename C = Nothing>
struct Several {
    A first;
};
template <typename T>
struct Held {
    T value;
    Held() : value() {}
    explicit Held(T v) : value(v) {}
};
template <typename A>
int parts(const Held<Several<A>>&) {
    return 1;
}
template <typename A, typename B>
int parts(const Held<Several<A, B>>&) {
    return 2;
}
template <typename A, typename B, typename C>
int parts(const Held<Several<A, B, C>>&) {
    return 3;
}
template <typename T>
T thrice(T x) {
    return 3 * x;
}
template int thrice<int>(int);
template double thrice(double);

typedef int Operation(int a, int b);
int minus(int a, int b) {
    return a - b;
}
int apply(Operation* operation, int a, int b) {
    return operation(a, b);
}

struct Point {
    int x, y;
};

std::string listed(const char* kinds, ...) {
    std::string all;
    va_list list;
    va_start(list, kinds);
    for (const char* kind = kinds; *kind != 0; ++kind) {
        if (*kind == 'd') all += std::to_string(va_arg(list, int)) + ",";
        if (*kind == 'f') all += std::to_string(va_arg(list, double)) + ",";
        if (*kind == 's') all += std::string(va_arg(list, const char*)) + ",";
    }
    va_end(list);
    return all;
}
int summed(int count, ...) {
    va_list first, second;
    va_start(first, count);
    int all = va_arg(first, int);
    va_copy(second, first);
    for (int i = 1; i < count; ++i) all += va_arg(first, int) * va_arg(second, int);
    va_end(first);
    va_end(second);
    return all;
}

void chosen_by_types(std::ostream& out) {
    out << parts(Held<Several<int>>()) << parts(Held<Several<int, float>>())
        << parts(Held<Several<int, float, char>>()) << ' ' << Held<int>(5).value << ' ' << thrice(4)
        << ' ' << apply(minus, 9, 4) << ' ';
    const Point point{3, 4};
    const Point* at = &point;
    Point copy{*at};
    Point again{copy};
    ++copy.x;
    out << copy.x << again.x << again.y << ' ';
    out << listed("dsfd", 1, "two", 3.5, 4) << ' ' << summed(3, 2, 3, 4) << ' ';
    out << sizeof(int_fast16_t) << sizeof(uint_fast8_t) << sizeof(intmax_t) << sizeof(ssize_t)
        << ' ' << __builtin_clz(1000u) << ' ' << __builtin_ctzll(1ull << 40) << ' '
        << __builtin_popcountl(0xFF00FFul) << '\n';
}

// What a class only declares, and is defined behind it.
struct Pair {
    int x, y;
};
template <typename T>
struct Values {
    T* values;
    int n;
    static int alive;
    Values(int n);
    ~Values();
    static auto sized(int n) -> int;
    auto ends() const -> Pair;
};
template <typename T>
int Values<T>::alive = int(sizeof(T));
template <>
int Values<char>::alive = 70;
template <typename T>
Values<T>::Values(int n) : values{new T[n]}, n{n} {
    for (int i = 0; i < n; ++i) values[i] = T(i + 1);
    ++alive;
}
template <typename T>
Values<T>::~Values() {
    delete[] values;
    --alive;
    told += "d" + std::to_string(n) + " ";
}
template <typename T>
auto Values<T>::sized(int n) -> int {
    return n * int(sizeof(T));
}
template <typename T>
auto Values<T>::ends() const -> Pair {
    return {int(values[0]), int(values[n - 1])};
}
template <typename T>
struct Longer : Values<T> {
    T last;
    Longer(int n);
};
template <typename T>
Longer<T>::Longer(int n) : Values<T>{n}, last{T(n + 1)} {}

struct Bench {
    int width;
    template <typename T>
    Bench(T wide, int times);
    template <typename T>
    int run(int n, T x = T{});
    template <typename T>
    T twice(T x) const;
    template <int N>
    static int times(int x);
    auto half() const -> Pair;
};
template <typename T>
Bench::Bench(T wide, int times) : width(int(wide * times)) {}
template <typename T>
int Bench::run(int n, T x) {
    return width + n + int(sizeof(x));
}
template <typename T>
T Bench::twice(T x) const {
    return x * 2 + width;
}
template <int N>
int Bench::times(int x) {
    return x * N;
}
auto Bench::half() const -> Pair {
    return Pair{width / 2, width};
}

// Defaults that the declaration alone has.
template <std::size_t N>
auto most_of(const float (&values)[N], std::size_t least = 1000, float by = 0.5f) -> std::size_t;
template <std::size_t N>
auto most_of(const float (&values)[N], std::size_t least, float by) -> std::size_t {
    return N + least + std::size_t(by * values[0]);
}
template auto most_of<5>(const float (&)[5], std::size_t, float) -> std::size_t;
template <int K>
int scaled(int x, int by = 10);
template <int K>
int scaled(int x, int by) {
    return K * x * by;
}

void outside(std::ostream& out) {
    {
        Values<int> a(3);
        Longer<double> b(4);
        const Pair ends = a.ends(), others = b.ends();
        out << ends.x << ends.y << others.x << others.y << b.last << Values<int>::alive
            << Values<double>::alive << Values<double>::sized(3) << '\n';
    }
    out << Values<int>::alive << Values<double>::alive << Values<char>::alive << '\n';
    tell(out);
    Bench b(2.5, 4);
    out << b.run<double>(1) << ' ' << b.run<char>(2, 'x') << ' ' << b.twice(1.5) << ' '
        << Bench::times<7>(3) << ' ' << b.half().x << '\n';
    const float values[5] = {4, 5};
    out << most_of(values) << ' ' << most_of(values, 2) << ' ' << scaled<3>(4) << ' '
        << scaled<3>(4, 1) << '\n';
    // A function may be declared where it is called.
    int later(int);
    int none(void);
    void tell_later(std::ostream&, int);
    tell_later(out, later(4) + none());
}
int later(int x) {
    return 2 * x;
}
int none() {
    return 100;
}
void tell_later(std::ostream& out, int x) {
    out << x << '\n';
}

struct Spot {
    int a;
    double b;
    Spot(int a, double b) : a(a), b(b) {}
};
struct Preset {
    int v = 3;
};
struct Figure {
    virtual ~Figure() {}
    virtual int sides() const { return 0; }
};
struct Quad : Figure {
    int sides() const override { return 4; }
};

/// Objects where there is room already, and pointers to objects of two classes.
void placed(std::ostream& out) {
    alignas(8) char room[64];
    Spot* spot = new (room) Spot(3, 4.5);
    int* number = new (room + 32) int(9);
    int* several = new (std::nothrow) int[5];
    several[4] = 1;
    out << spot->a << ' ' << spot->b << ' ' << (reinterpret_cast<char*>(spot) == room) << ' '
        << *number << ' ' << several[4];
    spot->~Spot();
    Preset* preset = ::new (room) Preset;
    out << ' ' << preset->v;
    for (int i = 0; i < 2; i++) {
        Figure* figure = i == 0 ? new Figure : new Quad;
        const Figure* same = i == 0 ? static_cast<const Figure*>(nullptr) : figure;
        out << ' ' << figure->sides() << (same == figure);
        delete figure;
    }
    delete[] several;
    out << '\n';
}

}  // namespace host_objects
