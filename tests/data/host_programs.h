// What programs of courses and books do on the host, beside their kernels: classes with operators
// and iterators of their own, errors of their own, containers with an order of their own. Compiled
// by a compiler, and run as a text, this prints the same.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace host_programs {

/// Methods of a name hide neither friends nor functions of that name.
struct Matrix {
    int values[2] = {0, 0};
    std::string told() const {
        return "m" + std::to_string(values[0]) + ',' + std::to_string(values[1]);
    }
    Matrix operator*(const Matrix& o) const {
        Matrix made;
        for (int i = 0; i < 2; ++i) made.values[i] = values[i] * o.values[i];
        return made;
    }
    Matrix operator+(const Matrix& o) const {
        Matrix made;
        for (int i = 0; i < 2; ++i) made.values[i] = values[i] + o.values[i];
        const std::string why = "sum of " + told() + " and " + o.told();
        if (values[0] < 0) throw std::invalid_argument(why);
        return made;
    }
    friend Matrix operator*(int factor, Matrix m) {
        for (int& value : m.values) value *= factor;
        return m;
    }
    friend std::ostream& operator<<(std::ostream& out, const Matrix& m) { return out << m.told(); }
};

/// What is made of a string only where the text says so.
class Named {
  public:
    explicit Named(std::string name) : name_(std::move(name)) {}
    void print(std::ostream& out) const { out << name_ << '!'; }

  private:
    std::string name_;
};
inline std::ostream& operator<<(std::ostream& out, const Named& n) {
    n.print(out);
    return out;
}
class Quiet {
  public:
    Quiet(std::string name) : name_(std::move(name)) {}
    std::string name_;
};
inline std::ostream& operator<<(std::ostream& out, const Quiet& q) {
    return out << '(' << q.name_ << ')';
}

inline void operators(std::ostream& out) {
    Matrix a, b;
    a.values[0] = 2, a.values[1] = 3, b.values[0] = 5, b.values[1] = -1;
    out << a * b << ' ' << 3 * a << ' ' << a + b << ' ' << 2 * (a + b) * b << '\n';
    a.values[0] = -4;
    try {
        out << a + b;
    } catch (const std::exception& e) {
        out << e.what() << '\n';
    }
    out << Named("one") << std::string(" two ") << Quiet("three") << '\n';
}

class Steps {
  public:
    class iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = int;
        using difference_type = std::ptrdiff_t;
        using pointer = const int*;
        using reference = const int&;
        iterator(int at, int by) : at_(at), by_(by) {}
        const int& operator*() const { return at_; }
        iterator& operator++() {
            at_ += by_;
            return *this;
        }
        bool operator==(const iterator& o) const { return at_ >= o.at_; }
        bool operator!=(const iterator& o) const { return !(*this == o); }

      private:
        int at_, by_;
    };
    Steps(int from, int to, int by) : from_(from), to_(to), by_(by) {}
    iterator begin() const { return {from_, by_}; }
    iterator end() const { return {to_, by_}; }

  private:
    int from_, to_, by_;
};

struct Chain {
    struct Link {
        int value;
        Link* next;
    };
    struct iterator {
        Link* at;
        int& operator*() const { return at->value; }
        iterator& operator++() {
            at = at->next;
            return *this;
        }
        bool operator!=(const iterator& o) const { return at != o.at; }
    };
    Link* first = nullptr;
    ~Chain() {
        while (first != nullptr) {
            Link* gone = first;
            first = first->next;
            delete gone;
        }
    }
    void add(int value) { first = new Link{value, first}; }
    iterator begin() { return {first}; }
    iterator end() { return {nullptr}; }
};

template <std::size_t R, std::size_t C>
int sum_of_rows(const int (&all)[R][C]) {
    int sum = 0;
    for (const auto& row : all)
        for (int x : row) sum = 2 * sum + x;
    return sum;
}

inline void loops(std::ostream& out) {
    for (int i : Steps(1, 20, 6)) out << i << ' ';
    Chain chain;
    for (const int& i : Steps(0, 5, 2)) chain.add(i);
    for (int& x : chain) x = 10 * x + 1;
    for (auto x : chain) out << x << ' ';
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (auto& row : table) {
        for (auto& x : row) x += 1;
        std::fill(row + 1, row + 2, 9);
    }
    out << sum_of_rows(table) << '\n';
}

class NoAccount : public std::exception {
  public:
    explicit NoAccount(int id) : why_("no account " + std::to_string(id)) {}
    const char* what() const noexcept override { return why_.c_str(); }

  private:
    std::string why_;
};
class TooLittle : public std::runtime_error {
  public:
    explicit TooLittle(double lacks) : std::runtime_error("too little"), lacks_(lacks) {}
    double lacks() const { return lacks_; }

  private:
    double lacks_;
};
struct Deeper : NoAccount {
    Deeper() : NoAccount(-1) {}
    const char* what() const noexcept override { return "deeper"; }
};

inline int fails(int how) {
    switch (how) {
        case 0: throw NoAccount(7);
        case 1: throw TooLittle(2.5);
        case 2: throw Deeper();
        case 3: throw std::underflow_error("under");
        case 4: throw std::overflow_error("over");
        default: return how;
    }
}

inline void errors(std::ostream& out) {
    for (int how = 0; how < 6; ++how) {
        try {
            out << fails(how) << ' ';
        } catch (const TooLittle& e) {
            out << e.what() << ' ' << e.lacks() << ' ';
        } catch (const std::exception& e) {
            out << e.what() << ' ';
        }
    }
    try {
        try {
            fails(2);
        } catch (const NoAccount& e) {
            out << e.what() << ' ';
            throw;
        }
    } catch (std::exception& e) {
        out << e.what() << '\n';
    }
}

struct Person {
    std::string name;
    int age;
    bool operator<(const Person& o) const { return std::tie(age, name) < std::tie(o.age, o.name); }
    bool operator==(const Person& o) const {
        return std::tie(age, name) == std::tie(o.age, o.name);
    }
};
enum class Kind : unsigned short { few = 3, many = 400 };

inline void tuples(std::ostream& out) {
    std::vector<Person> all{{"Eve", 30}, {"Al", 25}, {"Bo", 30}, {"Al", 24}};
    std::sort(all.begin(), all.end());
    for (const Person& p : all) out << p.name << p.age << ' ';
    std::sort(all.rbegin(), all.rend());
    out << all[0].name << (all[0] == Person{"Eve", 30}) << ' ';
    const auto joined = std::tuple_cat(std::make_tuple(1, 2.5), std::tuple<char>('c'),
                                       std::make_tuple(std::string("four")));
    out << std::get<0>(joined) << std::get<double>(joined) << std::get<2>(joined)
        << std::get<std::string>(joined) << std::tuple_size<decltype(joined)>::value << ' ';
    std::tuple<int, std::string> one(4, "x");
    std::get<int>(one) = 9;
    std::string last;
    std::tie(std::ignore, last) = one;
    out << std::get<0>(one) << last << (one < std::make_tuple(9, std::string("y")))
        << (one >= std::make_tuple(10, std::string("a"))) << '\n';
    int numbers[5] = {1, 2, 3, 4, 5};
    const std::vector<int> none;
    out << std::size(numbers) << std::size(none) << std::empty(none) << std::empty(numbers)
        << *std::data(numbers) << ' ' << static_cast<std::underlying_type_t<Kind>>(Kind::many)
        << sizeof(std::underlying_type<Kind>::type) << '\n';
}

struct ByLength {
    bool operator()(const std::string& a, const std::string& b) const {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

inline void orders(std::ostream& out) {
    const char* words[] = {"pear", "fig", "apple", "kiwi", "fig"};
    std::set<std::string, ByLength> lengths;
    std::multiset<std::string, std::greater<std::string>> backwards;
    std::map<int, std::string, std::greater<int>> numbered;
    std::multimap<int, std::string, std::greater<int>> sizes;
    int n = 0;
    for (const char* word : words) {
        lengths.insert(word);
        backwards.insert(word);
        numbered[++n] = word;
        sizes.insert({static_cast<int>(std::string(word).size()), word});
    }
    for (const auto& w : lengths) out << w << ' ';
    for (const auto& w : backwards) out << w << ' ';
    for (const auto& [k, w] : numbered) out << k << w << ' ';
    for (const auto& [k, w] : sizes) out << k << w << ' ';
    numbered.erase(numbered.find(3));
    std::set<std::pair<int, int>> waiting{{3, 1}, {1, 2}, {2, 0}};
    waiting.erase(waiting.begin());
    out << numbered.size() << numbered.count(3) << waiting.begin()->first << '\n';
    std::map<std::pair<int, int>, double> grid;
    grid[{1, 2}] = 0.5;
    grid[{0, 3}] += 1.5;
    grid[{1, 2}] *= 4;
    for (const auto& [at, value] : grid) out << at.first << at.second << '=' << value << ' ';
    std::vector<int> some;
    for (int i = 0; i < 60; ++i) some.push_back(i * 37 % 61 % 40);
    std::nth_element(some.begin(), some.begin() + 25, some.end(), std::greater<>());
    for (int x : some) out << x << ' ';
    std::nth_element(some.begin(), some.begin() + 30, some.end());
    for (int x : some) out << x << ' ';
    std::partial_sort(some.begin() + 1, some.begin() + 9, some.end());
    for (int x : some) out << x << ' ';
    std::partial_sort(some.begin(), some.begin() + 20, some.end(), std::greater<int>());
    for (int x : some) out << x << ' ';
    std::reverse_copy(some.begin(), some.begin() + 5, std::ostream_iterator<int>(out, ","));
    const std::string text = "level";
    out << std::equal(text.begin(), text.begin() + 2, text.rbegin()) << '\n';
}

class Buffer {
  public:
    explicit Buffer(int n) : n_(n), at_(n > 0 ? new int[n] : nullptr) {}
    Buffer(Buffer&& o) noexcept : n_(std::exchange(o.n_, 0)), at_(std::exchange(o.at_, nullptr)) {}
    ~Buffer() { delete[] at_; }
    void swap(Buffer& o) noexcept {
        std::swap(n_, o.n_);
        std::swap(at_, o.at_);
    }
    int n_;
    int* at_;
};

inline void small_things(std::ostream& out) {
    Buffer a(3), b(5);
    a.swap(b);
    const Buffer c(std::move(a));
    out << a.n_ << (a.at_ == nullptr) << b.n_ << c.n_ << ' ';
    for (int i = 0; i < 3; ++i) out << std::string(i + 1, 'a' + i) << ' ';
    std::istringstream in("12 x 5");
    int x = 0;
    in >> x;
    in.setstate(std::ios::failbit);
    out << x << in.fail() << static_cast<bool>(in) << ' ';
    in.clear();
    std::string word;
    in >> word >> x;
    out << word << x << '\n';
}

template <typename E>
void engine(std::ostream& out) {
    E e(17), other;
    for (int i = 0; i < 40; ++i) out << e() << ' ';
    e.discard(700);
    out << e() << ' ' << E::min() << ' ' << E::max() << ' ' << other() << ' ';
    other.seed(3);
    std::uniform_real_distribution<double> real(1, 2);
    std::uniform_int_distribution<int> whole(0, 9);
    std::normal_distribution<float> normal;
    for (int i = 0; i < 3; ++i) {
        const double a = real(other);
        const int b = whole(other);
        out << a << ' ' << b << ' ' << normal(other) << ' ';
    }
    out << '\n';
}

template <typename D>
void distribution(std::ostream& out, D d) {
    std::mt19937 e(5);
    const auto before = out.precision(17);
    for (int i = 0; i < 20; ++i) out << d(e) << ' ';
    out.precision(before);
    out << '\n';
}

inline void randoms(std::ostream& out) {
    engine<std::ranlux24_base>(out);
    engine<std::ranlux48_base>(out);
    engine<std::ranlux24>(out);
    engine<std::ranlux48>(out);
    engine<std::knuth_b>(out);
    engine<std::minstd_rand>(out);
    distribution(out, std::gamma_distribution<double>(2.0, 3.0));
    distribution(out, std::gamma_distribution<double>(0.5, 1.0));
    distribution(out, std::gamma_distribution<float>(2.0f, 3.0f));
    distribution(out, std::chi_squared_distribution<double>(3));
    distribution(out, std::cauchy_distribution<double>(0, 1));
    distribution(out, std::fisher_f_distribution<double>(3, 4));
    distribution(out, std::student_t_distribution<double>(5));
    distribution(out, std::weibull_distribution<double>(2, 1));
    distribution(out, std::extreme_value_distribution<double>(0, 1));
    std::mt19937 a(1), b(1);
    std::uniform_int_distribution<int> die;
    using Range = std::uniform_int_distribution<int>::param_type;
    out << (a == b) << die(a, Range(3, 8)) << (a == b) << '\n';
}

inline int difference(int a, int b) {
    return a - b;
}
inline double mixed(int a, double b, const std::string& c) {
    return a * b + static_cast<double>(c.size());
}

inline void bound(std::ostream& out) {
    using namespace std::placeholders;
    out << std::bind(difference, _2, _1)(3, 10) << ' ';
    const std::function<int(int)> less = std::bind(difference, std::placeholders::_1, 5);
    out << less(9) << ' ' << std::bind(mixed, _1, 2.5, _2)(4, std::string("abc")) << ' ';
    std::vector<int> some{5, 8, 2, 9};
    out << std::count_if(some.begin(), some.end(), std::bind(std::greater<int>(), _1, 4)) << ' ';
    std::mt19937 engine(7);
    std::uniform_real_distribution<float> zero_to_one(0, 1);
    // Its own engine, and the one that others use as well.
    auto own = std::bind(zero_to_one, engine);
    auto shared = std::bind(zero_to_one, std::ref(engine));
    for (int i = 0; i < 2; ++i) {
        out << own() << ' ';
        out << shared() << ' ';
    }
    out << zero_to_one(engine) << ' ';
    std::generate(some.begin(), some.end(),
                  std::bind(std::uniform_int_distribution<int>(1, 6), std::mt19937(3)));
    for (int x : some) out << x;
    int count = 0;
    auto more = std::bind([](int& k) { ++k; }, std::ref(count));
    more();
    more();
    auto square = std::bind(std::multiplies<int>(), _1, _1);
    out << ' ' << count << ' ' << square(7);
    std::vector<int> others{1, 2, 3, 4};
    std::swap_ranges(some.begin() + 1, some.end(), others.begin());
    for (int x : others) out << ' ' << x;
    out << '\n';
}

}  // namespace host_programs
