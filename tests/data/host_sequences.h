// Containers whose elements stay where they are, vector<bool>, and algorithms over iterators that
// are no pointers. Compiled by a compiler, and run as a text, this prints the same.
#include <algorithm>
#include <bitset>
#include <deque>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace host_sequences {

template <typename C>
void show(std::ostream& out, const C& all) {
    for (const auto& each : all) out << each << ' ';
    out << '\n';
}

/// What vector<bool> gives for an element writes the vector.
inline void bits(std::ostream& out) {
    std::vector<bool> v(8, false);
    auto kept = v[3];
    kept = true;
    show(out, v);
    for (auto each : v) each = !each;
    show(out, v);
    for (auto&& each : v) each = true;
    v[1].flip();
    v[2] = v[1];
    const bool value = v[1];
    v[1] = true;
    out << value << kept << std::count(v.begin(), v.end(), true) << '\n';
    const std::vector<bool> copy = v;
    auto first = copy[0];
    first = false;
    out << copy[0] << first << (copy == v) << (std::find(v.begin(), v.end(), false) - v.begin());
    v.push_back(false);
    v.insert(v.begin() + 1, false);
    v.erase(v.begin());
    v.resize(11, true);
    v.flip();
    std::vector<bool>::swap(v[0], v[1]);
    out << v.size() << (copy < v) << v.front() << v.back() << (v[0] ? "T" : "F") << v[0] + v[3];
    int sum = 0;
    for (auto each : v) sum += each;
    out << sum << '\n';
    for (auto it = v.rbegin(); it != v.rend(); ++it) out << *it;
    std::sort(v.begin(), v.end());
    std::vector<std::vector<bool>> grid(2, std::vector<bool>(3));
    grid[1][2] = true;
    auto row = grid[1];
    row[0] = true;
    for (const auto& each : grid) show(out, each);
    try {
        v.at(40) = true;
    } catch (const std::out_of_range& e) {
        out << e.what() << '\n';
    }
    std::bitset<8> set("10110");
    auto bit = set[0];
    bit = true;
    set[7] = set[0];
    out << set << ~set[0] << set.count() << '\n';
    std::vector<int> numbers{1, 2};
    std::vector<int>::reference number = numbers[0];
    number = 9;
    out << numbers[0] << '\n';
}

inline void lists(std::ostream& out) {
    std::list<std::string> a{"b", "d", "f"}, b{"a", "c", "e", "g"};
    std::string* const kept = &*std::next(a.begin());
    for (int i = 0; i < 100; ++i) a.push_back("z" + std::to_string(i % 7));
    a.push_front("0");
    *kept = "D";
    out << *std::next(a.begin(), 2) << a.size() << '\n';
    a.resize(4);
    a.merge(b);
    show(out, a);
    out << b.empty() << *kept << '\n';
    const auto at = std::find(a.begin(), a.end(), "D");
    std::list<std::string> c;
    c.splice(c.end(), a, at);
    c.splice(c.begin(), a, a.begin(), std::next(a.begin(), 2));
    show(out, c);
    *kept = "moved";
    out << c.back() << a.size() << '\n';
    a.emplace_front("first");
    a.emplace(a.begin(), "before");
    a.insert(a.end(), {"x", "y"});
    a.sort(std::greater<std::string>());
    a.reverse();
    show(out, a);
    a.remove_if([](const std::string& s) { return s.size() > 1; });
    a.unique();
    std::list<std::string> d(a), e;
    e = d;
    d.pop_front();
    out << (a == e) << (a == d) << (a < d) << d.size() << *d.rbegin() << '\n';
    e.assign(2, "q");
    e.swap(d);
    out << d.front() << e.size() << std::distance(e.begin(), e.end()) << '\n';
    std::list<int> numbers{5, 3, 5, 1};
    for (auto it = numbers.begin(); it != numbers.end();)
        it = *it == 5 ? numbers.erase(it) : std::next(it);
    numbers.push_front(2);
    numbers.sort();
    show(out, numbers);
    out << std::accumulate(numbers.begin(), numbers.end(), 0) << '\n';
    auto taken = std::move(numbers);
    out << numbers.size() << taken.size() << '\n';
}

inline void deques(std::ostream& out) {
    std::deque<int> d{1, 2, 3};
    int& kept = d[1];
    int* const first = &d.front();
    for (int i = 0; i < 1000; ++i) {
        d.push_back(i);
        d.push_front(-i);
    }
    kept = 99;
    *first = 98;
    out << d[1000] << ' ' << d[1001] << ' ' << d.size() << '\n';
    std::sort(d.begin(), d.end());
    out << d.front() << d.back() << d[500] << ' ' << (d.end() - d.begin()) << '\n';
    d.erase(d.begin(), d.begin() + 1990);
    d.insert(d.begin() + 1, 5);
    d.insert(d.end() - 1, 2, 6);
    d.emplace_front(7);
    show(out, d);
    d.resize(5);
    for (auto it = d.rbegin(); it != d.rend(); ++it) out << *it << ' ';
    std::deque<int> e(d.begin(), d.end());
    e.pop_back();
    e.pop_front();
    out << (d == e) << std::count(e.begin(), e.end(), 5) << e.at(1) << '\n';
    try {
        e.at(100) = 1;
    } catch (const std::out_of_range& x) {
        out << x.what() << '\n';
    }
    std::stack<int> stack;
    std::queue<std::string> queue;
    for (int i = 0; i < 50; ++i) {
        stack.push(i);
        queue.push(std::to_string(i));
        if (i % 3 == 0) queue.pop();
    }
    stack.top() = 7;
    std::string& front = queue.front();
    for (int i = 0; i < 500; ++i) queue.emplace("more");
    front += "!";
    out << stack.top() << stack.size() << queue.front() << queue.back() << queue.size() << '\n';
}

struct Task {
    std::string name;
    int first;
    bool operator<(const Task& o) const { return first < o.first; }
};

/// What is equal leaves a heap in the order that libstdc++ gives it.
inline void heaps(std::ostream& out) {
    std::priority_queue<Task> tasks;
    for (int i = 0; i < 30; ++i) {
        tasks.push({std::string(1, static_cast<char>('a' + i % 26)), i * 7 % 4});
        if (i % 5 == 4) tasks.pop();
    }
    for (; !tasks.empty(); tasks.pop()) out << tasks.top().name << tasks.top().first << ' ';
    const auto last_digit = [](int a, int b) { return a % 10 < b % 10; };
    std::priority_queue<int, std::vector<int>, decltype(last_digit)> numbers(last_digit);
    for (const int each : {19, 25, 31, 47, 9, 15}) numbers.push(each);
    for (; !numbers.empty(); numbers.pop()) out << numbers.top() << ' ';
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>>
        pairs;
    pairs.push({3, 1});
    pairs.emplace(1, 9);
    pairs.emplace(1, 2);
    out << pairs.top().second << '\n';
}

inline void algorithms(std::ostream& out) {
    std::vector<int> v{5, 2, 8, 1, 9, 3, 8, 4};
    std::sort(v.rbegin(), v.rend());
    show(out, v);
    std::sort(v.begin(), v.end(), std::less<>());
    std::list<int> list(v.begin(), v.end());
    std::deque<int> deque(v.rbegin(), v.rend());
    out << *std::lower_bound(list.begin(), list.end(), 5)
        << *std::max_element(list.begin(), list.end())
        << std::equal(v.begin(), v.end(), deque.rbegin())
        << std::is_sorted(deque.begin(), deque.end())
        << *std::adjacent_find(list.begin(), list.end()) << '\n';
    std::reverse(list.begin(), list.end());
    std::rotate(list.begin(), std::next(list.begin(), 2), list.end());
    show(out, list);
    std::stable_sort(deque.begin(), deque.end(), [](int a, int b) { return a % 3 < b % 3; });
    show(out, deque);
    std::partial_sort(deque.begin(), deque.begin() + 3, deque.end());
    std::nth_element(deque.begin(), deque.begin() + 5, deque.end());
    out << deque[0] << deque[2] << deque[5] << '\n';
    std::replace_if(
        deque.begin(), deque.end(), [](int x) { return x > 7; }, 0);
    deque.erase(std::remove(deque.begin(), deque.end(), 0), deque.end());
    std::fill_n(std::back_inserter(deque), 2, 6);
    deque.erase(std::unique(deque.begin(), deque.end()), deque.end());
    show(out, deque);
    std::vector<int> sums(v.size());
    std::partial_sum(v.begin(), v.end(), sums.begin(), std::plus<>());
    std::transform(v.begin(), v.end(), sums.begin(), v.begin(), std::multiplies<int>());
    show(out, v);
    const std::vector<int> part{sums[2], sums[3]};
    out << std::search(sums.begin(), sums.end(), part.begin(), part.end()) - sums.begin()
        << std::inner_product(v.begin(), v.end(), sums.begin(), 0) << std::bit_xor<int>()(6, 3)
        << std::modulus<>()(7, 4) << std::not_equal_to<int>()(1, 2)
        << std::logical_not<bool>()(true) << '\n';
    std::string letters = "dcab";
    std::sort(letters.begin(), letters.end());
    int count = 0;
    do ++count;
    while (std::next_permutation(letters.begin(), letters.end()));
    out << count << letters << std::string(letters.rbegin(), letters.rend()) << '\n';
    v.insert(v.begin() + 1, {7, 7});
    v.assign({3, 1, 2});
    v.emplace(v.begin(), 6);
    std::erase_if(v, [](int x) { return x == 1; });
    for (auto it = v.crbegin(); it != v.crend(); ++it) out << *it;
    std::map<int, int> one{{1, 2}, {3, 4}}, other{{3, 5}, {6, 7}};
    one.merge(other);
    out << one.size() << other.size() << (one < other) << one[3] << '\n';
    const auto taken = std::move(one);
    out << one.size() << taken.size() << '\n';
}

/// Iterators that read, write and insert.
inline void iterators(std::ostream& out) {
    std::istringstream in("3 1 2 x");
    std::vector<int> v{std::istream_iterator<int>(in), std::istream_iterator<int>()};
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(out, ", "));
    std::set<int> set{4};
    std::transform(v.begin(), v.end(), std::inserter(set, set.end()), [](int x) { return x * x; });
    show(out, set);
    std::deque<int> front;
    std::copy(set.begin(), set.end(), std::front_inserter(front));
    show(out, front);
    const std::reverse_iterator<std::vector<int>::iterator> last(v.end());
    int raw[] = {4, 5, 6};
    out << *last << *(last.base() - 1) << *std::rbegin(raw) << *std::make_reverse_iterator(raw + 2)
        << v.rend() - v.rbegin() << '\n';
    std::istringstream numbers("5 6 7");
    out << std::accumulate(std::istream_iterator<int>(numbers), std::istream_iterator<int>(), 0)
        << '\n';
}

/// Parts of a string put into itself, places beyond its end, and how it grows.
inline void strings(std::ostream& out) {
    std::string s = "abc";
    s.insert(1, s);
    s.replace(0, 2, s);
    s.append(s, 1, 2);
    out << s << s.size() << static_cast<int>(s[s.size()]) << std::string()[0] << '\n';
    std::size_t before = 0;
    std::string grown;
    for (int i = 0; i < 200; ++i) {
        grown += 'x';
        if (grown.capacity() != before) out << (before = grown.capacity()) << ' ';
    }
    grown.clear();
    out << grown.capacity() << grown.empty() << '\n';
    for (int i = 0; i < 5; ++i) {
        try {
            if (i == 0) s.at(99) = 'x';
            if (i == 1) out << s.substr(99);
            if (i == 2) s.erase(99);
            if (i == 3) s.insert(99, "x");
            if (i == 4) s.replace(99, 1, "x");
        } catch (const std::out_of_range& e) {
            out << e.what() << '\n';
        }
    }
    out << "\u00e9\U0001F600" << '\n';
}

}  // namespace host_sequences
