// What a program does when it ends: functions of atexit, and objects of static duration, the last
// one first. Run in a process of its own, and run as a text, this prints the same.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace host_exits {

struct Told {
    std::string name;
    explicit Told(const char* n) : name(n) { std::cout << "begin " << name << std::endl; }
    ~Told() { std::cout << "end " << name << std::endl; }
};

inline int calls = 0;

inline int counted() {
    return ++calls;
}

inline void first() {
    std::cout << "first" << std::endl;
}
inline void second() {
    std::cout << "second" << std::endl;
}

inline Told& met() {
    static Told one("met");
    return one;
}

inline void unchanging(int round) {
    static const Told told("const");
    static const int number = counted();
    static const int table[] = {1, number, 3};
    static Told several[2] = {Told("a"), Told("b")};
    std::cout << round << ' ' << told.name << ' ' << number << ' ' << table[1] << ' '
              << several[1].name << std::endl;
}

struct Owner {
    std::unique_ptr<Told> owned;
    std::vector<Told> all;
    ~Owner() { std::cout << "owner " << all.size() << std::endl; }
};

inline Owner& owner() {
    static Owner one;
    return one;
}

/// The process ends with what this returns, or by itself within.
inline int statics(bool leaves) {
    std::atexit(first);
    met();
    const Told local("local");
    met();
    std::atexit(second);
    unchanging(1);
    unchanging(2);
    owner().owned = std::make_unique<Told>("owned");
    owner().all.reserve(1);
    owner().all.emplace_back("held");
    if (leaves) std::exit(4);
    return 3;
}

/// What leaves while it ends goes on with what is left.
inline int ends_within(bool leaves) {
    std::atexit(first);
    std::atexit([] { std::exit(9); });
    met();
    std::atexit(second);
    if (leaves) std::_Exit(6);
    return 5;
}

}  // namespace host_exits
