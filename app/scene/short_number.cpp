#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "app/scene/scene.h"

namespace stridescope {
namespace {

/// Room enough for any double in any of the formats used here.
class Digits {
  public:
    template <class... Format>
    explicit Digits(double value, Format... format) {
        end_ = std::to_chars(text_.data(), text_.data() + text_.size(), value, format...).ptr;
    }

    std::string_view view() const {
        return {text_.data(), static_cast<std::size_t>(end_ - text_.data())};
    }

  private:
    std::array<char, 400> text_{};
    char* end_ = nullptr;
};

/// "1.50e-09" → "1.5e-9": people read it faster, and every character counts.
std::string tidy(std::string_view text) {
    const auto mark = text.find('e');
    std::string head{text.substr(0, mark)};
    if (head.find('.') != std::string::npos) {
        while (head.back() == '0') head.pop_back();
        if (head.back() == '.') head.pop_back();
    }
    if (head == "-0") head = "0";
    if (mark == std::string_view::npos) return head;
    std::string_view exponent = text.substr(mark + 1);
    head += 'e';
    if (exponent.front() == '-') head += '-';
    exponent.remove_prefix(1);
    while (exponent.size() > 1 && exponent.front() == '0') exponent.remove_prefix(1);
    return head.append(exponent);
}

/// 12345 → "12.3k". Empty if it does not fit.
std::string with_suffix(double value, std::size_t room) {
    constexpr std::string_view suffixes = "kMGTPE";
    double scaled = value;
    for (const char suffix : suffixes) {
        scaled /= 1000;
        if (std::abs(scaled) >= 999.5) continue;
        for (int decimals = 2; decimals >= 0; --decimals) {
            std::string text = tidy(Digits{scaled, std::chars_format::fixed, decimals}.view());
            if (text.size() < room && text != "0") return text + suffix;
        }
        return {};
    }
    return {};
}

}  // namespace

std::string short_number(double value, bool integer, int max_chars) {
    const auto room = static_cast<std::size_t>(max_chars);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : room < 4 ? "#" : "-inf";
    if ((integer || value == std::trunc(value)) && std::abs(value) < 1e15) {
        std::array<char, 24> text;
        const char* end =
            std::to_chars(text.data(), text.data() + text.size(), static_cast<long long>(value))
                .ptr;
        const auto length = static_cast<std::size_t>(end - text.data());
        if (length <= room) return {text.data(), length};
    } else if (std::string exact = tidy(Digits{value}.view()); exact.size() <= room) {
        return exact;
    }
    if (std::abs(value) >= 999.5) {
        if (std::string text = with_suffix(value, room); !text.empty()) return text;
    } else if (std::abs(value) >= 0.001) {
        for (int decimals = max_chars; decimals >= 0; --decimals) {
            std::string text = tidy(Digits{value, std::chars_format::fixed, decimals}.view());
            if (text.size() <= room && text != "0") return text;
        }
    }
    for (int decimals = 2; decimals >= 0; --decimals) {
        std::string text = tidy(Digits{value, std::chars_format::scientific, decimals}.view());
        if (text.size() <= room) return text;
    }
    return "#";
}

}  // namespace stridescope
