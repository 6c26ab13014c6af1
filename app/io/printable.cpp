#include "app/io/printable.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace stridescope {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

/// A character of a text: its number and the bytes it takes; of bytes that are none, one by one,
/// `valid` is false.
struct Character {
    char32_t code;
    std::size_t bytes;
    bool valid;
};

Character first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {lead, 1, false};
    auto code = static_cast<char32_t>(lead & (0x7FU >> length));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {lead, 1, false};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[length] || surrogate || code > 0x10FFFF) return {lead, 1, false};
    return {code, length, true};
}

bool is_space(char32_t code) {
    return code == ' ' || (code >= '\t' && code <= '\r');
}

/// Whether the character does something where it is shown instead of being seen.
bool acts(char32_t code) {
    constexpr std::array<std::pair<char32_t, char32_t>, 11> ranges{{
        {0x00, 0x1F},        // control characters, escape among them
        {0x7F, 0x9F},        // delete, and those of eight bits
        {0x061C, 0x061C},    // marks of direction
        {0x200B, 0x200B},    // a space of no width
        {0x200E, 0x200F},    // marks of direction
        {0x2028, 0x202E},    // separators of lines and paragraphs; embeddings and overrides
        {0x2060, 0x206F},    // nothing to be seen; isolates
        {0xFDD0, 0xFDEF},    // no characters
        {0xFEFF, 0xFEFF},    // the mark of byte order
        {0xFFF9, 0xFFFB},    // annotations
        {0xE0000, 0xE0FFF},  // tags
    }};
    return (code & 0xFFFE) == 0xFFFE || std::ranges::any_of(ranges, [code](const auto& range) {
               return code >= range.first && code <= range.second;
           });
}

bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7F; });
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
    if (text.size() <= most && is_plain(text)) return std::string{text};
    std::string shown;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count >= most) return shown + std::string{ellipsis};
        const Character c = first_of(text);
        if (c.valid && is_space(c.code)) {
            shown += ' ';
        } else if (!c.valid || acts(c.code)) {
            shown += replacement;
        } else {
            shown += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes);
    }
    return shown;
}

std::string printable_lines(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
        const std::string_view part = text.substr(0, end);
        const std::string_view rest = text.substr(end);
        const bool carriage = rest.starts_with('\n') && part.ends_with('\r');
        shown += printable(part.substr(0, part.size() - (carriage ? 1 : 0)));
        if (carriage) shown += '\r';
        if (!rest.empty()) shown += rest.front();
        text = rest.substr(rest.empty() ? 0 : 1);
    }
    return shown;
}

std::string excerpt(std::string_view text) {
    constexpr std::size_t most = 60;
    return printable(text, most);
}

std::string shown_path(const std::filesystem::path& path) {
    constexpr std::size_t most = 200;
    std::string shown = printable(path.native());
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if ((static_cast<unsigned char>(shown[i]) & 0xC0U) != 0x80) begins.push_back(i);
    }
    if (begins.size() <= most) return shown;
    return std::string{ellipsis} + shown.substr(begins[begins.size() - most]);
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const Character c = first_of(bytes);
        if (!c.valid) return false;
        bytes.remove_prefix(c.bytes);
    }
    return true;
}

}  // namespace stridescope
