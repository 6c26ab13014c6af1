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
        const std::string could_be =
            fmt::format("with every element where padding is meant to put it, there would be {}.",
                        effect->as_chosen);
        list.push_back(
            {Finding::Kind::padding,
             effect->excess == effect->without
                 ? fmt::format("Padding changed nothing: {} excess wavefronts with and without; {}",
                               effect->excess, could_be)
                 : fmt::format("Padding leaves {} of {} excess wavefronts; {}", effect->excess,
                               effect->without, could_be)});
    }
}

void add_result(const Trace& trace, std::vector<Finding>& list) {
    if (const auto wrong = first_wrong(trace))
        list.push_back({Finding::Kind::result, wrong_text(trace, *wrong) + '.'});
}

}  // namespace

std::string_view name_of(Finding::Kind kind) {
    constexpr std::array<std::string_view, 4> names{"diagnostic", "race", "padding", "result"};
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
