#include "app/lesson/bars.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "app/io/real_number.h"

namespace stridescope {

std::vector<TextBar> bars_of(const TextBlock& block) {
    std::vector<TextBar> bars;
    std::istringstream lines{block.plain()};
    for (std::string line; std::getline(lines, line);) {
        TextBar bar;
        bar.text = line.substr(0, line.find(' '));
        std::string digits = bar.text;
        std::erase(digits, ',');
        const auto [stop, error] = read_real(digits, bar.number);
        const bool fits = bar.number >= 0 && bar.number < 1e15;  // no NaN does
        if (error != std::errc{} || stop != digits.data() + digits.size() || !fits) continue;
        if (bar.text.size() < line.size()) bar.words = line.substr(bar.text.size() + 1);
        bars.push_back(std::move(bar));
    }
    return bars;
}

}  // namespace stridescope
