#include "app/analysis/divergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "app/analysis/check.h"
#include "app/analysis/cooperating_blocks.h"
#include "app/analysis/number_text.h"

namespace stridescope {
namespace {

/// What a thread reached in a row: "word 5" or "A[37]".
std::string event_text(const Trace& trace, int block, int row, std::size_t thread) {
    const std::uint16_t word = trace.lanes(block, row)[thread];
    if (word == Trace::idle) return "nothing";
    const Row& at = trace.rows()[static_cast<std::size_t>(row)];
    const Site& site = trace.sites()[static_cast<std::size_t>(at.site)];
    if (!is_global(site.event)) return fmt::format("word {}", word);
    return fmt::format("{}[{}]", trace.name_of(site.array), trace.addresses(block, row)[thread]);
}

/// The rows are known to be the same.
bool same_event(const Trace& a, const Trace& b, int block, int row, std::size_t thread) {
    const std::uint16_t word = a.lanes(block, row)[thread];
    if (word != b.lanes(block, row)[thread]) return false;
    const bool global = is_global(a.event_of(a.rows()[static_cast<std::size_t>(row)]));
    return !global || word == Trace::idle ||
           a.addresses(block, row)[thread] == b.addresses(block, row)[thread];
}

std::string row_text(const Trace& trace, std::size_t index) {
    if (index >= trace.rows().size()) return "nothing";
    const Row& row = trace.rows()[index];
    const Site& site = trace.sites()[static_cast<std::size_t>(row.site)];
    const std::string_view event = site.event == Event::op ? "operation" : name_of(site.event);
    std::string text = fmt::format("{} at line {}, round {}, after {} barriers", event, site.line,
                                   row.iteration, row.interval);
    if (row.left != Row::none) text += fmt::format(", of row {}", row.left);
    if (row.right != Row::none) text += fmt::format(" and row {}", row.right);
    return text;
}

/// Rows hold indices of sites: compared by what those say.
bool same_row(const Trace& a, const Trace& b, std::size_t index) {
    const Row &x = a.rows()[index], &y = b.rows()[index];
    Row moved = y;
    moved.site = x.site;
    return x == moved && a.sites()[static_cast<std::size_t>(x.site)] ==
                             b.sites()[static_cast<std::size_t>(y.site)];
}

/// Walks through two recordings side by side; each part tells the first place that differs.
class Comparison {
  public:
    Comparison(const Trace& expected, const Trace& got, int first_step)
        : a_{expected}, b_{got}, first_step_{first_step} {}

    std::optional<Divergence> first() const;

  private:
    std::string step_name(const Trace& trace, int step) const {
        return fmt::format("step {} ({})", step + first_step_,
                           name_of(trace.steps()[static_cast<std::size_t>(step)]));
    }
    std::optional<Divergence> in_shapes() const;
    std::optional<Divergence> in_steps() const;
    std::optional<Divergence> in_rows() const;
    std::optional<Divergence> in_events(int block, int step) const;
    std::optional<Divergence> in_barriers(int block, int other, int step) const;
    std::optional<Divergence> in_snapshots(int block, int other, int step) const;
    std::optional<Divergence> in_cooperating_blocks() const;
    std::optional<Divergence> in_result() const;
    std::optional<Divergence> in_output() const;

    const Trace &a_, &b_;
    int first_step_;
};

std::optional<Divergence> Comparison::in_shapes() const {
    if (a_.shape() != b_.shape() || a_.n() != b_.n() || a_.words() != b_.words() ||
        a_.cells() != b_.cells() || a_.experiment().type != b_.experiment().type) {
        return Divergence{.text = "the launches have different shapes"};
    }
    if (a_.blocks() != b_.blocks()) {
        return Divergence{
            .text = fmt::format("expected {} recorded blocks, got {}", a_.blocks(), b_.blocks())};
    }
    return std::nullopt;
}

std::optional<Divergence> Comparison::in_steps() const {
    const std::size_t most = std::max(a_.steps().size(), b_.steps().size());
    for (std::size_t step = 0; step < most; ++step) {
        const bool in_a = step < a_.steps().size(), in_b = step < b_.steps().size();
        if (in_a && in_b && a_.steps()[step] == b_.steps()[step]) continue;
        const int number = static_cast<int>(step);
        return Divergence{.step = number,
                          .text = fmt::format("step {}: expected {}, got {}", number + first_step_,
                                              in_a ? name_of(a_.steps()[step]) : "no such step",
                                              in_b ? name_of(b_.steps()[step]) : "no such step")};
    }
    return std::nullopt;
}

std::optional<Divergence> Comparison::in_rows() const {
    const std::size_t most = std::max(a_.rows().size(), b_.rows().size());
    for (std::size_t row = 0; row < most; ++row) {
        if (row < a_.rows().size() && row < b_.rows().size() && same_row(a_, b_, row)) continue;
        const Trace& longer = row < a_.rows().size() ? a_ : b_;
        const int step = longer.rows()[row].step;
        return Divergence{
            .step = step,
            .text = fmt::format("{}, row {}: expected {}, got {}", step_name(longer, step), row,
                                row_text(a_, row), row_text(b_, row))};
    }
    return std::nullopt;
}

std::optional<Divergence> Comparison::in_events(int block, int step) const {
    const auto [begin, end] = a_.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        for (std::size_t t = 0; t < a_.lanes(block, row).size(); ++t) {
            if (same_event(a_, b_, block, row, t)) continue;
            const Row& at = a_.rows()[static_cast<std::size_t>(row)];
            return Divergence{
                block, step,
                fmt::format("block {}, {}, line {}, thread {}: expected {}, got {}", block,
                            step_name(a_, step), a_.sites()[static_cast<std::size_t>(at.site)].line,
                            t, event_text(a_, block, row, t), event_text(b_, block, row, t))};
        }
    }
    return in_barriers(block, block, step);
}

/// `other` is the block of the other recording that the block is held against.
std::optional<Divergence> Comparison::in_barriers(int block, int other, int step) const {
    if (a_.barriers(block, step) == b_.barriers(other, step)) return std::nullopt;
    return Divergence{
        block, step,
        fmt::format("block {}, {}: expected {} barriers, got {}", block, step_name(a_, step),
                    a_.barriers(block, step), b_.barriers(other, step))};
}

/// The first of `count` elements, from `in_a` and `in_b` on, that differ; `count` if none does.
std::size_t first_other(const TypedArray& a, std::size_t in_a, const TypedArray& b,
                        std::size_t in_b, std::size_t count) {
    const std::size_t bytes = size_of(a.type());
    const std::byte *from_a = a.bytes() + in_a * bytes, *from_b = b.bytes() + in_b * bytes;
    if (count == 0 || std::memcmp(from_a, from_b, count * bytes) == 0) return count;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::memcmp(from_a + i * bytes, from_b + i * bytes, bytes) == 0) continue;
        if (a.text(in_a + i) != "nan" || b.text(in_b + i) != "nan") return i;
    }
    return count;
}

std::optional<Divergence> Comparison::in_snapshots(int block, int other, int step) const {
    const std::size_t in_a = a_.snapshot_index(block, step, 0);
    const std::size_t in_b = b_.snapshot_index(other, step, 0);
    const auto cells = static_cast<std::size_t>(a_.cells());
    const std::size_t at = first_other(a_.snapshots(), in_a, b_.snapshots(), in_b, cells);
    if (at == cells) return std::nullopt;
    return Divergence{
        block, step,
        fmt::format("block {}, after {}, word {}: expected {}, got {}", block, step_name(a_, step),
                    at, a_.snapshots().text(in_a + at), b_.snapshots().text(in_b + at))};
}

/// Blocks of a kernel whose blocks cooperate, each beside the one that scanned the same section.
std::optional<Divergence> Comparison::in_cooperating_blocks() const {
    const CooperatingBlocks both{a_, b_};
    for (const auto& [block, other] : both.pairs()) {
        for (int step = 0; step < a_.step_count(); ++step) {
            if (const auto at = both.first_difference(block, other, step)) {
                const auto text = [&](std::optional<int> row, const Trace& trace, int of) {
                    return row ? event_text(trace, of, *row, at->thread) : "nothing";
                };
                const Trace& trace = at->expected_row ? a_ : b_;
                const int row = at->expected_row ? *at->expected_row : *at->got_row;
                const Row& place = trace.rows()[static_cast<std::size_t>(row)];
                return Divergence{
                    block, step,
                    fmt::format("block {}, {}, line {}, thread {}: expected {}, got {}", block,
                                step_name(a_, step),
                                trace.sites()[static_cast<std::size_t>(place.site)].line,
                                at->thread, text(at->expected_row, a_, block),
                                text(at->got_row, b_, other))};
            }
            if (auto found = in_barriers(block, other, step)) return found;
            if (auto found = in_snapshots(block, other, step)) return found;
        }
    }
    return std::nullopt;
}

/// Where chance puts a sum together, its rounding is chance too.
std::optional<Divergence> Comparison::in_output() const {
    const std::size_t n = a_.output().size();
    const std::size_t at = first_other(a_.output(), 0, b_.output(), 0, n);
    if (at == n) return std::nullopt;
    if (sums_differently(a_)) {
        const auto wrong = first_wrong(b_);
        if (!wrong) return std::nullopt;
        return Divergence{.text = fmt::format("output element {}: expected about {}, got {}",
                                              wrong->index, wrong->expected, wrong->got)};
    }
    return Divergence{.text = fmt::format("output element {}: expected {}, got {}", at,
                                          a_.output().text(at), b_.output().text(at))};
}

std::optional<Divergence> Comparison::in_result() const {
    if (auto found = in_output()) return found;
    if (a_.diagnostics() != b_.diagnostics()) return Divergence{.text = "the diagnostics differ"};
    return std::nullopt;
}

std::optional<Divergence> Comparison::first() const {
    if (auto found = in_shapes()) return found;
    if (auto found = in_steps()) return found;
    if (blocks_cooperate(a_) && !a_.is_text()) {
        if (auto found = in_cooperating_blocks()) return found;
        return in_result();
    }
    if (auto found = in_rows()) return found;
    for (int block = 0; block < a_.blocks(); ++block) {
        for (int step = 0; step < a_.step_count(); ++step) {
            if (auto found = in_events(block, step)) return found;
            if (auto found = in_snapshots(block, block, step)) return found;
        }
    }
    return in_result();
}

ComparedAmounts amounts_of(const Trace& trace) {
    ComparedAmounts amounts{.blocks = trace.blocks(),
                            .steps = trace.step_count(),
                            .accesses = 0,
                            .words = static_cast<std::int64_t>(trace.snapshots().size()),
                            .outputs = static_cast<std::int64_t>(trace.output().size())};
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int row = 0; std::cmp_less(row, trace.rows().size()); ++row) {
            const Row& at = trace.rows()[static_cast<std::size_t>(row)];
            if (is_inner(trace.event_of(at)) || is_nondeterministic(trace, at.step)) continue;
            const auto lanes = trace.lanes(block, row);
            amounts.accesses += std::ssize(lanes) - std::ranges::count(lanes, Trace::idle);
        }
    }
    return amounts;
}

/// "1,234 steps", "1 step".
std::string counted(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", with_commas(count), noun,
                       count == 1            ? ""
                       : noun.ends_with("s") ? "es"
                                             : "s");
}

}  // namespace

TraceComparison compare_traces(const Trace& expected, const Trace& got, int first_step) {
    return {amounts_of(expected), Comparison{expected, got, first_step}.first(),
            not_compared_of(expected)};
}

std::optional<std::string> first_divergence(const Trace& expected, const Trace& got) {
    const auto found = Comparison{expected, got, 0}.first();
    return found ? std::optional{found->text} : std::nullopt;
}

std::string sentence(const ComparedAmounts& amounts) {
    return fmt::format("{}{}, {}, {} of shared memory and {} of the result",
                       amounts.blocks > 1 ? counted(amounts.blocks, "block") + " of " : "",
                       counted(amounts.steps, "step"), counted(amounts.accesses, "access"),
                       counted(amounts.words, "word"), counted(amounts.outputs, "element"));
}

}  // namespace stridescope
