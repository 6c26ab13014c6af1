#include "app/scene/source/line_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "app/scene/scene_parts.h"

namespace stridescope {
namespace {

/// The column of that count.
LineColumn column_of(std::int64_t LineCounts::*count) {
    return {*std::ranges::find(line_counts(), count, &LineCount::count)};
}

/// These of the step, and behind them of all steps.
LineColumns in_both(LineColumns columns) {
    const std::size_t count = columns.size();
    for (std::size_t k = 0; k < count; ++k) {
        columns.push_back(columns[k]);
        columns.back().in_all = true;
    }
    return columns;
}

}  // namespace

std::vector<LineColumns> line_column_choices(const LineTable& table) {
    using L = LineCounts;
    LineCounts total;
    for (const LineCounts& line : table.totals) total += line;
    const auto told = [&total](std::initializer_list<std::int64_t L::*> counts) {
        LineColumns columns;
        for (const auto count : counts) {
            if (total.*count != 0) columns.push_back(column_of(count));
        }
        return columns;
    };
    const LineColumns most = told({&L::requests, &L::wavefronts, &L::excess, &L::global_requests,
                                   &L::sectors, &L::ideal_sectors});
    const LineColumns costs = told({&L::wavefronts, &L::excess, &L::sectors, &L::ideal_sectors});
    std::vector<LineColumns> choices{in_both(most), in_both(costs), costs};
    const auto shared = total.excess > 0 ? &L::excess : &L::wavefronts;
    if (of_both_memories(costs)) choices.push_back(told({shared, &L::sectors}));
    // One at last: where the text does more than it need, or else of shared memory.
    const bool scattered = total.excess == 0 && total.sectors > total.ideal_sectors;
    choices.push_back(told({scattered || total.wavefronts == 0 ? &L::sectors : shared}));
    return choices;
}

bool of_both_memories(const LineColumns& columns) {
    return std::ranges::any_of(columns,
                               [&](const LineColumn& c) { return c.space != columns[0].space; });
}

namespace {

using namespace scene_parts;

/// "8 requests, 16 wavefronts, 8 excess, up to 2-way · 64 adds".
std::string words_of(const LineCounts& counts) {
    std::string text;
    const auto add = [&text](const std::string& words) {
        text += (text.empty() ? "" : " · ") + words;
    };
    if (counts.requests > 0) {
        add(fmt::format("{}, {}", counted(counts.requests, "request"),
                        counted(counts.wavefronts, "wavefront")));
        if (counts.excess > 0) {
            text += fmt::format(", {} of them excess, up to {}", with_commas(counts.excess),
                                way_text(counts.degree));
        }
    }
    if (counts.adds > 0) add(counted(counts.adds, "operation"));
    if (counts.global_requests > 0) {
        add(fmt::format("{} to global memory, {}", counted(counts.global_requests, "request"),
                        counted(counts.sectors, "sector")));
        if (const std::int64_t excess = counts.sectors - counts.ideal_sectors; excess > 0) {
            text += fmt::format(", {} of them excess", with_commas(excess));
        }
    }
    return text.empty() ? "nothing" : text;
}

std::string joined(const std::string& name, const LineCounts& now, const LineCounts& all,
                   const CompiledLine* compiled) {
    std::string words =
        fmt::format("{}\nthis step: {}\nall steps: {}", name, words_of(now), words_of(all));
    if (compiled != nullptr) words += "\n" + words_of(*compiled);
    return words;
}

}  // namespace

std::string line_words(const Trace& trace, const LineTable& table, int step, SourceLine line) {
    return joined(line_name(trace, line), table.at(step, line), table.at(-1, line),
                  table.compiled.find(line));
}

std::string line_words_with_included(const LineTable& table, int step, int line) {
    const char* const what = table.includes_sites(line) ? ": all lines that it includes" : "";
    return joined(fmt::format("line {}{}", line, what), table.with_included(step, line),
                  table.with_included(-1, line), table.compiled.find({.file = 0, .line = line}));
}

}  // namespace stridescope
