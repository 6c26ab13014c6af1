// Containers whose order follows from hashes, as libstdc++ has it. Compiled by a compiler, and run
// as a text, this prints the same.
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
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

}  // namespace host_hashes
