#include "app/io/real_number.h"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <version>

namespace stridescope {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t digits_at(std::string_view text, std::size_t at) {
    std::size_t count = 0;
    while (at + count < text.size() && is_digit(text[at + count])) ++count;
    return count;
}

/// Whether the word stands there, in small or capital letters.
bool has_word(std::string_view text, std::size_t at, std::string_view word) {
    if (text.size() < at + word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if ((text[at + i] | 0x20) != word[i]) return false;
    }
    return true;
}

/// How long "(letters)" is there, which a NaN may carry.
std::size_t payload_at(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] != '(') return 0;
    std::size_t end = at + 1;
    const auto fits = [](char c) {
        return is_digit(c) || c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    };
    while (end < text.size() && fits(text[end])) ++end;
    return end < text.size() && text[end] == ')' ? end + 1 - at : 0;
}

/// The length of the number that `text` begins with; 0: none. As the standard has it for
/// from_chars: no white space, no plus sign, no hexadecimals.
std::size_t number_length(std::string_view text) {
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    if (has_word(text, sign, "infinity")) return sign + 8;
    if (has_word(text, sign, "inf")) return sign + 3;
    if (has_word(text, sign, "nan")) return sign + 3 + payload_at(text, sign + 3);
    std::size_t end = sign + digits_at(text, sign);
    std::size_t digits = end - sign;
    if (end < text.size() && text[end] == '.') {
        const std::size_t after = digits_at(text, end + 1);
        digits += after;
        if (digits > 0) end += 1 + after;
    }
    if (digits == 0) return 0;
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const std::size_t power = end + 1;
        const bool has_sign = power < text.size() && (text[power] == '+' || text[power] == '-');
        const std::size_t begin = power + (has_sign ? 1 : 0);
        if (const std::size_t count = digits_at(text, begin); count > 0) end = begin + count;
    }
    return end;
}

void read(const char* text, float& value) {
    value = std::strtof(text, nullptr);
}

void read(const char* text, double& value) {
    value = std::strtod(text, nullptr);
}

template <class Real>
std::from_chars_result read_by_c(std::string_view text, Real& value) {
    const std::size_t length = number_length(text);
    if (length == 0) return {text.data(), std::errc::invalid_argument};
    const std::string number{text.substr(0, length)};
    errno = 0;
    Real got = 0;
    read(number.c_str(), got);
    // C complains of tiny numbers that are held with fewer digits, too.
    const bool beyond = errno == ERANGE && (got == 0 || got - got != 0);
    if (beyond) return {text.data() + length, std::errc::result_out_of_range};
    value = got;
    return {text.data() + length, std::errc{}};
}

template <class Real>
std::from_chars_result read_by_library(std::string_view text, Real& value) {
#ifdef __cpp_lib_to_chars
    return std::from_chars(text.data(), text.data() + text.size(), value);
#else
    return read_by_c(text, value);
#endif
}

}  // namespace

std::from_chars_result read_real(std::string_view text, float& value) {
    return read_by_library(text, value);
}

std::from_chars_result read_real(std::string_view text, double& value) {
    return read_by_library(text, value);
}

std::from_chars_result read_real_portably(std::string_view text, float& value) {
    return read_by_c(text, value);
}

std::from_chars_result read_real_portably(std::string_view text, double& value) {
    return read_by_c(text, value);
}

}  // namespace stridescope
