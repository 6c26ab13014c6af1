#include "app/experiment/shell_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace stridescope {

namespace {

/// $'…', in which what would act on a terminal is written as a number.
std::string spelled_out(const std::string& text) {
    std::string word = "$'";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < ' ' || byte == 0x7F) {
            word += fmt::format("\\x{:02x}", byte);
        } else {
            if (c == '\'' || c == '\\') word += '\\';
            word += c;
        }
    }
    return word + "'";
}

}  // namespace

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+=@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    const bool acts =
        std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
    if (acts) return spelled_out(text);
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

}  // namespace stridescope
