#include "app/analysis/findings.h"

#include <fmt/format.h>

#include <array>

#include "app/analysis/check.h"
#include "app/analysis/padding_effect.h"
#include "app/analysis/races.h"

namespace stridescope {
namespace {

std::string and_more(std::size_t all) {
    return all > 1 ? fmt::format(" (and {} more)", all - 1) : std::string{};
}

void add_padding(const Trace& trace, std::vector<Finding>& list) {
    if (const auto effect = padding_effect(trace); effect && effect->excess > effect->as_chosen) {
        const std::string_view chosen = name_of(trace.experiment().padding);
        const std::string could_be = fmt::format(
            "with every element where {}, there would be {}.",
            trace.is_text() ? "padding is meant to put it" : fmt::format("{} puts it", chosen),
            effect->as_chosen);
        list.push_back(
            {Finding::Kind::padding,
             effect->excess == effect->without
                 ? fmt::format("Padding changed nothing: {} excess wavefronts with and without; {}",
                               effect->excess, could_be)
                 : fmt::format("Padding leaves {} of {} excess wavefronts; {}", effect->excess,
                               effect->without, could_be)});
    }
    if (const auto hole = first_hole_access(trace)) {
        list.push_back(
            {Finding::Kind::hole,
             fmt::format("Thread {} {} word {}, which padding leaves unused and which "
                         "holds no element (line {}).",
                         hole->thread, hole->writes ? "writes" : "reads", hole->word, hole->line)});
    }
}

void add_result(const Trace& trace, std::vector<Finding>& list) {
    const auto wrong = first_wrong(trace);
    if (!wrong) return;
    if (trace.is_text()) {
        list.push_back({Finding::Kind::result, wrong_text(trace, *wrong) + '.'});
        return;
    }
    list.push_back(
        {Finding::Kind::result, fmt::format("Element {} is {}; the {} gives {}.", wrong->index,
                                            wrong->got, oracle_name(trace), wrong->expected)});
    if (!first_wrong_by_sections(trace)) {
        list.push_back({Finding::Kind::carry,
                        fmt::format("Each block's own section of {} elements is correct; nothing "
                                    "is carried from one block to the next.",
                                    trace.shape().section)});
    }
}

}  // namespace

std::string_view name_of(Finding::Kind kind) {
    constexpr std::array<std::string_view, 6> names{"diagnostic", "race",   "padding",
                                                    "hole",       "result", "carry"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Finding> findings(const Trace& trace) {
    std::vector<Finding> list;
    if (const auto& told = trace.diagnostics(); !told.empty()) {
        list.push_back({Finding::Kind::diagnostic, told.front().message + and_more(told.size())});
    }
    if (const auto races = races_of(trace); !races.empty()) {
        list.push_back(
            {Finding::Kind::race, sentence(trace, races.front()) + and_more(races.size())});
    }
    add_padding(trace, list);
    add_result(trace, list);
    return list;
}

}  // namespace stridescope
