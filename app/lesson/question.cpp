#include "app/lesson/question.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/experiment/splitmix.h"
#include "app/lesson/count.h"

namespace stridescope {
namespace {

constexpr std::size_t most_others = 3;

}  // namespace

std::vector<std::string> number_options(double right, std::uint64_t seed, std::size_t& at) {
    // Twice and half as much are what one is off by with strides, one more and less with edges.
    std::vector<double> others;
    const bool whole = right == std::floor(right);
    for (const double other :
         {right * 2, right / 2, right + 1, right - 1, right * 4, right + 2, right / 4, right + 3}) {
        const bool fits = !whole || other == std::floor(other);
        const bool there = std::ranges::find(others, other) != others.end();
        if (fits && other >= 0 && other != right && !there) others.push_back(other);
    }
    // Of the first few some are drawn: the right one is neither always the least nor the middle.
    if (others.size() > most_others + 2) others.resize(most_others + 2);
    for (std::uint64_t i = 0; others.size() > most_others; ++i) {
        const std::uint64_t out = splitmix_below(others.size(), seed, i);
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
    }
    others.push_back(right);
    std::ranges::sort(others);
    at = static_cast<std::size_t>(std::ranges::find(others, right) - others.begin());
    std::vector<std::string> options;
    for (const double other : others) options.push_back(count_text(other));
    return options;
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
