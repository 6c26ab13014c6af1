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
