// How a compiler spells the function around __PRETTY_FUNCTION__. Compiled by a compiler, and run as
// a text, this prints the same.
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>

typedef float pretty_number;
struct PrettyBox {
    int x;
    static void of_none(std::ostream& out, int) { out << __PRETTY_FUNCTION__ << '\n'; }
    void at(std::ostream& out, float*) const { out << __PRETTY_FUNCTION__ << '\n'; }
    virtual int chosen(std::ostream& out) {
        out << __PRETTY_FUNCTION__ << '\n';
        return 1;
    }
    void later(std::ostream& out, int a, const char* b);
};
void PrettyBox::later(std::ostream& out, int a, const char* b) {
    if (a > 1) later(out, a - 1, b);
    out << __PRETTY_FUNCTION__ << ' ' << b << '\n';
}

static inline std::string pretty_first(int, const char* s) {
    return __PRETTY_FUNCTION__ + std::string(s) + __func__;
}
std::size_t pretty_size(std::ostream& out, size_t n, uint32_t, pretty_number) {
    out << __PRETTY_FUNCTION__ << sizeof(__PRETTY_FUNCTION__) << '\n';
    return n;
}
unsigned pretty_numbers(unsigned, unsigned long, long, unsigned long long, long long, short,
                        unsigned char, signed char, char, bool, std::ostream& out) {
    out << __PRETTY_FUNCTION__ << '\n';
    return 1;
}
const char* pretty_marks(char const* a, char* const b, const int* const* c, int& d, const float& e,
                         int&& f, const int g, std::ostream& out) {
    out << __PRETTY_FUNCTION__ << (a != nullptr) << (b != nullptr) << (c != nullptr) << d << e << f
        << g << '\n';
    return "";
}
void pretty_arrays(char* argv[], float a[3], const std::string& s, PrettyBox& o, const PrettyBox* p,
                   std::ostream& out, int n = (3), const char* commas = "a,b") {
    out << __PRETTY_FUNCTION__ << (argv != nullptr) << (a != nullptr) << s << o.x << p->x << n
        << commas << '\n';
}
double* pretty_none(void) {
    return nullptr;
}

namespace host_pretty {

void in_a_namespace(std::ostream& out, int) {
    out << __PRETTY_FUNCTION__ << '\n';
}
struct Inner {
    int of_it(std::ostream& out) const noexcept {
        out << __PRETTY_FUNCTION__ << '\n';
        return 0;
    }
};

void functions(std::ostream& out) {
    PrettyBox box{};
    PrettyBox::of_none(out, 1);
    box.at(out, nullptr);
    box.chosen(out);
    box.later(out, 2, "b");
    out << pretty_first(1, "-") << '\n';
    pretty_size(out, 1, 2, 3);
    pretty_numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, true, out);
    int number = 3;
    pretty_marks("", nullptr, nullptr, number, 1.5f, 4, 5, out);
    pretty_arrays(nullptr, nullptr, "s", box, &box, out);
    in_a_namespace(out, 1);
    Inner().of_it(out);
}

}  // namespace host_pretty
