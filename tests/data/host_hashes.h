// Containers whose order follows from hashes, as libstdc++ has it. Compiled by a compiler, and run
// as a text, this prints the same.
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace host_hashes {

struct Cell {
    int x, y;
    bool operator==(const Cell& o) const { return x == o.x && y == o.y; }
};
struct CellHash {
    std::size_t operator()(const Cell& c) const {
        return static_cast<std::size_t>(c.x) * 31 + static_cast<std::size_t>(c.y);
    }
};
struct Caseless {
    bool operator()(const std::string& a, const std::string& b) const {
        return a.size() == b.size();
    }
};
struct Length {
    std::size_t operator()(const std::string& s) const { return s.size(); }
};

}  // namespace host_hashes

namespace std {
template <>
struct hash<host_hashes::Cell> {
    size_t operator()(const host_hashes::Cell& c) const {
        return hash<int>()(c.x) ^ (hash<int>()(c.y) << 1);
    }
};
}  // namespace std

namespace host_hashes {

inline void hashes(std::ostream& out) {
    out << std::hash<int>{}(-7) << ' ' << std::hash<long>{}(5) << ' ' << std::hash<bool>{}(true)
        << ' ' << std::hash<char>{}('a') << ' ' << std::hash<float>{}(1.5f) << ' '
        << std::hash<double>{}(-0.0) << ' ' << std::hash<double>{}(2.5) << '\n';
    std::string text;
    for (int i = 0; i < 20; ++i) {
        out << std::hash<std::string>{}(text) << ' ';
        text += static_cast<char>('a' + i * 7 % 26);
    }
    out << (std::hash<std::string_view>{}("abc") == std::hash<std::string>{}("abc"))
        << std::hash<Cell>{}({3, 4}) << '\n';
}

/// What a list of random insertions and removals leaves, and in which order.
inline void orders(std::ostream& out) {
    unsigned seed = 12345;
    const auto next = [&](unsigned below) {
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 8) % below;
    };
    for (int round = 0; round < 12; ++round) {
        std::unordered_set<int> set;
        std::unordered_map<std::string, int> map;
        const unsigned range = 3u << round;
        for (unsigned i = 0; i < 20u + 10u * static_cast<unsigned>(round); ++i) {
            const int key = static_cast<int>(next(range)) - 20;
            if (next(4) == 0) {
                set.erase(key);
                map.erase("k" + std::to_string(key));
            } else {
                set.insert(key);
                map["k" + std::to_string(key)] += 1;
            }
            if (i == 30) set.reserve(next(100));
            if (i == 40) map.rehash(next(50));
        }
        out << set.size() << '/' << set.bucket_count() << ':';
        for (const int each : set) out << ' ' << each;
        out << '\n' << map.size() << '/' << map.bucket_count() << ':';
        for (const auto& [key, count] : map) out << ' ' << key << '=' << count;
        out << '\n';
        const auto copy = map;
        for (auto it = copy.begin(); it != copy.end(); ++it) out << it->second;
        for (auto it = set.begin(); it != set.end();) {
            if (*it % 3 == 0)
                it = set.erase(it);
            else
                ++it;
        }
        set.insert(1000);
        for (const int each : set) out << ' ' << each;
        out << (copy == map) << '\n';
    }
}

inline void uses(std::ostream& out) {
    std::unordered_map<int, std::vector<int>> graph{{1, {2, 3}}, {2, {4}}, {9, {}}};
    graph[3].push_back(1);
    int& kept = graph[2][0];
    for (int i = 100; i < 200; ++i) graph[i].push_back(i);
    kept = 77;
    out << graph[2][0] << graph.size() << graph.count(9) << (graph.find(5) == graph.end()) << '\n';
    std::unordered_map<Cell, std::string> cells;
    cells[{1, 2}] = "a";
    cells[{2, 1}] = "b";
    cells.insert({{5, 5}, "c"});
    cells.emplace(Cell{1, 2}, "not");
    for (const auto& each : cells) out << each.first.x << each.first.y << each.second << ' ';
    std::unordered_set<Cell, CellHash> visited;
    for (int i = 0; i < 30; ++i) visited.insert({i % 5, i % 3});
    std::vector<Cell> sorted(visited.begin(), visited.end());
    out << visited.size() << sorted.size() << sorted[0].x << sorted[0].y << '\n';
    std::unordered_set<std::string, Length, Caseless> lengths{"a", "b", "cc", "dd", "eee"};
    for (const auto& each : lengths) out << each << ' ';
    std::unordered_map<std::string, std::unique_ptr<int>> owned;
    owned["x"] = std::make_unique<int>(4);
    owned["y"] = std::make_unique<int>(5);
    owned.erase("x");
    out << *owned["y"] << owned.size() << '\n';
    std::unordered_map<int, int> squares;
    for (int i = 0; i < 40; ++i) squares[i * i] = i;
    int most = 0, all = 0;
    for (auto& entry : squares) {
        entry.second += 1;
        most = std::max(most, entry.first);
        all = all * 3 % 1009 + entry.second;
    }
    const auto found = squares.find(49);
    out << most << ' ' << all << ' ' << found->second << ' ' << squares.at(25) << '\n';
    const auto [where, is_new] = squares.insert({49, 1});
    out << where->second << is_new << squares.insert({-1, 2}).second << squares.erase(49)
        << squares.erase(49) << '\n';
    try {
        squares.at(12345);
    } catch (const std::out_of_range& e) {
        out << e.what() << '\n';
    }
    squares.clear();
    squares[3] = 4;
    out << squares.size() << squares.begin()->second << squares.empty() << '\n';
    const std::unordered_map<char, int> letters{{'a', 1}, {'b', 2}, {'c', 3}};
    for (const auto& [letter, value] : letters) out << letter << value;
    std::unordered_set<int> from{5, 3, 5, 1};
    std::unordered_set<int> moved = std::move(from);
    moved.insert(8);
    for (const int each : moved) out << ' ' << each;
    out << '\n';
}

/// What is kept of an element stays its own, whatever comes and goes beside it.
inline void nodes(std::ostream& out) {
    std::map<int, int> m;
    int& kept = m[50];
    for (int i = 0; i < 100; ++i) {
        if (i != 50) m[i] = i % 7;
    }
    kept = 777;
    auto it = m.find(20);
    m.erase(10);
    m[-1] = 3;
    m.erase(it++);
    out << m[50] << ' ' << it->first << ' ' << m.size() << ' ' << (--it)->first << ' '
        << std::prev(m.end())->first << '\n';
    const auto most = std::max_element(
        m.begin(), m.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    out << most->first << ' '
        << std::count_if(m.begin(), m.end(), [](const auto& each) { return each.second == 3; })
        << ' '
        << std::accumulate(m.begin(), m.end(), 0,
                           [](int sum, const auto& each) { return sum + each.second; })
        << ' ' << std::distance(m.begin(), m.find(40)) << ' ' << std::next(m.begin(), 5)->first
        << '\n';
    const std::vector<std::pair<int, int>> pairs(m.begin(), m.lower_bound(6));
    for (const auto& [key, value] : pairs) out << key << '=' << value << ' ';
    std::map<int, int> again(pairs.begin(), pairs.end()), other = again;
    other[2] = 9;
    out << again.size() << (again == m) << (again == other)
        << (m.begin()->first == again.begin()->first) << again[2] << '\n';
    for (auto each = m.begin(); each != m.end();) {
        if (each->first % 3 != 0)
            each = m.erase(each);
        else
            ++each;
    }
    for (auto each = m.rbegin(); each != m.rend(); ++each) out << each->first << ' ';
    out << m.count(3) << m.count(4) << m.upper_bound(9)->first << (m.upper_bound(99) == m.end())
        << '\n';
    const auto later = [](int a, int b) { return a > b; };
    std::set<int, decltype(later)> falling(later);
    std::set<std::string, std::greater<std::string>> words{"pear", "fig", "apple", "fig"};
    for (int i = 0; i < 10; ++i) falling.insert(i * 7 % 10);
    for (const int each : falling) out << each;
    for (const auto& word : words) out << ' ' << word;
    const auto [place, is_new] = words.insert("zoo");
    out << ' ' << *place << is_new << words.insert("fig").second << *words.rbegin()
        << *std::next(words.begin()) << '\n';
    std::multimap<std::string, int> many{{"b", 1}, {"a", 2}, {"b", 3}};
    many.insert({"b", 0});
    many.emplace("a", 9);
    const auto range = many.equal_range("b");
    for (auto each = range.first; each != range.second; ++each) out << each->second;
    many.erase(many.find("b"));
    for (const auto& [key, value] : many) out << ' ' << key << value;
    std::multiset<int> bag{3, 1, 3, 2, 3};
    out << ' ' << bag.count(3) << bag.erase(3) << bag.size() << *bag.begin() << '\n';
    std::map<std::string, std::unique_ptr<int>> owned;
    owned["x"] = std::make_unique<int>(4);
    owned["a"] = std::make_unique<int>(5);
    std::map<std::string, std::map<int, std::vector<int>>> deep;
    deep["p"][3].push_back(1);
    deep["p"][1] = {4, 5};
    const auto copy = deep;
    deep["p"].clear();
    out << *owned["x"] << owned.size() << owned.begin()->first << copy.at("p").at(1)[1]
        << copy.at("p").size() << deep["p"].size() << '\n';
    std::set<int> a{1, 3, 5, 7}, b{3, 4, 5};
    std::vector<int> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    std::copy(b.begin(), b.end(), std::back_inserter(both));
    std::set<int> all(both.begin(), both.end());
    all.insert(a.begin(), a.end());
    for (const int each : both) out << each;
    out << ' ' << all.size() << (std::find(all.begin(), all.end(), 4) != all.end()) << *all.begin()
        << '\n';
}

}  // namespace host_hashes
