#include "app/analysis/cooperating_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace stridescope {
namespace {

/// Numbers rows of both recordings: those that are the same but for values of a free step have the
/// same number.
class Numbers {
  public:
    std::vector<int> of(const Trace& trace) {
        std::vector<int> numbers(trace.rows().size(), unknown);
        for (std::size_t row = 0; row < numbers.size(); ++row) number(trace, numbers, row);
        return numbers;
    }
    std::size_t count() const { return known_.size(); }

  private:
    static constexpr int unknown = -1, constant = -2, chance = -3;

    int origin(const Trace& trace, std::vector<int>& numbers, int row) {
        if (row == Row::none) return constant;
        const auto at = static_cast<std::size_t>(row);
        return is_nondeterministic(trace, trace.rows()[at].step) ? chance
                                                                 : number(trace, numbers, at);
    }
    int number(const Trace& trace, std::vector<int>& numbers, std::size_t at) {
        if (numbers[at] != unknown) return numbers[at];
        const Row& row = trace.rows()[at];
        const Site& site = trace.sites()[static_cast<std::size_t>(row.site)];
        const std::tuple key{row.step,
                             row.interval,
                             row.iteration,
                             site.line,
                             site.operand,
                             site.event,
                             site.array,
                             origin(trace, numbers, row.left),
                             origin(trace, numbers, row.right)};
        numbers[at] = known_.try_emplace(key, static_cast<int>(known_.size())).first->second;
        return numbers[at];
    }

    std::map<std::tuple<int, int, int, int, int, Event, ArrayId, int, int>, int> known_;
};

}  // namespace

bool blocks_cooperate(const Trace& trace) {
    return !trace.scratch().empty();
}

bool is_nondeterministic(const Trace& trace, int step) {
    const std::string& phase = trace.facts().nondeterministic_phase;
    return !phase.empty() && trace.steps()[static_cast<std::size_t>(step)].phase == phase;
}

bool sums_differently(const Trace& trace) {
    const ElementType type = trace.experiment().type;
    return !trace.facts().nondeterministic_phase.empty() && trace.experiment().op == Op::add &&
           (type == ElementType::f32 || type == ElementType::f64);
}

std::string not_compared_of(const Trace& trace) {
    if (trace.is_text() || !blocks_cooperate(trace)) return {};
    std::string text = "the order in which blocks ran";
    const std::string& phase = trace.facts().nondeterministic_phase;
    if (!phase.empty()) {
        text += fmt::format(", and so which block it read from in \"{}\"", phase);
    }
    return text;
}

CooperatingBlocks::CooperatingBlocks(const Trace& expected, const Trace& got)
    : a_{expected}, b_{got} {
    std::map<std::int64_t, int> with_section;  // [first element]: block of `got`
    for (int block = 0; block < b_.blocks(); ++block) {
        with_section[b_.first_element(block)] = block;
    }
    for (int block = 0; block < a_.blocks(); ++block) {
        const auto other = with_section.find(a_.first_element(block));
        if (other != with_section.end()) pairs_.emplace_back(block, other->second);
    }

    Numbers numbers;
    const std::vector<int> in_a = numbers.of(a_), in_b = numbers.of(b_);
    std::vector<Alike> all(numbers.count());
    std::vector<int> step(numbers.count());
    const auto sort_in = [&](const Trace& trace, const std::vector<int>& number, auto rows) {
        for (std::size_t row = 0; row < number.size(); ++row) {
            const auto at = static_cast<std::size_t>(number[row]);
            (all[at].*rows).push_back(static_cast<int>(row));
            step[at] = trace.rows()[row].step;
        }
    };
    sort_in(a_, in_a, &Alike::expected);
    sort_in(b_, in_b, &Alike::got);
    of_step_.resize(a_.steps().size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_nondeterministic(a_, step[i])) continue;
        of_step_[static_cast<std::size_t>(step[i])].push_back(std::move(all[i]));
    }
}

/// The one of the rows that the thread had part in.
std::optional<int> CooperatingBlocks::row_of(const Trace& trace, int block,
                                             const std::vector<int>& rows,
                                             std::size_t thread) const {
    const auto found = std::ranges::find_if(
        rows, [&](int row) { return trace.lanes(block, row)[thread] != Trace::idle; });
    return found == rows.end() ? std::nullopt : std::optional{*found};
}

std::optional<CooperatingBlocks::Difference> CooperatingBlocks::first_difference(int block,
                                                                                 int other,
                                                                                 int step) const {
    for (const Alike& alike : of_step_[static_cast<std::size_t>(step)]) {
        for (std::size_t thread = 0; std::cmp_less(thread, a_.threads()); ++thread) {
            const auto expected = row_of(a_, block, alike.expected, thread);
            const auto got = row_of(b_, other, alike.got, thread);
            if (!expected && !got) continue;
            if (!expected || !got) return Difference{expected, got, thread};
            if (a_.lanes(block, *expected)[thread] != b_.lanes(other, *got)[thread]) {
                return Difference{expected, got, thread};
            }
            const Row& row = a_.rows()[static_cast<std::size_t>(*expected)];
            if (!is_global(a_.event_of(row))) continue;
            const std::uint32_t x = a_.addresses(block, *expected)[thread];
            const std::uint32_t y = b_.addresses(other, *got)[thread];
            const bool own = is_scratch(a_.sites()[static_cast<std::size_t>(row.site)].array) &&
                             std::cmp_equal(x, block) && std::cmp_equal(y, other);
            if (x != y && !own) return Difference{expected, got, thread};
        }
    }
    return std::nullopt;
}

}  // namespace stridescope
