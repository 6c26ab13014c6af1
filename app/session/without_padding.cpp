#include "app/session/without_padding.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/text_findings.h"

namespace stridescope {
namespace {

/// What such knobs are called, and their value where nothing is padded.
constexpr std::array knobs{std::pair<std::string_view, std::string_view>{"PADDING", "none"},
                           std::pair<std::string_view, std::string_view>{"PAD", "0"}};

}  // namespace

std::optional<Experiment> without_padding(const Experiment& experiment) {
    const TextFindings findings = look_at(experiment.text);
    for (const auto& [name, none] : knobs) {
        const auto knob = std::ranges::find(findings.knobs, name, &TextKnob::name);
        if (knob == findings.knobs.end()) continue;
        Experiment unpadded = experiment;
        auto& defines = unpadded.text.defines;
        const auto set = std::ranges::find(defines, name, &Setting::first);
        if ((set != defines.end() ? set->second : knob->value) == none) return std::nullopt;
        if (set != defines.end()) {
            set->second = none;
        } else {
            defines.emplace_back(name, none);
        }
        return unpadded;
    }
    return std::nullopt;
}

bool differ_in_padding_only(const Experiment& a, const Experiment& b) {
    const auto without = [](Experiment experiment) {
        std::erase_if(experiment.text.defines, [](const Setting& setting) {
            return std::ranges::find(knobs, setting.first, [](const auto& knob) {
                       return knob.first;
                   }) != knobs.end();
        });
        return experiment;
    };
    return a != b && without(a) == without(b);
}

}  // namespace stridescope
