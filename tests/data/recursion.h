// Functions of a host that call themselves, with what C++ keeps for each call: compiled, and run as
// a text. See tests/machine/recursion_test.cpp.
#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace recursion {

int reduce(int* data, int const size) {
    if (size == 1) return data[0];
    int const stride = size / 2;
    for (int i = 0; i < stride; i++) data[i] += data[i + stride];
    if (size % 2 == 1) data[0] += data[size - 1];
    return reduce(data, stride);
}

struct Node {
    int key;
    Node *left, *right;
};
Node* insert(Node* n, int key) {
    if (n == nullptr) return new Node{key, nullptr, nullptr};
    if (key < n->key) {
        n->left = insert(n->left, key);
    } else {
        n->right = insert(n->right, key);
    }
    return n;
}
void insert_at(Node*& n, int key) {
    if (n == nullptr) {
        n = new Node{key, nullptr, nullptr};
    } else {
        insert_at(key < n->key ? n->left : n->right, key);
    }
}
int height(const Node* n) {
    return n == nullptr ? 0 : 1 + std::max(height(n->left), height(n->right));
}
void write(const Node* n, std::ostream& out, int depth = 0) {
    if (n == nullptr) return;
    write(n->left, out, depth + 1);
    out << n->key << '@' << depth << ' ';
    write(n->right, out, depth + 1);
}
int clear(Node* n) {
    if (n == nullptr) return 0;
    const int below = clear(n->left) + clear(n->right);
    delete n;
    return below + 1;
}

void merge_sort(std::vector<int>& v) {
    if (v.size() < 2) return;
    std::vector<int> left, right;
    for (std::size_t i = 0; i < v.size(); i++) (i < v.size() / 2 ? left : right).push_back(v[i]);
    merge_sort(left);
    merge_sort(right);
    std::size_t i = 0, j = 0;
    for (int& each : v)
        each =
            j >= right.size() || (i < left.size() && left[i] <= right[j]) ? left[i++] : right[j++];
}
std::vector<int> sorted(std::vector<int> v) {
    if (v.size() < 2) return v;
    std::vector<int> less, more;
    for (std::size_t i = 1; i < v.size(); i++) {
        if (v[i] < v[0]) {
            less.push_back(v[i]);
        } else {
            more.push_back(v[i]);
        }
    }
    less = sorted(less);
    more = sorted(more);
    less.push_back(v[0]);
    for (int each : more) less.push_back(each);
    return less;
}

void permute(std::string s, int k, int& count, std::vector<std::string>& all) {
    if (k == static_cast<int>(s.size())) {
        ++count;
        all.push_back(s);
        return;
    }
    for (int i = k; i < static_cast<int>(s.size()); i++) {
        std::swap(s[k], s[i]);
        permute(s, k + 1, count, all);
    }
}

class Queens {
  public:
    int solve(int row = 0) {
        if (row == 6) return 1;
        int found = 0;
        for (int column = 0; column < 6; column++) {
            if (!fits(row, column)) continue;
            at[row] = column;
            found += solve(row + 1);
        }
        return found;
    }

  private:
    bool fits(int row, int column) const {
        for (int r = 0; r < row; r++) {
            if (at[r] == column || at[r] - column == row - r || column - at[r] == row - r)
                return false;
        }
        return true;
    }
    int at[6];
};

struct Term {
    const char* at;
    int sum();
    int product() {
        int value = factor();
        while (*at == '*') {
            ++at;
            value *= factor();
        }
        return value;
    }
    int factor() {
        if (*at == '(') {
            ++at;
            const int value = sum();
            ++at;
            return value;
        }
        int value = 0;
        while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
        return value;
    }
};
int Term::sum() {
    int value = product();
    while (*at == '+') {
        ++at;
        value += product();
    }
    return value;
}

int calls = 0;
int visited(int n) {
    static int inside = 0;
    ++calls;
    inside += n;
    return n > 0 ? visited(n - 1) + inside : inside;
}

int twice(int (*f)(int), int n);
int half_of(int n) {
    return n < 2 ? n : twice(half_of, n / 2);
}
int twice(int (*f)(int), int n) {
    return f(n) + f(n - 1);
}

void all(std::ostream& out) {
    int data[37];
    for (int i = 0; i < 37; i++) data[i] = i * i % 23;
    out << reduce(data, 37) << '\n';
    Node *tree = nullptr, *other = nullptr;
    for (int i = 0; i < 20; i++) tree = insert(tree, i * 7 % 23), insert_at(other, i * 11 % 29);
    write(tree, out);
    out << height(tree) << ' ' << height(other) << '\n';
    write(other, out);
    out << clear(tree) << ' ' << clear(other) << '\n';
    std::vector<int> v;
    for (int i = 0; i < 50; i++) v.push_back(i * 17 % 41);
    const std::vector<int> once = sorted(v);
    merge_sort(v);
    for (std::size_t i = 0; i < v.size(); i++) out << v[i] << (v[i] == once[i] ? ' ' : '!');
    int count = 0;
    std::vector<std::string> words;
    permute("abcd", 0, count, words);
    for (const std::string& word : words) out << word << ' ';
    Queens queens;
    Term term{"2*(3+4*(1+1))+5*6+(7)"};
    out << count << ' ' << queens.solve() << ' ' << term.sum() << '\n';
    out << visited(5) << ' ' << visited(3) << ' ' << calls << ' ' << half_of(20) << '\n';
}

}  // namespace recursion
