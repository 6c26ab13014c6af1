#include "app/session/other_versions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_folder.h"
#include "app/experiment/text_file.h"
#include "app/session/text_findings.h"

namespace stridescope {

std::optional<Experiment> without_padding(const Experiment& experiment) {
    const auto& defines = experiment.text.defines;
    for (const TextKnob& knob : knobs_of(experiment.text)) {
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

namespace {

const std::string* value_in(const std::vector<Setting>& settings, const std::string& name) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found != settings.end() ? &found->second : nullptr;
}

}  // namespace

TextSpec with_knobs_of(TextSpec to, const TextSpec& from) {
    const TextFindings here = look_at(to);
    to.defines.clear();
    for (const TextKnob& knob : knobs_of(from)) {
        const std::string* set = value_in(from.defines, knob.name);
        const std::string& value = set != nullptr ? *set : knob.value;
        const auto own = std::ranges::find(here.knobs, knob.name, &TextKnob::name);
        if (own != here.knobs.end() && own->value != value)
            to.defines.emplace_back(knob.name, value);
    }
    to.arguments.clear();
    for (const Setting& argument : from.arguments) {
        if (value_in(here.described, argument.first) != nullptr) to.arguments.push_back(argument);
    }
    to.weak_memory = from.weak_memory;
    return to;
}

std::optional<NamedText> correct_version(const TextSpec& broken) {
    const std::string id = read_card(broken.text).broken.correct.text();
    if (id.empty()) return std::nullopt;
    NamedText correct{.name = id + ".cu"};
    if (const auto file = TextFolder{broken.path}.find(correct.name)) {
        correct.spec = {.path = file->string(), .text = read_text_file(*file).text};
    } else if (const LibraryText* own = find_text(id)) {
        correct.spec = spec_of(*own);
    } else {
        return std::nullopt;
    }
    const Card card = read_card(correct.spec.text);
    correct.title = card.title.empty() ? correct.name : card.title.text();
    correct.spec = with_knobs_of(std::move(correct.spec), broken);
    return correct;
}

}  // namespace stridescope
