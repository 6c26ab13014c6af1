#include "app/lesson/question.h"

#include <algorithm>
#include <utility>

#include "app/experiment/splitmix.h"
#include "app/io/real_number.h"

namespace stridescope {
namespace {

constexpr std::size_t most_others = 3;

/// "1,024", "−3" and " 7 " as numbers.
std::optional<double> number_typed(std::string_view words) {
    std::string plain;
    constexpr std::string_view minus = "−";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words.substr(i).starts_with(minus)) {
            plain += '-';
            i += minus.size() - 1;
        } else if (words[i] != ',' && words[i] != ' ') {
            plain += words[i];
        }
    }
    double value = 0;
    const auto [stop, error] = read_real(plain, value);
    if (error != std::errc{} || stop != plain.data() + plain.size()) return std::nullopt;
    return value;
}

}  // namespace

bool Question::is_right(std::size_t option) const {
    return option == right || std::ranges::find(also, option) != also.end();
}

std::string Question::right_text() const {
    std::string text;
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (!is_right(i)) continue;
        const char* between = text.empty() ? "" : text.ends_with('.') ? " " : "; ";
        text += between + options[i];
    }
    return text;
}

std::optional<std::size_t> typed_option(const Question& question, std::string_view words) {
    const std::optional<double> number = number_typed(words);
    if (!number) return std::nullopt;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        if (number_typed(question.options[i]) == number) return i;
    }
    return question.options.size();
}

void set_options(Question& question, const std::string& right, std::vector<std::string> others,
                 std::uint64_t seed) {
    std::vector<std::string>& options = question.options;
    options.clear();
    for (std::string& other : others) {
        const bool there = std::ranges::find(options, other) != options.end();
        if (other != right && !there && options.size() < most_others) {
            options.push_back(std::move(other));
        }
    }
    question.right = splitmix_below(options.size() + 1, seed, 0);
    options.insert(options.begin() + static_cast<std::ptrdiff_t>(question.right), right);
}

}  // namespace stridescope
