#include "app/cli/verify.h"

#include <fmt/format.h>

namespace stridescope::cli {
namespace {

std::string step_name(const Trace& trace, int step) {
    const Step& s = trace.steps()[static_cast<std::size_t>(step)];
    if (s.stride == 0) return fmt::format("step {} ({})", step, s.phase);
    return fmt::format("step {} ({}, stride {})", step, s.phase, s.stride);
}

std::string word_text(std::uint16_t word) {
    return word == Trace::idle ? std::string{"nothing"} : fmt::format("word {}", word);
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
    return std::nullopt;
}

std::optional<std::string> compare_snapshots(const Trace& a, const Trace& b, int block, int step) {
    for (int word = 0; word < a.words(); ++word) {
        if (a.element_of_word(word) < 0) continue;  // a device leaves padding as it found it
        const std::size_t i = a.snapshot_index(block, step, word);
        const std::string want = a.snapshots().text(i), got = b.snapshots().text(i);
        if (want != got) {
            return fmt::format("block {}, after {}, word {}: expected {}, got {}", block,
                               step_name(a, step), word, want, got);
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> first_divergence(const Trace& expected, const Trace& got) {
    if (expected.shape() != got.shape() || expected.n() != got.n() ||
        expected.words() != got.words()) {
        return "the launches have different shapes";
    }
    if (expected.blocks() != got.blocks()) return "different numbers of blocks were recorded";
    if (expected.steps() != got.steps()) return "the steps differ";
    if (expected.sites() != got.sites()) return "the sites differ";
    if (expected.rows() != got.rows()) return "the rows differ: a value came another way";
    for (int block = 0; block < expected.blocks(); ++block) {
        for (int step = 0; step < expected.step_count(); ++step) {
            if (auto found = compare_events(expected, got, block, step)) return found;
            if (auto found = compare_snapshots(expected, got, block, step)) return found;
        }
    }
    if (!(expected.output() == got.output())) return "the outputs differ";
    return std::nullopt;
}

}  // namespace stridescope::cli
