#include "app/session/text_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "app/experiment/experiment.h"
#include "app/experiment/text_file.h"
#include "app/language/parse.h"

namespace stridescope {
namespace {

/// A text that is included: it lies beside the one that includes it.
language::IncludeLoader beside(const std::string& path) {
    if (path.empty()) return {};
    return [folder = std::filesystem::path{path}.parent_path()](
               std::string_view name) -> std::optional<std::string> {
        try {
            return read_text_file(folder / name).text;
        } catch (const UsageError&) {
            return std::nullopt;
        }
    };
}

TextKernel kernel_of(const language::Function& function) {
    TextKernel kernel{.name = function.name};
    for (const language::Variable* each : function.parameters) {
        kernel.parameters.push_back({language::name_of(each->type), std::string{each->name}});
    }
    return kernel;
}

}  // namespace

std::string name_of(const TextSpec& spec) {
    return spec.path.empty() ? untitled : std::filesystem::path{spec.path}.filename().string();
}

TextFindings look_at(const TextSpec& spec) {
    TextFindings found;
    language::ParseOptions options{.load = beside(spec.path)};
    for (const auto& [name, value] : spec.defines) options.definitions.push_back({name, value});
    const language::Parsed parsed = language::parse(name_of(spec), spec.text, options);
    for (const language::Fault& fault : parsed.faults) {
        const bool here = fault.place.file == 0;
        const std::string& file = parsed.unit->files[fault.place.file].name;
        found.faults.push_back({.line = here ? static_cast<int>(fault.place.line) : 0,
                                .column = here ? fault.place.column : 0,
                                .message = here
                                               ? fault.message
                                               : fmt::format("{}:{}:{}: {}", file, fault.place.line,
                                                             fault.place.column, fault.message)});
    }
    for (const language::Function* kernel : parsed.unit->kernels) {
        found.kernels.push_back(kernel_of(*kernel));
    }
    found.has_main = parsed.unit->main != nullptr;
    // What is set from outside hides what the text itself says.
    options.definitions.clear();
    const bool hidden = !spec.defines.empty();
    const language::Parsed own =
        hidden ? language::parse(name_of(spec), spec.text, options) : language::Parsed{};
    for (const language::Knob& knob : (hidden ? own : parsed).unit->knobs) {
        found.knobs.push_back({knob.name, knob.value});
    }
    return found;
}

std::optional<TextFault> fault_in(std::string_view sentence, std::string_view file) {
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

std::string sentence_of(const TextFault& fault, std::string_view file) {
    if (fault.line == 0) return fault.message;
    return fmt::format("{}:{}:{}: {}", file, fault.line, fault.column, fault.message);
}

}  // namespace stridescope
