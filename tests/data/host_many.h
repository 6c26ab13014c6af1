// Hashed containers whose keys may come several times, arrays that are calculated with as a whole,
// and what maps hold, seen as ranges. Compiled by a compiler, and run as a text, this prints the
// same.
#include <map>
#include <ostream>
#include <ranges>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <vector>

namespace host_many {

/// Elements come in libstdc++'s order, also where buckets are made anew and some are erased.
void several_of_one_key(std::ostream& out) {
    std::unordered_multiset<int> numbers{1, 2, 2, 3, 2};
    for (int x : numbers) out << x << ' ';
    out << numbers.count(2) << ' ' << numbers.erase(2) << ' ' << numbers.size() << '\n';
    for (int i = 0; i < 60; ++i) {
        numbers.insert(i % 7);
        out << numbers.bucket_count() << ':';
        for (int x : numbers) out << ' ' << x;
        out << '\n';
    }
    std::unordered_multimap<std::string, int> named;
    for (int i = 0; i < 40; ++i) named.emplace("k" + std::to_string(i % 5), i);
    named.insert({"k2", 100});
    named.insert(std::make_pair("k9", 101));
    for (const auto& [key, value] : named) out << key << '=' << value << ' ';
    const auto range = named.equal_range("k2");
    int sum = 0;
    for (auto at = range.first; at != range.second; ++at) sum += at->second;
    out << sum << ' ' << named.count("k2") << ' ' << (named.find("none") == named.end()) << '\n';
    named.erase(named.find("k9"));
    named.erase("k0");
    const std::unordered_multimap<std::string, int> copied = named;
    for (const auto& [key, value] : copied) out << key << '=' << value << ' ';
    const std::vector<int> more{5, 5, 9, 5, 1};
    std::unordered_multiset<int> from(more.begin(), more.end());
    from.insert(more.begin(), more.end());
    for (int x : from) out << x << ' ';
    out << from.bucket_count() << '\n';
}

void whole_arrays(std::ostream& out) {
    std::valarray<double> a{1, 4, 9};
    const std::valarray<double> b(2.0, 3);
    const std::valarray<double> c = a * b + 1.0, d = 2.0 - a, e = -a / b, f = std::sqrt(a);
    for (std::size_t i = 0; i < a.size(); ++i)
        out << c[i] << ' ' << d[i] << ' ' << e[i] << ' ' << f[i] << '\n';
    out << c.sum() << ' ' << c.min() << ' ' << c.max() << '\n';
    a += b;
    a *= 2.0;
    a[1] = 7;
    for (double x : a) out << x << ' ';
    std::valarray<int> n(8);
    for (int i = 0; i < 8; ++i) n[i] = i * i;
    const std::valarray<int> part = n[std::slice(1, 3, 2)], turned = n.cshift(2),
                             moved = n.shift(-1), more = n.apply([](int x) { return x + 1; });
    for (int x : part) out << x << ' ';
    n[std::slice(0, 4, 2)] = 5;
    n[std::slice(1, 4, 2)] += std::valarray<int>(100, 4);
    n[n > 120] = 0;
    const std::valarray<int> odd = n[n % 2 == 1];
    for (std::size_t i = 0; i < n.size(); ++i)
        out << n[i] << ' ' << turned[i] << ' ' << moved[i] << ' ' << more[i] << '\n';
    out << odd.size() << ' ' << odd.sum() << '\n';
}

/// Behind each name that a namespace has.
void parts_of_maps(std::ostream& out) {
    namespace seen = std::views;
    std::map<std::string, int> map{{"b", 1}, {"a", 2}, {"c", 3}};
    const auto keys = std::ranges::views::keys(map);
    const std::set<std::string> names(keys.begin(), keys.end());
    for (const std::string& name : names) out << name << ' ';
    for (int x : seen::values(map)) out << x << ' ';
    for (int x : map | std::ranges::views::values | seen::take(2)) out << x << ' ';
    for (int x : std::ranges::views::iota(1, 4)) out << x << ' ';
    out << '\n';
}

}  // namespace host_many
