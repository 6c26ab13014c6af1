#include "app/analysis/divergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace stridescope {
namespace {

std::string text_of(const Step& step) {
    return step.stride == 0 ? step.phase : fmt::format("{}, stride {}", step.phase, step.stride);
}

std::string step_name(const Trace& trace, int step) {
    return fmt::format("step {} ({})", step,
                       text_of(trace.steps()[static_cast<std::size_t>(step)]));
}

std::string word_text(std::uint16_t word) {
    return word == Trace::idle ? std::string{"nothing"} : fmt::format("word {}", word);
}

std::string row_text(const Trace& trace, std::size_t index) {
    if (index >= trace.rows().size()) return "nothing";
    const Row& row = trace.rows()[index];
    const Site& site = trace.sites()[static_cast<std::size_t>(row.site)];
    const char* event = site.event == Event::load    ? "load"
                        : site.event == Event::store ? "store"
                                                     : "operation";
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

std::optional<std::string> compare_steps(const Trace& a, const Trace& b) {
    const std::size_t most = std::max(a.steps().size(), b.steps().size());
    for (std::size_t step = 0; step < most; ++step) {
        const bool in_a = step < a.steps().size(), in_b = step < b.steps().size();
        if (in_a && in_b && a.steps()[step] == b.steps()[step]) continue;
        return fmt::format("step {}: expected {}, got {}", step,
                           in_a ? text_of(a.steps()[step]) : "no such step",
                           in_b ? text_of(b.steps()[step]) : "no such step");
    }
    return std::nullopt;
}

std::optional<std::string> compare_rows(const Trace& a, const Trace& b) {
    const std::size_t most = std::max(a.rows().size(), b.rows().size());
    for (std::size_t row = 0; row < most; ++row) {
        if (row < a.rows().size() && row < b.rows().size() && same_row(a, b, row)) continue;
        const Trace& longer = row < a.rows().size() ? a : b;
        return fmt::format("{}, row {}: expected {}, got {}",
                           step_name(longer, longer.rows()[row].step), row, row_text(a, row),
                           row_text(b, row));
    }
    return std::nullopt;
}

std::optional<std::string> compare_events(const Trace& a, const Trace& b, int block, int step) {
    const auto [begin, end] = a.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const auto want = a.lanes(block, row), got = b.lanes(block, row);
        for (std::size_t t = 0; t < want.size(); ++t) {
            if (want[t] == got[t]) continue;
            const Site& site =
                a.sites()[static_cast<std::size_t>(a.rows()[static_cast<std::size_t>(row)].site)];
            return fmt::format("block {}, {}, line {}, thread {}: expected {}, got {}", block,
                               step_name(a, step), site.line, t, word_text(want[t]),
                               word_text(got[t]));
        }
    }
    if (a.barriers(block, step) != b.barriers(block, step)) {
        return fmt::format("block {}, {}: expected {} barriers, got {}", block, step_name(a, step),
                           a.barriers(block, step), b.barriers(block, step));
    }
    return std::nullopt;
}

/// First index in [begin, end) whose elements differ; `end` if none does.
std::size_t first_other(const TypedArray& a, const TypedArray& b, std::size_t begin,
                        std::size_t end) {
    const std::size_t bytes = size_of(a.type());
    if (std::memcmp(a.bytes() + begin * bytes, b.bytes() + begin * bytes, (end - begin) * bytes) ==
        0) {
        return end;
    }
    for (std::size_t i = begin; i < end; ++i) {
        if (std::memcmp(a.bytes() + i * bytes, b.bytes() + i * bytes, bytes) == 0) continue;
        if (a.text(i) != "nan" || b.text(i) != "nan") return i;
    }
    return end;
}

std::optional<std::string> compare_snapshots(const Trace& a, const Trace& b, int block, int step) {
    const std::size_t begin = a.snapshot_index(block, step, 0);
    const std::size_t end = begin + static_cast<std::size_t>(a.words());
    const std::size_t at = first_other(a.snapshots(), b.snapshots(), begin, end);
    if (at == end) return std::nullopt;
    return fmt::format("block {}, after {}, word {}: expected {}, got {}", block,
                       step_name(a, step), at - begin, a.snapshots().text(at),
                       b.snapshots().text(at));
}

}  // namespace

std::optional<std::string> first_divergence(const Trace& expected, const Trace& got) {
    if (expected.shape() != got.shape() || expected.n() != got.n() ||
        expected.words() != got.words() || expected.experiment().type != got.experiment().type) {
        return "the launches have different shapes";
    }
    if (expected.blocks() != got.blocks()) {
        return fmt::format("expected {} recorded blocks, got {}", expected.blocks(), got.blocks());
    }
    if (auto found = compare_steps(expected, got)) return found;
    if (auto found = compare_rows(expected, got)) return found;
    for (int block = 0; block < expected.blocks(); ++block) {
        for (int step = 0; step < expected.step_count(); ++step) {
            if (auto found = compare_events(expected, got, block, step)) return found;
            if (auto found = compare_snapshots(expected, got, block, step)) return found;
        }
    }
    const std::size_t n = expected.output().size();
    if (const std::size_t at = first_other(expected.output(), got.output(), 0, n); at < n) {
        return fmt::format("output element {}: expected {}, got {}", at, expected.output().text(at),
                           got.output().text(at));
    }
    if (expected.diagnostics() != got.diagnostics()) return "the diagnostics differ";
    return std::nullopt;
}

}  // namespace stridescope
