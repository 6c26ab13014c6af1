#include "app/analysis/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "app/analysis/scan_oracle.h"
#include "kernels/monoid.h"

namespace stridescope {
namespace {

/// How many additions a number goes through in a block at most: a thread adds once in a row. All
/// that can be where that is not known.
std::size_t additions_in_block(const Trace& trace) {
    constexpr auto unknown = std::numeric_limits<std::size_t>::max();
    // Beyond so many of one line they are one row.
    constexpr int most_told_apart = 250;
    std::size_t additions = 0;
    for (const Row& row : trace.rows()) {
        const Site& site = trace.sites()[static_cast<std::size_t>(row.site)];
        if (site.event != Event::op) continue;
        if (site.operand > most_told_apart) return unknown;
        ++additions;
    }
    return additions == 0 ? unknown : additions;
}

/// The same from the input to the output, of the section that begins with that element.
std::size_t most_additions(const Trace& trace, std::size_t in_block, std::size_t first) {
    constexpr auto unknown = std::numeric_limits<std::size_t>::max();
    const bool whole = trace.facts().scope == Scope::whole;
    const auto block = static_cast<std::int64_t>(first) / trace.shape().section;
    // Of blocks that are not recorded nothing is known; and through how many a number goes that is
    // handed on from one to the next, only if all are.
    if (in_block == unknown || (whole ? trace.blocks() < trace.grid() : block >= trace.blocks())) {
        return unknown;
    }
    return whole ? in_block * static_cast<std::size_t>(trace.grid()) : in_block;
}

/// Calls f with what makes the oracle of that operator, told how many additions there are.
template <class T, class F>
auto with_oracle(Op op, F&& f) {
    if constexpr (std::is_floating_point_v<T>) {
        if (op == Op::add) return f([](std::size_t additions) { return SumOracle<T>{additions}; });
        if (op != Op::last) return f([op](std::size_t) { return ExtremeOracle<T>{op}; });
    }
    return f([op](std::size_t) { return ExactOracle<T>{op}; });
}

/// Looks at the elements from `first` to `end`; the oracle starts anew at multiples of `section`.
std::optional<WrongElement> first_wrong_within(const Trace& trace, std::size_t section,
                                               std::size_t first, std::size_t end) {
    const Op op = trace.experiment().op;
    const bool exclusive = trace.experiment().scan == Scan::exclusive;
    const std::size_t in_block = additions_in_block(trace);
    return with_element_type(trace.input().type(), [&]<class T>(T) -> std::optional<WrongElement> {
        const auto in = trace.input().as<T>(), got = trace.output().as<T>();
        return with_oracle<T>(op, [&](auto new_oracle) -> std::optional<WrongElement> {
            auto oracle = new_oracle(0);
            T want{};               // as one thread works it out, from left to right
            std::size_t count = 0;  // of inputs in it
            const auto take = [&](std::size_t i) {
                want = count++ == 0 ? in[i] : combine(op, want, in[i]);
                oracle.take(in[i]);
            };
            for (std::size_t i = first / section * section; i < end; ++i) {
                const bool begins = i % section == 0;
                if (begins) {
                    count = 0;
                    oracle = new_oracle(most_additions(trace, in_block, i));
                }
                if (!exclusive) {
                    take(i);
                } else if (begins) {
                    want = identity_of<T>(op);
                } else {
                    take(i - 1);
                }
                if (i < first || oracle.accepts(got[i])) continue;
                return WrongElement{
                    static_cast<std::int64_t>(i),
                    number_text(trace.input().type(), reinterpret_cast<const std::byte*>(&want)),
                    trace.output().text(i), ArrayId::output};
            }
            return std::nullopt;
        });
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
