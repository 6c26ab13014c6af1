#include "app/analysis/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/monoid.h"

namespace stridescope {
namespace {

/// Whether the output is as good as the oracle's. `magnitude`: Σ|input| of the section so far, of
/// `count` elements.
template <class T>
bool agrees(T want, T got, Op op, [[maybe_unused]] double magnitude,
            [[maybe_unused]] std::size_t count) {
    if (want == got || (want != want && got != got)) return true;
    if constexpr (std::is_floating_point_v<T>) {
        // Any order of n additions differs by less than 2n rounding errors of Σ|input|.
        const double bound = 2.0 * static_cast<double>(count) *
                             static_cast<double>(std::numeric_limits<T>::epsilon()) * magnitude;
        const double error = std::abs(static_cast<double>(want) - static_cast<double>(got));
        if (op == Op::add && error <= bound) return true;
        // Nothing is rounded, and what a NaN is followed by does not matter.
        if (op == Op::last) return false;
        // NaN, or sums that may overflow in one order and not in another: no right answer.
        if (!(magnitude <= static_cast<double>(std::numeric_limits<T>::max()))) {
            return op == Op::add || std::isnan(magnitude);
        }
    }
    return false;
}

/// Looks at the elements from `first` to `end`; the oracle starts anew at multiples of `section`.
std::optional<WrongElement> first_wrong_within(const Trace& trace, std::size_t section,
                                               std::size_t first, std::size_t end) {
    const Op op = trace.experiment().op;
    const bool exclusive = trace.experiment().scan == Scan::exclusive;
    return with_element_type(trace.input().type(), [&]<class T>(T) -> std::optional<WrongElement> {
        const auto in = trace.input().as<T>(), got = trace.output().as<T>();
        T want{};
        double magnitude = 0;
        std::size_t count = 0;  // of inputs in `want`
        const auto take = [&](std::size_t i) {
            want = count++ == 0 ? in[i] : combine(op, want, in[i]);
            if constexpr (std::is_floating_point_v<T>) {
                magnitude += std::abs(static_cast<double>(in[i]));
            }
        };
        for (std::size_t i = first / section * section; i < end; ++i) {
            const bool begins = i % section == 0;
            if (begins) count = 0, magnitude = 0;
            if (!exclusive) {
                take(i);
            } else if (begins) {
                want = identity_of<T>(op);
            } else {
                take(i - 1);
            }
            if (i < first) continue;
            if (agrees(want, got[i], op, magnitude, count)) continue;
            return WrongElement{
                static_cast<std::int64_t>(i),
                number_text(trace.input().type(), reinterpret_cast<const std::byte*>(&want)),
                trace.output().text(i), ArrayId::output};
        }
        return std::nullopt;
    });
}

/// Of a text: the first element of any array that is not what its card, or --expect, says.
std::optional<WrongElement> first_unexpected(const Trace& trace) {
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        const ArrayContents& contents = trace.contents(static_cast<ArrayId>(k));
        if (contents.expected.size() == 0) continue;
        for (std::size_t i = 0; i < contents.expected.size(); ++i) {
            if (contents.after.text(i) == contents.expected.text(i)) continue;
            const double want = contents.expected.number(i), got = contents.after.number(i);
            const double may = i < contents.tolerance.size() ? contents.tolerance[i] : 0;
            // What is not finite is the same or wrong; −0 is 0.
            if (std::isfinite(want) && std::isfinite(got) && std::abs(want - got) <= may) continue;
            return WrongElement{static_cast<std::int64_t>(i), contents.expected.text(i),
                                contents.after.text(i), static_cast<ArrayId>(k)};
        }
    }
    return std::nullopt;
}

}  // namespace

bool is_checked(const Trace& trace) {
    if (!trace.is_text()) return true;
    return std::ranges::any_of(trace.data().contents, [](const ArrayContents& contents) {
        return contents.expected.size() > 0;
    });
}

std::int64_t oracle_section(const Trace& trace) {
    const bool whole = trace.facts().scope == Scope::whole;
    return whole ? std::max<std::int64_t>(1, trace.n()) : trace.shape().section;
}

std::string_view oracle_name(const Trace& trace) {
    if (trace.is_text()) {
        for (const ArrayContents& contents : trace.data().contents) {
            if (contents.expected.size() > 0) return contents.expected_name;
        }
        return "nothing";
    }
    return trace.experiment().scan == Scan::exclusive ? "sequential exclusive scan"
                                                      : "sequential scan";
}

std::optional<WrongElement> first_wrong(const Trace& trace) {
    if (trace.is_text()) return first_unexpected(trace);
    return first_wrong_within(trace, static_cast<std::size_t>(oracle_section(trace)), 0,
                              trace.input().size());
}

std::string wrong_text(const Trace& trace, const WrongElement& wrong) {
    const std::string& oracle = trace.contents(wrong.array).expected_name;
    return fmt::format("{} is {}; {} gives {}", trace.name_of_element(wrong.array, wrong.index),
                       wrong.got, oracle, wrong.expected);
}

std::optional<WrongElement> first_wrong_by_sections(const Trace& trace) {
    if (trace.is_text()) return first_unexpected(trace);
    return first_wrong_within(trace, static_cast<std::size_t>(trace.shape().section), 0,
                              trace.input().size());
}

std::optional<WrongElement> first_wrong(const Trace& trace, int block) {
    if (trace.is_text()) return std::nullopt;  // blocks have no elements of their own
    const auto section = static_cast<std::size_t>(trace.shape().section);
    const std::size_t first =
        std::min(static_cast<std::size_t>(trace.first_element(block)), trace.input().size());
    return first_wrong_within(trace, static_cast<std::size_t>(oracle_section(trace)), first,
                              std::min(first + section, trace.input().size()));
}

}  // namespace stridescope
