#include "app/session/unpadded.h"

#include <algorithm>
#include <string>

#include "app/session/text_findings.h"

namespace stridescope {

std::optional<Experiment> without_padding(const Experiment& experiment) {
    const auto& defines = experiment.text.defines;
    for (const TextKnob& knob : look_at(experiment.text).knobs) {
        if (knob.name != "PADDING" && knob.name != "PAD") continue;
        const auto off = std::ranges::find_if(knob.choices, [](const std::string& choice) {
            return choice == "none" || choice == "0";
        });
        const auto set = std::ranges::find(defines, knob.name, &Setting::first);
        const std::string& value = set != defines.end() ? set->second : knob.value;
        if (off == knob.choices.end() || value == *off) continue;
        Experiment unpadded = experiment;
        std::erase_if(unpadded.text.defines,
                      [&](const Setting& each) { return each.first == knob.name; });
        unpadded.text.defines.emplace_back(knob.name, *off);
        return unpadded;
    }
    return std::nullopt;
}

}  // namespace stridescope
