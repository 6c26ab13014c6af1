#include "app/analysis/value_names.h"

#include <charconv>
#include <sstream>
#include <string_view>
#include <vector>

namespace stridescope {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where the word begins in the line, as a word of its own, from `at` on.
std::size_t find_word(std::string_view line, std::string_view word, std::size_t at) {
    for (; (at = line.find(word, at)) != std::string_view::npos; ++at) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_word(line[at - 1]);
        if (begins && (end == line.size() || !is_word(line[end]))) return at;
    }
    return at;
}

/// Whether the line has the name as an operand of its own: "= NAME;", "? NAME :", "== NAME)".
bool names_value(std::string_view line, std::string_view name) {
    constexpr std::string_view blanks = " \t", before = "=?:", after = ";:)&|";
    for (std::size_t at = 0; (at = find_word(line, name, at)) != std::string_view::npos; ++at) {
        const std::size_t left = at == 0 ? at : line.find_last_not_of(blanks, at - 1);
        const std::size_t right = line.find_first_not_of(blanks, at + name.size());
        if (at == 0 || left == std::string_view::npos || right == std::string_view::npos) continue;
        const bool changes =
            left > 0 && line[left] == '=' &&
            std::string_view{"+-*/%&|^<>"}.find(line[left - 1]) != std::string_view::npos;
        if (!changes && before.find(line[left]) != std::string_view::npos &&
            after.find(line[right]) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

struct Defined {
    std::string name;
    std::int64_t value = 0;
};

/// The lines `#define NAME number`; what follows the number is a remark.
std::vector<Defined> numbers_defined(const std::vector<std::string>& lines) {
    std::vector<Defined> found;
    for (const std::string& line : lines) {
        std::istringstream words{line};
        std::string define, name, number;
        if (!(words >> define >> name >> number) || define != "#define") continue;
        std::int64_t value = 0;
        const char* const end = number.data() + number.size();
        const auto read = std::from_chars(number.data(), end, value);
        if (read.ec == std::errc{} && read.ptr == end) found.push_back({name, value});
    }
    return found;
}

}  // namespace

std::map<std::int64_t, std::string> value_names(const Trace& trace, ArrayId array) {
    std::vector<std::string> lines;
    std::istringstream text{trace.text()};
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line.substr(0, line.find("//")));
    }
    std::map<std::int64_t, std::string> names;
    const std::string name{trace.name_of(array)};
    for (const Defined& defined : numbers_defined(lines)) {
        for (const std::string& line : lines) {
            const std::size_t at = find_word(line, name, 0);
            const bool element = at != std::string::npos && at + name.size() < line.size() &&
                                 line[at + name.size()] == '[';
            if (element && names_value(line, defined.name))
                names.try_emplace(defined.value, defined.name);
        }
    }
    return names;
}

}  // namespace stridescope
