#include "app/machine/scan_format.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace stridescope::machine {
namespace {

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// One % of a format.
struct Directive {
    bool is_kept = true;  ///< no * behind the %
    std::size_t width = std::string::npos;
    std::size_t bytes = 4;  ///< of an integer
    bool is_wide = false;   ///< l before a floating-point letter
    char letter = 0;
    std::string set{};
    bool excludes = false;
};

/// Behind the %; goes on behind it.
Directive directive(std::string_view format, std::size_t& i) {
    Directive d;
    if (i < format.size() && format[i] == '*') {
        d.is_kept = false;
        ++i;
    }
    if (i < format.size() && format[i] >= '0' && format[i] <= '9') {
        d.width = 0;
        for (; i < format.size() && format[i] >= '0' && format[i] <= '9'; ++i)
            d.width = d.width * 10 + static_cast<std::size_t>(format[i] - '0');
    }
    for (; i < format.size() && std::strchr("hlLqjzt", format[i]) != nullptr; ++i) {
        if (format[i] == 'h') {
            d.bytes /= 2;
        } else {
            d.bytes = 8;
            d.is_wide = true;
        }
    }
    if (i >= format.size()) return d;
    d.letter = format[i++];
    if (d.letter != '[') return d;
    if (i < format.size() && format[i] == '^') {
        d.excludes = true;
        ++i;
    }
    const std::size_t begin = i;
    for (; i < format.size() && (format[i] != ']' || i == begin); ++i) {
        const bool is_range =
            format[i] == '-' && i > begin && i + 1 < format.size() && format[i + 1] != ']';
        if (!is_range) {
            d.set += format[i];
            continue;
        }
        for (int c = static_cast<unsigned char>(d.set.back()) + 1;
             c <= static_cast<unsigned char>(format[i + 1]); ++c)
            d.set += static_cast<char>(c);
        ++i;
    }
    ++i;
    return d;
}

/// As many characters from `at` on as begin an integer.
std::string integer_at(std::string_view text, std::size_t at, std::size_t width, int base) {
    std::string found;
    const std::size_t end = at + std::min(width, text.size() - at);
    std::size_t i = at;
    if (i < end && (text[i] == '-' || text[i] == '+')) found += text[i++];
    const bool may_be_hex = (base == 16 || base == 0) && i + 1 < end && text[i] == '0' &&
                            (text[i + 1] == 'x' || text[i + 1] == 'X');
    if (may_be_hex) {
        found += text[i++];
        found += text[i++];
        base = 16;
    } else if (base == 0) {
        base = i < end && text[i] == '0' ? 8 : 10;
    }
    const std::size_t digits = found.size();
    for (; i < end; ++i) {
        const char c = text[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : 99;
        if (digit >= base) break;
        found += c;
    }
    return found.size() > digits || may_be_hex ? found : std::string{};
}

std::string real_at(std::string_view text, std::size_t at, std::size_t width) {
    const std::string rest{text.substr(at, std::min<std::size_t>(width, 400))};
    char* end = nullptr;
    std::strtod(rest.c_str(), &end);
    return rest.substr(0, static_cast<std::size_t>(end - rest.c_str()));
}

bool store(std::uint64_t to, const void* from, std::size_t bytes, HostReach& reach) {
    std::byte* place = reach.to_write(to, bytes);
    if (place != nullptr) std::memcpy(place, from, bytes);
    return place != nullptr;
}

bool store_number(const Directive& d, const std::string& found, std::uint64_t to,
                  HostReach& reach) {
    if (std::strchr("fFeEgGaA", d.letter) != nullptr) {
        if (d.is_wide) {
            const double wide = std::strtod(found.c_str(), nullptr);
            return store(to, &wide, sizeof wide, reach);
        }
        const float single = std::strtof(found.c_str(), nullptr);
        return store(to, &single, sizeof single, reach);
    }
    const int base = d.letter == 'i'                      ? 0
                     : d.letter == 'o'                    ? 8
                     : d.letter == 'd' || d.letter == 'u' ? 10
                                                          : 16;
    const std::uint64_t bits =
        d.letter == 'd' || d.letter == 'i'
            ? static_cast<std::uint64_t>(std::strtoll(found.c_str(), nullptr, base))
            : std::strtoull(found.c_str(), nullptr, base);
    return store(to, &bits, d.letter == 'p' ? 8 : d.bytes, reach);
}

/// The text that the directive takes from `at` on; nothing: it takes none.
std::string taken(const Directive& d, std::string_view text, std::size_t at) {
    switch (d.letter) {
        case 'd':
        case 'u': return integer_at(text, at, d.width, 10);
        case 'i': return integer_at(text, at, d.width, 0);
        case 'x':
        case 'X':
        case 'p': return integer_at(text, at, d.width, 16);
        case 'o': return integer_at(text, at, d.width, 8);
        case 'c': {
            const std::size_t count = d.width == std::string::npos ? 1 : d.width;
            return text.size() - at < count ? std::string{} : std::string{text.substr(at, count)};
        }
        case 's':
        case '[': {
            std::size_t end = at;
            while (end < text.size() && end - at < d.width &&
                   (d.letter == 's' ? !is_blank(text[end])
                                    : (d.set.find(text[end]) != std::string::npos) != d.excludes))
                ++end;
            return std::string{text.substr(at, end - at)};
        }
        default: return real_at(text, at, d.width);
    }
}

}  // namespace

int scan(std::string_view text, std::size_t& at, std::string_view format,
         const std::vector<std::uint64_t>& to, HostReach& reach) {
    int read = 0;
    std::size_t next = 0;
    const std::size_t begin = at;
    const auto ended = [&] { return read == 0 && at >= text.size() ? -1 : read; };
    const auto skip_blanks = [&] {
        while (at < text.size() && is_blank(text[at])) ++at;
    };
    for (std::size_t i = 0; i < format.size();) {
        if (is_blank(format[i])) {
            skip_blanks();
            ++i;
            continue;
        }
        if (format[i] != '%' || (i + 1 < format.size() && format[i + 1] == '%')) {
            if (format[i] == '%') {
                skip_blanks();
                ++i;
            }
            if (at >= text.size() || text[at] != format[i]) return ended();
            ++at;
            ++i;
            continue;
        }
        const Directive d = directive(format, ++i);
        if (d.letter == 'n') {
            const std::size_t so_far = at - begin;
            if (next < to.size() && !store(to[next++], &so_far, d.bytes, reach)) return read;
            continue;
        }
        if (d.letter == 0 || std::strchr("diuxXopfFeEgGaAsc[", d.letter) == nullptr) {
            reach.stop(std::string{"scanf's %"} + d.letter + " is not in the subset");
            return read;
        }
        if (d.letter != 'c' && d.letter != '[') skip_blanks();
        if (at >= text.size()) return ended();
        const std::string found = taken(d, text, at);
        if (found.empty()) return read;
        at += found.size();
        if (!d.is_kept) continue;
        if (next >= to.size()) return read;
        const bool is_text = d.letter == 's' || d.letter == '[';
        const bool stored =
            is_text || d.letter == 'c'
                ? store(to[next], found.c_str(), found.size() + (is_text ? 1 : 0), reach)
                : store_number(d, found, to[next], reach);
        if (!stored) return read;
        ++next;
        ++read;
    }
    return read;
}

}  // namespace stridescope::machine
