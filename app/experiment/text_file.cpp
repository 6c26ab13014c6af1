#include "app/experiment/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view little_mark = "\xFF\xFE", big_mark = "\xFE\xFF";
constexpr char32_t unknown_letter = 0xFFFD;

void add_utf8(std::string& text, char32_t letter) {
    const auto add = [&text](char32_t bits) { text += static_cast<char>(bits); };
    if (letter < 0x80) {
        add(letter);
    } else if (letter < 0x800) {
        add(0xC0 | letter >> 6);
        add(0x80 | (letter & 0x3F));
    } else {
        if (letter < 0x10000) {
            add(0xE0 | letter >> 12);
        } else {
            add(0xF0 | letter >> 18);
            add(0x80 | (letter >> 12 & 0x3F));
        }
        add(0x80 | (letter >> 6 & 0x3F));
        add(0x80 | (letter & 0x3F));
    }
}

/// Half a pair, and half a letter at the end, become U+FFFD.
std::string utf8_of_utf16(std::string_view bytes, bool little) {
    std::string text;
    char32_t high = 0;
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const auto second = static_cast<unsigned char>(bytes[i + 1]);
        const char32_t unit = little ? first | second << 8 : first << 8 | second;
        const bool is_low = unit >= 0xDC00 && unit < 0xE000;
        if (high != 0)
            add_utf8(text,
                     is_low ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : unknown_letter);
        const bool was_high = std::exchange(high, 0) != 0;
        if (is_low) {
            if (!was_high) add_utf8(text, unknown_letter);
        } else if (unit >= 0xD800 && unit < 0xDC00) {
            high = unit;
        } else {
            add_utf8(text, unit);
        }
    }
    if (high != 0 || bytes.size() % 2 != 0) add_utf8(text, unknown_letter);
    return text;
}

std::string utf16_of_utf8(std::string_view text, bool little) {
    std::string bytes;
    const auto add = [&](char32_t unit) {
        const auto low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
        bytes += little ? low : high;
        bytes += little ? high : low;
    };
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        char32_t letter = length == 1 ? first : first & (0x7F >> length);
        for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
            letter = letter << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
        i += length;
        if (letter < 0x10000) {
            add(letter);
        } else {
            add(0xD800 + ((letter - 0x10000) >> 10));
            add(0xDC00 + ((letter - 0x10000) & 0x3FF));
        }
    }
    return bytes;
}

}  // namespace

TextFile text_of_bytes(std::string_view bytes) {
    TextFile file;
    std::string decoded;
    const bool little = bytes.starts_with(little_mark);
    if (little || bytes.starts_with(big_mark)) {
        using Letters = TextForm::Letters;
        file.form.letters = little ? Letters::utf16_little : Letters::utf16_big;
        decoded = utf8_of_utf16(bytes.substr(little_mark.size()), little);
        bytes = decoded;
    } else if (bytes.starts_with(utf8_mark)) {
        file.form.mark = true;
        bytes.remove_prefix(utf8_mark.size());
    }
    std::size_t returns = 0, plain = 0;
    file.text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool pair = bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n';
        if (pair) {
            ++returns;
            ++i;
        } else if (bytes[i] == '\n') {
            ++plain;
        }
        file.text += bytes[i];
    }
    file.form.returns = returns > plain;
    return file;
}

std::string bytes_of_text(std::string_view text, const TextForm& form) {
    std::string bytes;
    bytes.reserve(text.size() + utf8_mark.size());
    if (form.mark) bytes += utf8_mark;
    for (const char c : text) {
        if (c == '\n' && form.returns) bytes += '\r';
        bytes += c;
    }
    if (form.letters == TextForm::Letters::utf8) return bytes;
    const bool little = form.letters == TextForm::Letters::utf16_little;
    return std::string{little ? little_mark : big_mark} + utf16_of_utf8(bytes, little);
}

TextFile read_text_file(const std::filesystem::path& path) {
    TextFile file = text_of_bytes(
        as_text(read_file(path, {.what = "a CUDA text (.cu)", .most = most_text_bytes})));
    if (file.text.find('\0') != std::string::npos) {
        throw UsageError(
            fmt::format("{} is not a text: choose a CUDA text (.cu).", shown_path(path)));
    }
    return file;
}

TextSpec read_cuda_text(const std::string& path) {
    return {.path = path, .text = read_text_file(path).text};
}

Setting parse_setting(const std::string& flag, const std::string& text) {
    const std::size_t equals = text.find('=');
    Setting setting{text.substr(0, equals),
                    equals == std::string::npos ? std::string{} : text.substr(equals + 1)};
    const std::string& name = setting.first;
    const bool begins =
        !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0 || name[0] == '_');
    for (const char c : name) {
        if (begins && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')) continue;
        throw UsageError(
            fmt::format("Invalid {} \"{}\": write {} NAME=value.", flag, excerpt(text), flag));
    }
    if (!begins) {
        throw UsageError(
            fmt::format("Invalid {} \"{}\": write {} NAME=value.", flag, excerpt(text), flag));
    }
    return setting;
}

bool is_text_path(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    for (char& letter : ending) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return ending == ".cu" || ending == ".cuh";
}

}  // namespace stridescope
