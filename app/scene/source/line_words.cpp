#include "app/scene/source/line_words.h"

#include <fmt/format.h>

#include "app/scene/scene_parts.h"

namespace stridescope {
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

}  // namespace

std::string line_words(const LineTable& table, int step, int line) {
    std::string words =
        fmt::format("line {}{}\nthis step: {}\nall steps: {}", line,
                    line == table.include_line ? ": all lines that it includes" : "",
                    words_of(table.at(step, line)), words_of(table.at(-1, line)));
    if (const CompiledLine* compiled = table.compiled.find(line))
        words += "\n" + words_of(*compiled);
    return words;
}

}  // namespace stridescope
