// What the standard library's strings, streams, containers and algorithms do on the host: compiled
// by a compiler, and run as a text, this prints the same.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace host_library {

struct Named {
    std::string name;
    int number;
    std::vector<int> parts;
};

struct Holder {
    Named inner;
    std::string texts[2];
};

Named named(const std::string& name, int number) {
    Named made;
    made.name = name;
    made.number = number;
    for (int i = 0; i < number; ++i) made.parts.push_back(i * number);
    return made;
}

std::string joined(std::vector<std::string> all, const std::string& between = ", ") {
    std::string sum;
    for (size_t i = 0; i < all.size(); ++i) {
        if (i > 0) sum += between;
        sum += all[i];
        all[i].clear();
    }
    return sum;
}

std::ostream& operator<<(std::ostream& out, const Named& n) {
    return out << n.name << '#' << n.number << '(' << n.parts.size() << ')';
}

void strings(std::ostream& out) {
    std::string a = "abc", b(3, 'x'), c, d("hello", 4), e = a + b + 'y' + "tail";
    c = a;
    c[0] = 'Z';
    c += b;
    c.append("end").push_back('!');
    out << a << ' ' << b << ' ' << c << ' ' << d << ' ' << e << ' ' << e.size() << ' ' << c.length()
        << '\n';
    out << (a == "abc") << (a != c) << (a < c) << (std::string("b") > a) << ("abc" == a)
        << a.empty() << '\n';
    out << e.find("xx") << ' ' << e.find('q') << ' ' << (e.find("zz") == std::string::npos) << ' '
        << e.rfind('x') << ' ' << e.find("x", 4) << ' ' << e.find_first_of("yt") << ' '
        << e.find_last_of("xy") << ' ' << e.substr(2, 3) << ' ' << e.substr(6) << '\n';
    e.replace(0, 3, "ABCD");
    e.insert(1, "--");
    e.erase(0, 1);
    out << e << ' ' << e.compare("a") << ' ' << e.front() << e.back() << ' ' << e.at(2) << '\n';
    int letters = 0;
    for (char each : e) letters += each >= 'a' && each <= 'z';
    for (char& each : e)
        if (each == '-') each = '+';
    out << letters << e << '\n';
    std::transform(a.begin(), a.end(), a.begin(), ::toupper);
    std::reverse(c.begin(), c.end());
    std::sort(d.begin(), d.end());
    out << a << ' ' << c << ' ' << d << '\n';
    out << std::to_string(-12) << std::to_string(7u) << std::to_string(1.25)
        << std::to_string(5000000000LL) << ' ' << std::stoi("-17x") << ' ' << std::stof("1.5e2")
        << ' ' << std::stod("0.125") << ' ' << std::stol("99") << ' '
        << std::stoull("18446744073709551615") << ' ' << std::stoi("ff", nullptr, 16) << '\n';
    out << joined({"one", "two", "three"}) << '|' << joined(std::vector<std::string>(2, "z"), "/")
        << '\n';
    std::vector<std::string> words{"pear", "apple", "fig"};
    std::vector<std::string> copy = words;
    std::sort(words.begin(), words.end());
    copy[0] += "s";
    out << joined(words) << ' ' << joined(copy, "") << '\n';
    char buffer[32];
    std::strcpy(buffer, words[1].c_str());
    std::strcat(buffer, "+");
    std::snprintf(buffer + 4, 20, "%s-%d", words[0].data(), 5);
    out << buffer << ' ' << std::strlen(buffer) << ' ' << std::strcmp("a", "b") << '\n';
    const char* text = "pointer";
    std::string from = text ? text : "none";
    from = from.empty() ? "empty" : from + "s";
    out << from << '\n';
    std::string moved = std::move(from);
    out << moved << moved.size() << '\n';
}

void copies(std::ostream& out) {
    Named a = named("a", 3), b = a, c{"c", 1, {7}};
    b.name += "b";
    b.parts[0] = 100;
    c = a;
    c.parts.push_back(5);
    out << a << b << c << a.parts[0] << b.parts[0] << c.parts.size() << '\n';
    std::vector<Named> all;
    all.push_back(a);
    all.push_back(named("d", 2));
    all.emplace_back(b);
    std::vector<Named> others = all;
    others[1].name = "changed";
    others[0].parts.clear();
    for (const Named& each : all) out << each << ' ';
    for (const auto& each : others) out << each << ' ';
    Holder h;
    h.inner = a;
    h.texts[0] = "zero";
    Holder g = h;
    g.texts[0] += "!";
    g.inner.name = "g";
    out << h.texts[0] << g.texts[0] << h.inner << g.inner << h.texts[1].size() << '\n';
}

void streams(std::ostream& out) {
    std::ostringstream made;
    made << "x=" << 5 << std::setw(6) << 1.5 << '|' << std::left << std::setw(4) << 7 << '|'
         << std::setfill('0') << std::right << std::setw(4) << 42 << std::hex << 255 << std::dec
         << std::boolalpha << true;
    made << std::fixed << std::setprecision(3) << 2.0 / 3 << std::scientific << 12345.678;
    out << made.str() << ' ' << made.str().size() << '\n';
    made.str("");
    made << std::setw(8) << std::string("word") << std::setw(3) << 'c';
    out << made.str() << '\n';
    std::istringstream from("12 -7 2.5 word next 99 x");
    int i = 0, j = 0, last = -1;
    double d = 0;
    std::string w, v;
    from >> i >> j >> d >> w >> v >> last;
    out << i << j << d << w << v << last << from.good();
    from >> last;
    out << last << from.fail() << from.eof() << '\n';
    std::stringstream both;
    both << 3 << ' ' << 4;
    int sum = 0, each;
    while (both >> each) sum += each;
    out << sum << both.eof() << '\n';
    std::istringstream lines("a b\n\nlast");
    std::string line;
    while (std::getline(lines, line)) out << '[' << line << ']';
    std::istringstream fields("1,22,,4");
    while (std::getline(fields, line, ',')) out << '<' << line << '>';
    out << '\n';
    out << std::showpos << 3 << std::noshowpos << ' ' << 1e-9 << ' ' << 123456789.0 << ' ' << 0.1f
        << ' ' << (const char*)"chars" << ' ' << 'c' << ' ' << true << ' ' << 65535u << '\n';
    const int before = static_cast<int>(out.precision());
    out.precision(3);
    out << 3.14159 << ' ' << before;
    out.precision(before);
    out << ' ' << 3.14159 << '\n';
}

void files(std::ostream& out) {
    std::FILE* f = std::fopen("host_library_test.tmp", "w");
    if (f == nullptr) return;
    std::fprintf(f, "%d %s %.2f\n", 3, "word", 2.5);
    std::fputs("second line\n", f);
    std::fputc('t', f);
    std::fclose(f);
    f = std::fopen("host_library_test.tmp", "r");
    int n = 0;
    char word[20], line[80];
    float x = 0;
    const int got = std::fscanf(f, "%d %19s %f", &n, word, &x);
    out << got << n << word << x << '\n';
    while (std::fgets(line, sizeof line, f) != nullptr) out << '[' << line << ']';
    out << (std::feof(f) != 0) << std::ftell(f);
    std::rewind(f);
    out << static_cast<char>(std::fgetc(f)) << (std::feof(f) != 0);
    std::fseek(f, -3, SEEK_END);
    const int c = std::getc(f);
    std::ungetc(c, f);
    out << c << std::fgetc(f) << std::ftell(f) << '\n';
    std::fclose(f);
    const double values[4] = {1.5, 2.5, -3, 1e100};
    double read[4] = {0, 0, 0, 0};
    f = std::fopen("host_library_test.tmp", "wb");
    out << std::fwrite(values, sizeof(double), 4, f);
    std::fclose(f);
    f = std::fopen("host_library_test.tmp", "rb");
    out << std::fread(read, sizeof(double), 3, f) << std::fread(read + 3, sizeof(double), 3, f)
        << (std::feof(f) != 0) << read[2] << ' ' << read[3] << '\n';
    std::fclose(f);
    f = std::fopen("host_library_test.tmp", "a");
    std::fputs("more", f);
    std::fclose(f);
    {
        std::ofstream to("host_library_test.tmp");
        to << "1 2\n3 4 five\n";
    }
    std::ifstream in("host_library_test.tmp");
    int a = 0, b = 0, sum = 0;
    std::string rest;
    if (!in.is_open()) return;
    for (int i = 0; i < 2; ++i) {
        in >> a >> b;
        sum = 10 * sum + a * b;
    }
    in >> rest;
    out << sum << rest << '\n';
    in.close();
    std::remove("host_library_test.tmp");
    std::ifstream none("there/is/none");
    out << none.is_open() << none.good() << !none << (std::fopen("there/is/none", "r") == nullptr)
        << '\n';
    int y = 0, z = 0;
    char tail[8] = "";
    out << std::sscanf("12:34 rest", "%d:%d %7s", &y, &z, tail) << y << z << tail
        << std::sscanf("x", "%d", &y) << std::sscanf("", "%d", &y) << '\n';
    unsigned hex = 0;
    long long wide = 0;
    double real = 0;
    char one = 0, set[8] = "";
    out << std::sscanf("ff -5000000000 1e3 q[abc]", "%x %lld %lf %c[%7[a-c]]", &hex, &wide, &real,
                       &one, set)
        << hex << wide << real << one << set << '\n';
}

bool by_length(const std::string& a, const std::string& b) {
    return a.size() < b.size();
}

int compare_ints(const void* a, const void* b) {
    const int x = *(const int*)a, y = *(const int*)b;
    return x < y ? -1 : x > y;
}

void containers(std::ostream& out) {
    std::map<std::string, int> m;
    m["two"] = 2;
    m["one"] = 1;
    m["two"] += 40;
    m.insert(std::make_pair(std::string("zero"), 0));
    m.insert({"one", 99});
    for (const auto& each : m) out << each.first << '=' << each.second << ' ';
    for (auto& [key, value] : m) value += static_cast<int>(key.size());
    out << m.size() << m.count("one") << m.count("no") << m.at("two") << (m.find("no") == m.end())
        << m.find("zero")->second << m.erase("one") << m.size() << '\n';
    std::map<int, std::vector<int>> lists;
    lists[3].push_back(1);
    lists[1].push_back(5);
    lists[3].push_back(2);
    std::map<int, std::vector<int>> other = lists;
    other[3][0] = 77;
    for (const auto& [key, list] : lists) out << key << ':' << list.size() << list[0] << ' ';
    out << other[3][0] << '\n';
    std::unordered_map<int, std::string> u;
    u[5] = "five";
    u[2] = "two";
    out << u.size() << u[5] << (u.find(2) != u.end()) << (u.find(3) != u.end()) << '\n';
    std::set<int> s{5, 1, 3, 1};
    s.insert(2);
    for (int each : s) out << each;
    out << s.count(3) << s.count(4) << *s.begin() << '\n';
    std::deque<int> d;
    d.push_back(2);
    d.push_front(1);
    d.push_back(3);
    d.pop_front();
    out << d.front() << d.back() << d.size() << d[1];
    std::list<int> l{4, 5};
    l.push_front(3);
    for (int each : l) out << each;
    std::queue<int> q;
    for (int i = 0; i < 4; ++i) q.push(i * i);
    q.pop();
    out << ' ' << q.front() << q.back() << q.size();
    std::stack<std::string> stack;
    stack.push("a");
    stack.push("b");
    stack.pop();
    out << stack.top() << stack.size();
    std::priority_queue<int> p;
    for (int each : {3, 9, 2, 7}) p.push(each);
    out << ' ';
    while (!p.empty()) {
        out << p.top();
        p.pop();
    }
    std::priority_queue<int, std::vector<int>, std::greater<int>> least;
    for (int each : {3, 9, 2, 7}) least.push(each);
    out << least.top() << '\n';
    std::vector<int> v{5, 3, 9};
    v.insert(v.begin() + 1, 4);
    v.insert(v.end(), 2, 8);
    v.erase(v.begin());
    v.insert(v.begin(), d.begin(), d.end());
    for (int each : v) out << each;
    out << (v == std::vector<int>{2, 3, 4, 3, 9, 8, 8}) << (v < std::vector<int>{9}) << '\n';
    std::vector<std::vector<float>> rows(2, std::vector<float>(3, 1.5f));
    rows[1][2] = 4;
    rows.push_back({1, 2});
    for (const auto& row : rows) out << std::accumulate(row.begin(), row.end(), 0.0f) << ' ';
    std::array<int, 3> fixed = {1, 2, 3};
    auto [x, y, z] = fixed;
    out << x << y << z << fixed.size() << '\n';
    std::pair<int, std::string> pair(1, "p"), same = pair;
    same.second += "q";
    auto [number, text] = same;
    out << pair.second << number << text << (pair == same) << (pair < same) << '\n';
    std::vector<bool> flags(4, false);
    flags[2] = true;
    out << flags[0] << flags[2] << flags.size() << '\n';
    std::unique_ptr<int[]> many(new int[4]());
    std::unique_ptr<Named> one = std::make_unique<Named>();
    many[2] = 6;
    one->name = "owned";
    std::unique_ptr<Named> taken = std::move(one);
    out << many[2] << taken->name << (one == nullptr) << (taken.get() != nullptr) << (taken ? 1 : 0)
        << '\n';
    std::vector<int> given{1, 2, 3}, got = std::move(given);
    std::swap(given, got);
    out << given.size() << got.size() << '\n';
}

std::string at_the_top = std::string("set ") + "before main";
std::vector<int> some_at_the_top{4, 5, 6};
Named named_at_the_top = named("top", 2);

int counted() {
    static std::vector<int> calls;
    static const std::string word("static");
    calls.push_back(static_cast<int>(word.size()));
    return static_cast<int>(calls.size());
}

std::tuple<int, std::string, double> three() {
    return std::make_tuple(3, std::string("three"), 3.5);
}

std::pair<int, int> halves(int n) {
    return {n / 2, n - n / 2};
}

void globals_and_tuples(std::ostream& out) {
    at_the_top += "!";
    out << at_the_top << some_at_the_top[2] << named_at_the_top << counted();
    out << counted() << '\n';
    const auto t = three();
    auto [number, text, real] = three();
    text += "s";
    out << std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << number << text << real << '\n';
    int low = 0, high = 0;
    std::tie(low, high) = halves(7);
    std::tuple<int, int> pair(8, 9);
    std::get<1>(pair) = 10;
    std::array<int, 3> a{1, 2, 3};
    std::get<2>(a) = 7;
    out << low << high << std::get<0>(pair) << std::get<1>(pair) << a[2] << '\n';
    std::vector<int> braced({7, 8}), one = {9};
    braced = {1, 2, 3, static_cast<int>(braced.size())};
    out << braced.size() << braced[3] << one[0] << '\n';
}

void algorithms(std::ostream& out) {
    std::vector<int> v(40);
    unsigned state = 12345;
    for (int& each : v) {
        state = state * 1103515245u + 12345u;
        each = static_cast<int>(state >> 16) % 100;
    }
    std::vector<int> sorted = v;
    std::sort(sorted.begin(), sorted.end());
    for (int each : sorted) out << each << ' ';
    std::sort(sorted.begin(), sorted.end(), [](int a, int b) { return a > b; });
    out << sorted[0] << sorted[39];
    std::sort(sorted.begin(), sorted.end(), std::greater<int>());
    out << sorted[1] << std::is_sorted(sorted.begin(), sorted.end()) << '\n';
    // What is equal comes in libstdc++'s order.
    std::vector<std::pair<int, int>> tied;
    for (int i = 0; i < 40; ++i) tied.push_back(std::make_pair(v[i] % 5, i));
    std::sort(tied.begin(), tied.end(),
              [](const std::pair<int, int>& a, const std::pair<int, int>& b) {
                  return a.first < b.first;
              });
    for (const auto& each : tied) out << each.second << ' ';
    std::vector<std::pair<int, int>> stable = tied;
    std::stable_sort(stable.begin(), stable.end(),
                     [](const std::pair<int, int>& a, const std::pair<int, int>& b) {
                         return a.second % 3 < b.second % 3;
                     });
    for (const auto& each : stable) out << each.second << ' ';
    out << '\n';
    std::vector<std::string> words{"ccc", "a", "bb"};
    std::sort(words.begin(), words.end(), by_length);
    for (const auto& each : words) out << each;
    int array[6] = {4, 1, 3, 1, 5, 9};
    std::qsort(array, 6, sizeof(int), compare_ints);
    for (int each : array) out << each;
    out << std::binary_search(array, array + 6, 5)
        << (std::lower_bound(array, array + 6, 4) - array)
        << (std::upper_bound(array, array + 6, 1) - array) << '\n';
    out << *std::max_element(v.begin(), v.end()) << ' '
        << (std::min_element(v.begin(), v.end()) - v.begin()) << ' '
        << std::count(v.begin(), v.end(), v[3]) << ' '
        << std::count_if(v.begin(), v.end(), [](int x) { return x % 2 == 0; }) << ' '
        << (std::find(v.begin(), v.end(), v[7]) - v.begin()) << ' '
        << (std::find_if(v.begin(), v.end(), [](int x) { return x > 90; }) - v.begin()) << ' '
        << std::accumulate(v.begin(), v.end(), 0) << ' '
        << std::accumulate(v.begin(), v.begin() + 3, 1, std::multiplies<int>()) << ' '
        << std::inner_product(v.begin(), v.end(), v.begin(), 0LL) << '\n';
    std::vector<int> sums(v.size()), twice;
    std::partial_sum(v.begin(), v.end(), sums.begin());
    std::transform(v.begin(), v.begin() + 5, std::back_inserter(twice),
                   [](int x) { return 2 * x; });
    std::copy(sums.begin(), sums.begin() + 2, std::back_inserter(twice));
    std::reverse(twice.begin(), twice.end());
    for (int each : twice) out << each << ' ';
    std::iota(v.begin(), v.end(), 1);
    std::rotate(v.begin(), v.begin() + 3, v.end());
    std::replace(v.begin(), v.end(), 5, 55);
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2 == 0; }), v.end());
    for (int each : v) out << each << ' ';
    std::vector<int> repeated{1, 1, 2, 2, 2, 3, 1};
    repeated.erase(std::unique(repeated.begin(), repeated.end()), repeated.end());
    for (int each : repeated) out << each;
    std::fill(repeated.begin(), repeated.end(), 4);
    std::function<int(int)> add = [&](int x) { return x + repeated[0]; };
    out << add(3) << std::any_of(v.begin(), v.end(), [](int x) { return x == 55; })
        << std::all_of(v.begin(), v.end(), [](int x) { return x > 0; })
        << std::none_of(v.begin(), v.end(), [](int x) { return x > 0; }) << '\n';
    out << std::numeric_limits<float>::max() << ' ' << std::numeric_limits<int>::min() << ' '
        << std::numeric_limits<double>::epsilon() << '\n';
}

void times(std::ostream& out) {
    using namespace std::chrono;
    const milliseconds a(1500);
    const duration<double> b = a;
    const duration<double, std::milli> c = seconds(2) + seconds(1);
    out << a.count() << ' ' << b.count() << ' ' << c.count() << ' '
        << duration_cast<seconds>(a).count() << ' ' << duration_cast<microseconds>(a * 2).count()
        << ' ' << (a < seconds(2)) << '\n';
    time_point<high_resolution_clock> begin = high_resolution_clock::now();
    const auto end = std::chrono::high_resolution_clock::now();
    const auto taken = std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count();
    out << (taken >= 0) << (begin <= end) << '\n';
}

template <typename... T>
void written_with(std::ostream& out, const T&... values) {
    ((out << values << ' '), ...);
    out << sizeof...(values) << '\n';
}

template <std::size_t... I>
int sum_at(const std::vector<int>& v, std::index_sequence<I...>) {
    return (v[I] + ... + 0);
}

template <typename T>
struct Filled {
    std::vector<T> all;
    int many = 0;
    template <typename... A>
    explicit Filled(const char* name, A&&... values)
        : all{static_cast<T>(values)...}, many(static_cast<int>(sizeof...(values))) {
        many += static_cast<int>(std::string(name).size());
    }
};

struct Task {
    std::string name;
    std::function<int(int)> work;
    int times;
};

void packs(std::ostream& out) {
    written_with(out, 1, 2.5, "three", std::string("four"));
    written_with(out);
    const std::vector<int> v{1, 2, 4, 8};
    out << sum_at(v, std::make_index_sequence<4>{}) << sum_at(v, std::index_sequence<0, 3>{})
        << std::make_index_sequence<3>::size() << '\n';
    const Filled<float> filled("ab", 1, 2.5, 3u);
    out << filled.all.size() << filled.all[1] << filled.many << '\n';
    const auto print = [&](auto&&... x) { ((out << x << ','), ...); };
    print(1, "two", 3.5);
    std::vector<Task> tasks;
    tasks.push_back({"one", [&](int n) { return n + v[1]; }, 3});
    tasks.push_back({"two", [=](int n) { return n * v[2]; }, 4});
    tasks.emplace_back(Task{"three", [](int n) { return -n; }, 5});
    for (const auto& task : tasks) out << task.name << task.work(task.times) << '\n';
    std::vector<std::pair<std::string, std::function<int(int)>>> named{
        {"a", [](int i) { return i + 1; }}, {"b", [](int i) { return i * 2; }}};
    for (const auto& [name, f] : named) out << name << f(5) << '\n';
    const std::map<std::string, std::function<double(double)>> by_name{
        {"square", [](double x) { return x * x; }}, {"half", [](double x) { return x / 2; }}};
    for (const auto& [name, f] : by_name) out << name << f(3) << '\n';
}

double timed(const std::function<void()>& f, int times = 2) {
    for (int i = 0; i < times; ++i) f();
    return times;
}

std::function<int(int)> adder(int k) {
    return [=](int x) { return x + k; };
}

int twice(int x) {
    return 2 * x;
}

struct Multiplier {
    int by;
    int operator()(int x) const { return by * x; }
};

int called(std::function<int(int)> f, int x) {
    return f ? f(x) : -1;
}

/// Lambdas that see the object around them, kept and called by another of its methods.
class Tasks {
  public:
    void add(const std::string& name, std::function<double(int)> f) { all.push_back({name, f}); }
    void add_own() {
        add("own", [this](int n) { return n * scale; });
        const int more = 4;
        add("copied", [=, this](int n) { return n * scale + more; });
        add("seen", [&](int n) { return half(n) + scale; });
    }
    double run(std::ostream& out) {
        double sum = 0;
        for (const auto& each : all) {
            out << each.first << each.second(scale) << ' ';
            std::for_each(all.begin(), all.end(), [&](const auto&) { sum += scale; });
        }
        return sum;
    }

  private:
    double half(int n) const { return n / 2.0; }
    std::vector<std::pair<std::string, std::function<double(int)>>> all;
    int scale = 3;
};

void functions(std::ostream& out) {
    int count = 0;
    std::string text;
    out << timed([&] { ++count; }) << timed([&] { text += "x"; }, 4) << count << text << '\n';
    const std::function<int(int)> five = adder(5), seven = adder(7);
    out << five(1) << seven(1) << '\n';
    std::function<int(int)> any;
    out << called(any, 1) << called(twice, 4) << called(Multiplier{3}, 5);
    any = twice;
    out << any(8);
    any = Multiplier{4};
    out << any(8) << (any != nullptr);
    any = nullptr;
    out << (any == nullptr) << '\n';
    const std::function<int(int)> fibonacci = [&](int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    };
    out << fibonacci(10) << '\n';
    Tasks named;
    named.add("square", [](int n) { return n * n; });
    named.add_own();
    out << named.run(out) << '\n';
    std::vector<std::function<void()>> todo;
    const auto part =
        static_cast<std::pair<int, std::vector<int>>>(std::pair<int, std::vector<int>>(1, {2, 3}));
    out << part.second[1];
    for (int i = 0; i < 3; ++i) todo.push_back([i, &out] { out << i << ' '; });
    for (auto& each : todo) each();
    std::function<bool(int, int)> before = std::greater<int>();
    std::vector<int> v{3, 1, 2};
    std::sort(v.begin(), v.end(), before);
    out << v[0] << v[1] << v[2] << '\n';
}

/// What is made and ended, in its order.
std::string lives;

template <typename T>
class Owner {
    T* data_ = nullptr;
    int size_ = 0;

  public:
    Owner() = default;
    explicit Owner(int size) : data_(new T[size]), size_(size) {
        lives += "+" + std::to_string(size);
    }
    ~Owner() {
        if (data_ != nullptr) lives += "-" + std::to_string(size_);
        delete[] data_;
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    Owner(Owner&& o) noexcept : data_(o.data_), size_(o.size_) {
        o.data_ = nullptr;
        o.size_ = 0;
    }
    Owner& operator=(Owner&& o) noexcept {
        if (this == &o) return *this;
        if (data_ != nullptr) lives += "=" + std::to_string(size_);
        delete[] data_;
        data_ = o.data_;
        size_ = o.size_;
        o.data_ = nullptr;
        o.size_ = 0;
        return *this;
    }
    int size() const { return size_; }
};

struct TwoOwners {
    Owner<int> a;
    Owner<float> b;
    int n;
    explicit TwoOwners(int k) : a(k), b(2 * k), n(k) {}
    ~TwoOwners() { lives += "~" + std::to_string(n); }
};

struct ManyOwners {
    Owner<char> first;
    int n;
    Owner<int> more[2];
    explicit ManyOwners(int k) : first(k), n(k) {
        more[0] = Owner<int>(k + 1);
        more[1] = Owner<int>(k + 2);
    }
};

struct Movable {
    Owner<int> a;
    int k = 3;
    explicit Movable(int n) : a(n) {}
};

struct DerivedOwner : Movable {
    Owner<char> d;
    explicit DerivedOwner(int n) : Movable(n), d(n + 5) {}
};

struct OuterOwner {
    DerivedOwner inner;
    OuterOwner() : inner(20) {}
};

Movable made(int n) {
    Movable m(n);
    m.k = 2 * n;
    return m;
}

int size_of(const Owner<int>& owner, int more) {
    return owner.size() + more;
}

void owners(std::ostream& out) {
    lives.clear();
    {
        const TwoOwners two(16);
        { const ManyOwners many(4); }
        Movable m = made(7);
        const Movable n(std::move(m));
        out << two.b.size() << m.a.size() << n.a.size() << n.k << '\n';
        { const OuterOwner outer; }
        const Movable* heap = new Movable(9);
        delete heap;
        for (int i = 0; i < 2; ++i) {
            const TwoOwners each(i + 1);
            if (i == 0) continue;
            lives += "in";
        }
        Owner<int> set(3);
        set = Owner<int>(5);
        int sizes = 0;
        sizes = size_of(Owner<int>(6), 8) + Owner<char>(8).size();
        out << set.size() << sizes << '\n';
        lives += ".";
    }
    out << lives << '\n';
}

struct OwnError {
    int code;
    std::string where;
};
struct ParseError : std::runtime_error {
    int line;
    ParseError(const std::string& what, int at) : std::runtime_error(what), line(at) {}
};

int thrown_by(int n) {
    if (n == 1) throw std::runtime_error("one");
    if (n == 2) throw std::invalid_argument("two");
    if (n == 3) throw 3;
    if (n == 4) throw "four";
    if (n == 5) throw OwnError{5, "here"};
    if (n == 6) throw ParseError("six", 66);
    if (n == 7) throw std::out_of_range("seven");
    return 100 * n;
}

int within(int n) {
    const Owner<int> guard(n + 10);
    int sum = 0;
    for (int i = 0; i <= n; ++i) {
        const Owner<int> each(i + 20);
        if (i == n) sum += thrown_by(n);
    }
    return sum + guard.size();
}

struct Throws {
    Owner<int> part;
    explicit Throws(int n) : part(n) {
        if (n > 50) throw std::length_error("too long");
    }
    int operator+(int n) const { return part.size() + thrown_by(n); }
};

int returns_in_catch(int n) {
    try {
        return thrown_by(n);
    } catch (int code) {
        return -code;
    } catch (...) {
        lives += "?";
    }
    return 7;
}

int nested(std::ostream& out, int n) {
    try {
        try {
            const Owner<char> guard(n + 40);
            return within(n);
        } catch (const std::logic_error& e) {
            out << "logic " << e.what() << ' ';
            throw;
        } catch (OwnError e) {
            throw ParseError(e.where, e.code);
        }
    } catch (const ParseError& e) {
        out << "parse " << e.what() << e.line << ' ';
    } catch (const std::exception& e) {
        out << "any " << e.what() << ' ';
    } catch (const char* text) {
        out << "text " << text << ' ';
    }
    return -1;
}

void exceptions(std::ostream& out) {
    lives.clear();
    for (int n = 0; n < 8; ++n) {
        try {
            out << nested(out, n);
        } catch (int code) {
            out << "code " << code;
        }
        out << '|' << returns_in_catch(n) << '\n';
    }
    out << lives << '\n';
    lives.clear();
    int x = 1;
    try {
        x = thrown_by(0) + thrown_by(3);
        x = 2;
    } catch (...) {
        out << x << ' ';
    }
    try {
        const Throws fine(30);
        out << fine + 8 << ' ';
        out << fine + 1;
    } catch (const std::runtime_error& e) {
        out << e.what() << ' ';
    }
    std::vector<int> v{1, 2, 3};
    try {
        v.at(2) = 5;
        v.at(3) = 4;
    } catch (const std::out_of_range&) {
        out << v[2] << " out ";
    }
    const std::function<long(int)> f = [](int n) { return thrown_by(n) + 1; };
    try {
        out << f(8) << ' ' << std::stoi("12") << ' ';
        out << f(2);
    } catch (const std::exception& e) {
        out << e.what();
    }
    int rounds = 0;
    while (true) {
        try {
            if (++rounds < 3) continue;
            thrown_by(rounds);
        } catch (int) {
            break;
        }
    }
    out << rounds << lives << '\n';
}

}  // namespace host_library
