#include "app/analysis/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace stridescope {
namespace {

/// Where a comment says `expect:`; 0: nowhere.
std::size_t line_that_expects(std::string_view text) {
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        std::string_view rest = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        for (const std::string_view part : {"//", "expect:"}) {
            rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
            if (!rest.starts_with(part)) {
                rest = {};
                break;
            }
            rest.remove_prefix(part.size());
        }
        if (rest.find_first_not_of(" \t\r") != rest.npos) return line;
    }
    return 0;
}

}  // namespace

bool is_checked(const Trace& trace) {
    return std::ranges::any_of(trace.data().contents, [](const ArrayContents& contents) {
        return contents.expected.size() > 0;
    });
}

std::string_view oracle_name(const Trace& trace) {
    for (const ArrayContents& contents : trace.data().contents) {
        if (contents.expected.size() > 0) return contents.expected_name;
    }
    return "nothing";
}

std::optional<WrongElement> first_wrong(const Trace& trace) {
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        const ArrayContents& contents = trace.contents(static_cast<ArrayId>(k));
        if (contents.expected.size() == 0) continue;
        // The same bits are the same number; mostly all are.
        const bool alike = contents.after.type() == contents.expected.type();
        const std::size_t each = size_of(contents.expected.type());
        for (std::size_t i = 0; i < contents.expected.size(); ++i) {
            if (alike && std::memcmp(contents.after.bytes() + i * each,
                                     contents.expected.bytes() + i * each, each) == 0)
                continue;
            if (contents.after.text(i) == contents.expected.text(i)) continue;
            const double want = contents.expected.number(i), got = contents.after.number(i);
            const double may = i < contents.tolerance.size() ? contents.tolerance.number(i) : 0;
            // What is not finite is the same or wrong; −0 is 0.
            if (std::isfinite(want) && std::isfinite(got) && std::abs(want - got) <= may) continue;
            return WrongElement{static_cast<std::int64_t>(i), contents.expected.text(i),
                                contents.after.text(i), static_cast<ArrayId>(k)};
        }
    }
    return std::nullopt;
}

std::string wrong_text(const Trace& trace, const WrongElement& wrong) {
    const std::string& oracle = trace.contents(wrong.array).expected_name;
    return fmt::format("{} is {}; {} gives {}", trace.name_of_element(wrong.array, wrong.index),
                       wrong.got, oracle, wrong.expected);
}

std::string unheld_expectation(const Trace& trace) {
    const std::size_t line = is_checked(trace) ? 0 : line_that_expects(trace.data().text);
    if (line == 0) return {};
    return fmt::format(
        "not compared: line {} says what to expect, and nothing is held against it (expect stands "
        "among the comments at a text's head, with a launch; a main compares by itself and returns "
        "1)",
        line);
}

}  // namespace stridescope
