#include "app/experiment/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"

namespace stridescope {
namespace {

constexpr std::string_view white = " \t\r\n\v\f";

bool is_white(char c) {
    return white.find(c) != std::string_view::npos;
}

template <class T>
std::errc from_text(std::string_view text, T& value) {
    const char* const end = text.data() + text.size();
    std::from_chars_result result{};
    if constexpr (std::is_floating_point_v<T>) {
        result = read_real(text, value);
    } else {
        result = std::from_chars(text.data(), end, value);
    }
    if (result.ptr != end) return std::errc::invalid_argument;
    return result.ec;
}

/// Whether a decimal text that no double can hold is a tiny number rather than a huge one: the
/// power of ten of its first digit that is not zero decides.
bool is_tiny(std::string_view text) {
    const std::size_t e = text.find_first_of("eE");
    const std::string_view digits = text.substr(0, e);
    long long exponent = 0;
    if (e != std::string_view::npos) {
        std::string_view power = text.substr(e + 1);
        const bool negative = power.starts_with('-');
        if (power.starts_with('+')) power.remove_prefix(1);
        if (from_text(power, exponent) != std::errc{}) return negative;
    }
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string_view::npos) return true;
    // As doubles: the exponent may be the largest that there is.
    return static_cast<double>(exponent) + static_cast<double>(point) < static_cast<double>(first);
}

NumberFault read_double(std::string_view text, double& value) {
    const std::errc error = from_text(text, value);
    if (error == std::errc{}) return NumberFault::none;
    if (error != std::errc::result_out_of_range) return NumberFault::no_number;
    if (!is_tiny(text)) return NumberFault::too_large;
    value = text.starts_with('-') ? -0.0 : 0.0;
    return NumberFault::none;
}

template <class T>
NumberFault convert_whole(auto number, T& value) {
    if constexpr (is_real_number_v<T>) {
        value = static_cast<T>(number);
    } else {
        if (!std::in_range<T>(number)) return NumberFault::too_large;
        value = static_cast<T>(number);
    }
    return NumberFault::none;
}

std::string ordinal(std::size_t number, std::string_view text, std::size_t offset) {
    std::size_t line = 1;
    for (const char c : text.substr(0, offset)) line += c == '\n' ? 1 : 0;
    if (text.find('\n') == std::string_view::npos) return fmt::format("number {}", number);
    return fmt::format("number {}, on line {}", number, line);
}

/// A very long number as its beginning, and how long it is.
std::string quotable(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string shown = printable(text, most);
    if (text.size() > most) shown += fmt::format(" ({} characters)", text.size());
    return shown;
}

/// Walks over a text from number to number.
class NumberTexts {
  public:
    explicit NumberTexts(std::string_view text) : text_{text} {}

    /// The next number's text; empty where two separators meet; nothing at the end.
    /// Separators at a line's or the text's end are forgiven: spreadsheets write them.
    bool next(std::string_view& number) {
        skip_blank();
        if (at_ == text_.size()) return false;
        start_ = at_;
        while (at_ < text_.size() && !ends_number(text_[at_])) ++at_;
        number = text_.substr(start_, at_ - start_);
        skip_within_line();
        if (at_ < text_.size() && is_separator(text_[at_])) {
            note(text_[at_]);
            ++at_;
        } else if (at_ < text_.size() && !is_white(text_[at_]) && text_[at_] != '#') {
            note(' ');
        }
        return true;
    }
    std::size_t start() const { return start_; }
    /// Half a sentence where what stands between the numbers so far may mean something else than
    /// it is read as; empty otherwise.
    std::string_view doubt() const {
        if (commas_ && semicolons_) return "commas and semicolons";
        if (blank_on_line_ && comma_on_line_) return "commas and blanks";
        return {};
    }

  private:
    /// What separates the number just read from the next one.
    void note(char separator) {
        commas_ = commas_ || separator == ',';
        semicolons_ = semicolons_ || separator == ';';
        comma_on_line_ = comma_on_line_ || separator == ',';
        blank_on_line_ = blank_on_line_ || separator == ' ';
    }
    static bool is_separator(char c) { return c == ',' || c == ';'; }
    static bool ends_number(char c) { return is_separator(c) || is_white(c) || c == '#'; }
    void skip_within_line() {
        while (at_ < text_.size() && is_white(text_[at_]) && text_[at_] != '\n') ++at_;
    }
    void skip_blank() {
        while (at_ < text_.size() && (is_white(text_[at_]) || text_[at_] == '#')) {
            // A new line is another row.
            if (text_[at_] == '\n') comma_on_line_ = blank_on_line_ = false;
            if (text_[at_] == '#')
                at_ = std::min(text_.find('\n', at_), text_.size());
            else
                ++at_;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0, start_ = 0;
    bool commas_ = false, semicolons_ = false;
    bool comma_on_line_ = false, blank_on_line_ = false;
};

template <class T>
std::vector<T> read_all(std::string_view text, ElementType type, const std::string& source) {
    std::vector<T> numbers;
    NumberTexts texts{text};
    for (std::string_view number; texts.next(number);) {
        const auto place = [&] {
            return fmt::format("{} of {}", ordinal(numbers.size() + 1, text, texts.start()),
                               source);
        };
        if (number.empty()) {
            throw UsageError(
                fmt::format("There is nothing where {} should be: write a number between the two "
                            "separators, or remove one of them.",
                            place()));
        }
        T value{};
        const NumberFault fault = read_number(number, value);
        if (fault != NumberFault::none) {
            throw UsageError(fault_text(fault, type, number, place()));
        }
        // 1,5;2,5 are two numbers in half of the world, and 1,024 is one.
        if (const std::string_view both = texts.doubt(); !both.empty()) {
            throw UsageError(
                fmt::format("Both {} separate numbers at {}: use one of them, and a point for "
                            "decimals (1.5).",
                            both, place()));
        }
        numbers.push_back(value);
    }
    return numbers;
}

std::string range_text(ElementType type) {
    return with_number_type(type, [](auto value) {
        if constexpr (is_half_number_v<decltype(value)>) {
            const float most = decltype(value)::largest();
            return fmt::format("{} … {}", -most, most);
        } else {
            using Limits = std::numeric_limits<decltype(value)>;
            return fmt::format("{} … {}", Limits::lowest(), Limits::max());
        }
    });
}

}  // namespace

template <class T>
NumberFault convert_number(double number, T& value) {
    if constexpr (is_real_number_v<T>) {
        // Beyond the largest T only what still rounds to it may pass; inf and nan stay themselves.
        value = static_cast<T>(number);
        if (std::isinf(static_cast<double>(value)) && !std::isinf(number))
            return NumberFault::too_large;
        return NumberFault::none;
    } else {
        if (std::isnan(number) || std::trunc(number) != number) return NumberFault::no_whole;
        // Both limits are powers of two, so that the comparison is exact.
        const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
        const double begin = std::is_signed_v<T> ? -end : 0.0;
        if (number < begin || number >= end) return NumberFault::too_large;
        value = static_cast<T>(number);
        return NumberFault::none;
    }
}

template <class T>
NumberFault convert_number(std::int64_t number, T& value) {
    return convert_whole(number, value);
}

template <class T>
NumberFault convert_number(std::uint64_t number, T& value) {
    return convert_whole(number, value);
}

template <class T>
NumberFault read_number(std::string_view text, T& value) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    if constexpr (std::is_same_v<T, double>) {
        return read_double(text, value);
    } else if constexpr (is_half_number_v<T>) {
        double wide = 0;
        const NumberFault fault = read_double(text, wide);
        return fault == NumberFault::none ? convert_number(wide, value) : fault;
    } else if constexpr (std::is_same_v<T, float>) {
        // Straight to float first: by way of double it would be rounded twice.
        const std::errc error = from_text(text, value);
        if (error == std::errc{}) return NumberFault::none;
        if (error != std::errc::result_out_of_range) return NumberFault::no_number;
        double wide = 0;
        const NumberFault fault = read_double(text, wide);
        return fault == NumberFault::none ? convert_number(wide, value) : fault;
    } else {
        const std::errc error = from_text(text, value);
        if (error == std::errc{}) return NumberFault::none;
        if (error == std::errc::result_out_of_range) return NumberFault::too_large;
        double wide = 0;
        const NumberFault fault = read_double(text, wide);
        if (fault != NumberFault::none) return fault;
        // Too small for a double is still not zero, unless all its digits are.
        const std::string_view digits = text.substr(0, text.find_first_of("eE"));
        if (wide == 0 && digits.find_first_of("123456789") != std::string_view::npos) {
            return NumberFault::no_whole;
        }
        // A double counts whole numbers exactly only so far; beyond, digits would be lost.
        constexpr double exact = 9007199254740992.0;  // 2^53
        if (std::abs(wide) > exact && std::trunc(wide) == wide) return NumberFault::too_large;
        return convert_number(wide, value);
    }
}

std::string fault_text(NumberFault fault, ElementType type, std::string_view offender,
                       std::string_view place) {
    const std::string quoted = quotable(offender);
    switch (fault) {
        case NumberFault::none: return {};
        case NumberFault::no_whole:
            return fmt::format(
                "\"{}\" ({}) is not a whole number, which {} needs: use --type f32 or f64, or "
                "change the number.",
                quoted, place, name_of(type));
        case NumberFault::too_large:
            return fmt::format(
                "\"{}\" ({}) does not fit {}, which holds {}: use another --type, "
                "or change the number.",
                quoted, place, name_of(type), range_text(type));
        case NumberFault::no_number: break;
    }
    return fmt::format(
        "\"{}\" ({}) is not a number: separate numbers with commas, semicolons or whitespace, and "
        "start a comment with #.",
        quoted, place);
}

TypedArray read_numbers(std::string_view text, ElementType type, const std::string& source) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return with_number_type(type, [&](auto zero) {
        const auto numbers = read_all<decltype(zero)>(text, type, source);
        TypedArray array = TypedArray::uninitialized(type, numbers.size());
        if (!numbers.empty()) std::memcpy(array.bytes(), numbers.data(), array.size_bytes());
        return array;
    });
}

#define STRIDESCOPE_NUMBERS(T)                              \
    template NumberFault read_number(std::string_view, T&); \
    template NumberFault convert_number(double, T&);        \
    template NumberFault convert_number(std::int64_t, T&);  \
    template NumberFault convert_number(std::uint64_t, T&);
STRIDESCOPE_NUMBERS(std::int32_t)
STRIDESCOPE_NUMBERS(std::uint32_t)
STRIDESCOPE_NUMBERS(float)
STRIDESCOPE_NUMBERS(double)
STRIDESCOPE_NUMBERS(std::int64_t)
STRIDESCOPE_NUMBERS(std::uint64_t)
STRIDESCOPE_NUMBERS(std::int16_t)
STRIDESCOPE_NUMBERS(std::uint16_t)
STRIDESCOPE_NUMBERS(std::int8_t)
STRIDESCOPE_NUMBERS(std::uint8_t)
STRIDESCOPE_NUMBERS(Half)
STRIDESCOPE_NUMBERS(Bfloat16)
#undef STRIDESCOPE_NUMBERS

}  // namespace stridescope
