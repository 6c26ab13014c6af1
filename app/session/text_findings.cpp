#include "app/session/text_findings.h"
#include "app/experiment/text/text_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_folder.h"
#include "app/io/printable.h"
#include "app/language/needs.h"
#include "app/language/parse.h"

namespace stridescope {
namespace {

/// A fault may quote the text, whatever stands there.
constexpr std::size_t longest_fault = 400;

TextFault fault_of(const language::Fault& fault, const language::Unit& unit) {
    const language::Place& place = fault.place;
    const std::string message = printable(fault.message, longest_fault);
    if (place.file == 0) return {static_cast<int>(place.line), place.column, message};
    // What stands in a text that is included has no place in this one.
    return {0, 0,
            fmt::format("{}:{}:{}: {}", unit.files[place.file].name, place.line, place.column,
                        message)};
}

TextKernel kernel_of(const language::Function& function) {
    TextKernel kernel{.name = function.name};
    for (const language::Variable* each : function.parameters) {
        kernel.parameters.push_back(
            {language::name_of(each->type), std::string{each->name}, each->type->is_pointer()});
    }
    return kernel;
}

/// Those of the card, then the text's other numbers.
std::vector<TextKnob> knobs_of(const Card& card, const std::vector<language::Knob>& own,
                               std::string_view text) {
    std::vector<TextKnob> knobs;
    const auto known = [&knobs](std::string_view name) {
        return std::ranges::find(knobs, name, &TextKnob::name) != knobs.end();
    };
    for (const CardKnob& knob : card.knobs) {
        const auto define = find_define(text, knob.name);
        if (!define || known(knob.name)) continue;
        TextKnob found{.name = knob.name, .value = define->value, .choices = knob.choices};
        if (knob.range) found.range = {knob.range->least, knob.range->most};
        knobs.push_back(std::move(found));
    }
    for (const language::Knob& knob : own) {
        if (!known(knob.name)) knobs.push_back({.name = knob.name, .value = knob.value});
    }
    return knobs;
}

/// A launch that cannot be read is told when the text is run.
CardLaunch launch_of(const PlacedText& written) {
    CardLaunch launch{.text = written.text()};
    try {
        const LaunchText read = read_launch(written);
        launch.kernel = read.kernel;
        if (read.arguments) {
            for (const PlacedText& each : *read.arguments) launch.arguments.push_back(each.text());
        }
    } catch (const language::FaultError&) {
        return launch;
    }
    return launch;
}

/// What is not understood of the kernel that is to run. A main runs as far as it is understood.
std::optional<language::Fault> needed_fault(const TextSpec& spec, const Card& card,
                                            const language::Unit& unit) {
    std::vector<std::string> names;
    if (!spec.kernel.empty()) names.push_back(spec.kernel);
    std::vector<PlacedText> launches = card.launches;
    if (!spec.launch.empty()) launches = {PlacedText::of_flag(spec.launch, "--launch")};
    for (const PlacedText& launch : launches) names.push_back(launch_of(launch).kernel);
    if (names.empty() && unit.main != nullptr) return std::nullopt;
    const auto is_meant = [&](std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    for (const auto& [name, fault] : unit.refused) {
        if (is_meant(name) || (names.empty() && unit.kernels.empty())) return *fault;
    }
    std::optional<language::Fault> first;
    for (const language::Function* kernel : unit.kernels) {
        const language::Fault* fault = language::fault_needed_by(*kernel);
        if (fault != nullptr && is_meant(kernel->name)) return *fault;
        // Where there are several, the first that is understood runs.
        if (fault == nullptr && names.empty()) return std::nullopt;
        if (fault != nullptr && names.empty() && !first) first = *fault;
    }
    return first;
}

void describe(const Card& card, TextFindings& found) {
    for (const PlacedText& launch : card.launches) found.launches.push_back(launch_of(launch));
    for (const ArrayText& array : card.arrays) {
        found.described.emplace_back(array.name, array.written.text());
        if (!array.expect.empty()) {
            found.expectation += found.expectation.empty() ? "" : "; ";
            found.expectation += array.name + " = " + array.expect.text();
        }
    }
    for (const ScalarText& scalar : card.scalars) {
        found.described.emplace_back(scalar.name, scalar.value.text());
    }
    for (const PlacedText& expectation : card.expectations) {
        found.expectation += found.expectation.empty() ? "" : "; ";
        found.expectation += expectation.text();
    }
}

}  // namespace

std::vector<TextKnob> knobs_of(const TextSpec& spec) {
    // What is set from outside hides what the text itself says.
    const language::ParseOptions options{.load = include_loader(spec),
                                         .load_further = project_loader(spec)};
    return knobs_of(read_card(spec.text), language::knobs_of(name_of(spec), spec.text, options),
                    spec.text);
}

TextFindings look_at(const TextSpec& spec) {
    TextFindings found;
    language::ParseOptions options{.load = include_loader(spec),
                                   .load_further = project_loader(spec)};
    for (const auto& [name, value] : spec.defines) options.definitions.push_back({name, value});
    const language::Parsed parsed = language::parse(name_of(spec), spec.text, options);
    const Card card = read_card(spec.text);
    const std::optional<language::Fault> needed = needed_fault(spec, card, *parsed.unit);
    for (const language::Fault& fault : parsed.faults) {
        const bool refuses = !fault.put_aside || (needed && needed->place == fault.place);
        (refuses ? found.faults : found.aside).push_back(fault_of(fault, *parsed.unit));
    }
    for (const language::Fault& fault : card.faults) {
        found.faults.push_back(fault_of(fault, *parsed.unit));
    }
    for (const language::Function* kernel : parsed.unit->kernels) {
        found.kernels.push_back(kernel_of(*kernel));
    }
    found.has_main = parsed.unit->main != nullptr;
    found.main_takes_arguments = found.has_main && !parsed.unit->main->parameters.empty();
    if (const auto elsewhere = found.has_main ? std::nullopt : main_elsewhere(spec)) {
        found.has_main = true;
        found.main_takes_arguments = elsewhere->takes_arguments;
    }
    describe(card, found);
    found.knobs =
        spec.defines.empty() ? knobs_of(card, parsed.unit->knobs, spec.text) : knobs_of(spec);
    return found;
}

std::optional<TextFault> fault_in(std::string_view sentence, const TextSpec& spec) {
    const std::string_view file = spec.path.empty() ? std::string_view{"text"} : spec.path;
    if (!sentence.starts_with(file)) return std::nullopt;
    sentence.remove_prefix(file.size());
    TextFault fault;
    for (int* number : {&fault.line, &fault.column}) {
        if (!sentence.starts_with(':')) return std::nullopt;
        const char* end = sentence.data() + sentence.size();
        const auto [stop, error] = std::from_chars(sentence.data() + 1, end, *number);
        if (error != std::errc{} || *number < 1) return std::nullopt;
        sentence.remove_prefix(static_cast<std::size_t>(stop - sentence.data()));
    }
    if (!sentence.starts_with(": ")) return std::nullopt;
    fault.message = sentence.substr(2);
    return fault;
}

std::string sentence_of(const TextFault& fault, const TextSpec& spec) {
    if (fault.line == 0) return fault.message;
    return fmt::format("{}:{}:{}: {}", name_of(spec), fault.line, fault.column, fault.message);
}

}  // namespace stridescope
