#include "app/session/address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/io/errors.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

std::string resolved(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        unsigned char byte = 0;
        const char* const end = digits.data() + digits.size();
        if (digits.size() < 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) {
            throw UsageError(fmt::format(
                "Invalid address: a % is followed by two hexadecimal digits, not by \"{}\".",
                excerpt(digits)));
        }
        plain += static_cast<char>(byte);
        i += 2;
    }
    return plain;
}

}  // namespace

std::map<std::string, std::string> settings_of_fragment(std::string_view fragment) {
    std::map<std::string, std::string> settings;
    while (!fragment.empty()) {
        const std::string_view one = fragment.substr(0, fragment.find('&'));
        fragment.remove_prefix(std::min(one.size() + 1, fragment.size()));
        const std::size_t equals = std::min(one.find('='), one.size());
        const std::string_view value = one.substr(std::min(equals + 1, one.size()));
        if (!one.empty()) settings[resolved(one.substr(0, equals))] = resolved(value);
    }
    return settings;
}

}  // namespace stridescope
