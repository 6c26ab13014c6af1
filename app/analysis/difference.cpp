#include "app/analysis/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace stridescope {
namespace {

WorkCounts up_to(const WorkTable& work, int steps) {
    WorkCounts sum;
    const std::size_t count = std::min(work.rows.size(), static_cast<std::size_t>(steps));
    for (std::size_t step = 0; step < count; ++step) sum += work.rows[step].counts;
    return sum;
}

}  // namespace

std::vector<Difference> differences(const WorkTable& a, const WorkTable& b) {
    return differences(a, static_cast<int>(a.rows.size()), b, static_cast<int>(b.rows.size()));
}

std::vector<Difference> differences(const WorkTable& a, int a_steps, const WorkTable& b,
                                    int b_steps) {
    const WorkCounts left = up_to(a, a_steps), right = up_to(b, b_steps);
    const auto done = [](const WorkTable& work, int steps) {
        return std::min(static_cast<std::int64_t>(work.rows.size()), std::int64_t{steps});
    };
    return {{"steps", "steps", done(a, a_steps), done(b, b_steps)},
            {"adds", "operations", left.adds, right.adds},
            {"barriers", "barriers", left.barriers, right.barriers},
            {"wavefronts", "wavefronts", left.wavefronts(), right.wavefronts()},
            {"requests", "requests", left.requests(), right.requests()},
            {"excess", "excess wavefronts", left.excess(), right.excess()}};
}

namespace {

std::optional<int> first_other_cell(const Trace& trace, const Trace& other, int block, int step) {
    const auto words = static_cast<std::size_t>(trace.words());
    if (trace.snapshot_type() != other.snapshot_type() || trace.words() != other.words() ||
        words == 0)
        return std::nullopt;
    const std::size_t bytes = trace.cell_bytes();
    const std::byte* const here = trace.snapshot(block, step);
    const std::byte* const there = other.snapshot(block, step);
    if (std::memcmp(here, there, words * bytes) == 0) return std::nullopt;
    for (std::size_t cell = 0; cell < words; ++cell) {
        if (std::memcmp(here + cell * bytes, there + cell * bytes, bytes) != 0)
            return static_cast<int>(cell);
    }
    return std::nullopt;
}

/// Where threads reach other things in a step: the first one that does, where they go through the
/// same lines.
std::optional<Parting> first_other_reach(const Trace& trace, const Trace& other, int block,
                                         int step) {
    const auto [begin, end] = trace.rows_of_step(step);
    const auto [other_begin, other_end] = other.rows_of_step(step);
    const Parting some{.step = step, .block = block, .words = "threads reach something else"};
    if (end - begin != other_end - other_begin) return some;
    if (trace.steps()[static_cast<std::size_t>(step)] !=
        other.steps()[static_cast<std::size_t>(step)])
        return some;
    for (int k = 0; k < end - begin; ++k) {
        if (trace.row(begin + k).site != other.row(other_begin + k).site) return some;
        const auto here = trace.lanes(block, begin + k);
        const auto there = other.lanes(block, other_begin + k);
        const auto [at, also] = std::ranges::mismatch(here, there);
        if (at == here.end() && also == there.end()) continue;
        const int thread = static_cast<int>(at - here.begin());
        return Parting{.step = step,
                       .block = block,
                       .thread = thread,
                       .words = fmt::format("thread {} reaches something else", thread)};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Parting> first_parting(const Trace& trace, const Trace& other) {
    const int steps = std::min(trace.step_count(), other.step_count());
    const int blocks = std::min(trace.blocks(), other.blocks());
    if (trace.threads() != other.threads() || trace.sites() != other.sites()) return std::nullopt;
    for (int step = 0; step < steps; ++step) {
        for (int block = 0; block < blocks; ++block) {
            if (const auto cell = first_other_cell(trace, other, block, step)) {
                Parting parting{.step = step, .block = block, .cell = *cell};
                const std::string name = trace.name_of_cell(step, *cell);
                parting.words = fmt::format("{} is {}, not {}", name.empty() ? "a word" : name,
                                            other.value_text(block, step, *cell),
                                            trace.value_text(block, step, *cell));
                return parting;
            }
            if (auto parting = first_other_reach(trace, other, block, step)) return parting;
        }
    }
    return std::nullopt;
}

}  // namespace stridescope
