#include "app/io/csv_field.h"

#include <system_error>

#include "app/io/real_number.h"

namespace stridescope {
namespace {

bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = read_real(text, value);
    return end == text.data() + text.size() && !text.empty() &&
           (error == std::errc{} || error == std::errc::result_out_of_range);
}

bool is_formula(std::string_view text) {
    constexpr std::string_view begins = "=+-@\t\r'";
    return !text.empty() && begins.find(text.front()) != std::string_view::npos && !is_number(text);
}

}  // namespace

std::string csv_field(std::string_view text) {
    std::string plain = (is_formula(text) ? "'" : "") + std::string{text};
    if (plain.find_first_of(",\"\n\r") == std::string::npos) return plain;
    std::string quoted = "\"";
    for (const char c : plain) {
        quoted += c;
        if (c == '"') quoted += c;
    }
    return quoted + '"';
}

std::string text_of_csv_field(std::string_view field) {
    return std::string{field.starts_with('\'') ? field.substr(1) : field};
}

}  // namespace stridescope
