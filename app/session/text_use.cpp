#include "app/session/text_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "app/analysis/launch_names.h"
#include "app/experiment/text/card.h"
#include "app/language/source.h"

namespace stridescope {
namespace {

constexpr const char* by_signature = "as its signature suggests";

/// The card's launch of that kernel; null: it says none.
const CardLaunch* launch_of(const TextFindings& findings, const std::string& kernel) {
    for (const CardLaunch& launch : findings.launches) {
        if (kernel.empty() || launch.kernel == kernel || launch.kernel.empty()) return &launch;
    }
    return nullptr;
}

/// The name before the launch's brackets.
std::string_view launched_kernel(std::string_view launch) {
    const std::string_view head = launch.substr(0, launch.find("<<<"));
    const std::size_t end = head.find_first_of(" \t<");
    return head.substr(0, end);
}

const TextKernel* kernel_called(const TextFindings& findings, std::string_view name) {
    const auto found = std::ranges::find(findings.kernels, name, &TextKernel::name);
    return found == findings.kernels.end() ? nullptr : &*found;
}

/// The trace that is shown, if it is of this text with nothing set that the field could be about.
const Trace* run_of_text(const AppState& state) {
    const Trace* trace = state.trace();
    if (trace == nullptr) return nullptr;
    return trace->experiment().text.path == state.experiment.text.path ? trace : nullptr;
}

/// "scan.cu:3:12: what is wrong", where line 3 is of the text's card: which entry of it that is.
FieldFault fault_in_card(const TextSpec& spec, std::string_view problem) {
    const std::size_t end = problem.find(": ");
    if (end == std::string_view::npos) return {};
    const std::string_view place = problem.substr(0, end);
    const std::size_t before_column = place.rfind(':');
    if (before_column == std::string_view::npos || before_column == 0) return {};
    const std::size_t before_line = place.rfind(':', before_column - 1);
    if (before_line == std::string_view::npos) return {};
    const auto number = [](std::string_view digits) {
        std::size_t value = 0;
        const auto [at, error] = std::from_chars(digits.begin(), digits.end(), value);
        return error == std::errc{} && at == digits.end() ? value : 0;
    };
    std::size_t line = number(place.substr(before_line + 1, before_column - before_line - 1));
    const std::size_t column = number(place.substr(before_column + 1));
    const std::filesystem::path file{std::string{place.substr(0, before_line)}};
    if (line == 0 || column == 0 ||
        file.filename() != std::filesystem::path{name_of(spec)}.filename())
        return {};
    std::string_view text = spec.text;
    for (; line > 1; --line) {
        const std::size_t next = text.find('\n');
        if (next == std::string_view::npos) return {};
        text.remove_prefix(next + 1);
    }
    text = text.substr(0, text.find('\n'));
    if (!text.starts_with("//")) return {};
    // Several entries may stand in one line: the last one that begins before that.
    const std::size_t colon = text.rfind(':', column - 1);
    if (colon == std::string_view::npos) return {};
    const std::size_t begin = text.find_last_of(" \t/", colon) + 1;
    const std::string_view entry = text.substr(begin, colon - begin);
    if (entry.empty()) return {};
    const bool own = entry == "launch" || entry == "expect";
    return {.field = own ? std::string{entry} : fmt::format("argument.{}", entry),
            .words = std::string{problem.substr(end + 2)}};
}

/// "1024, a guess", where the run guessed what the kernel is given; empty: it did not.
std::string guessed_scalar(const Trace& trace, const TextSpec& spec, const TextFindings& findings,
                           const TextParameter& parameter) {
    constexpr std::string_view before = " a guess: ";
    const std::string_view told = trace.data().guessed;
    const TextKernel* kernel = kernel_in_use(spec, findings);
    const std::size_t at = told.rfind(before);
    if (kernel == nullptr || at == std::string_view::npos) return {};
    try {
        const LaunchText launch =
            read_launch(PlacedText::of_flag(told.substr(at + before.size()), {}));
        const auto found = std::ranges::find(kernel->parameters, parameter);
        if (found == kernel->parameters.end() || launch.kernel != kernel->name ||
            !launch.arguments || launch.arguments->size() != kernel->parameters.size())
            return {};
        const auto index = static_cast<std::size_t>(found - kernel->parameters.begin());
        return (*launch.arguments)[index].text() + ", a guess";
    } catch (const language::FaultError&) {
        return {};
    }
}

}  // namespace

const TextKernel* kernel_in_use(const TextSpec& spec, const TextFindings& findings) {
    if (!spec.kernel.empty()) return kernel_called(findings, spec.kernel);
    if (const auto name = launched_kernel(spec.launch); !name.empty()) {
        return kernel_called(findings, name);
    }
    const CardLaunch* launch = launch_of(findings, {});
    if (launch != nullptr && !launch->kernel.empty())
        return kernel_called(findings, launch->kernel);
    return findings.kernels.empty() ? nullptr : &findings.kernels.front();
}

std::string launch_said(const TextSpec& spec, const TextFindings& findings) {
    const CardLaunch* launch = launch_of(findings, spec.kernel);
    return launch != nullptr ? launch->text : std::string{};
}

std::string launch_in_use(const AppState& state, const TextFindings& findings) {
    const TextSpec& spec = state.experiment.text;
    if (std::string said = launch_said(spec, findings); !said.empty()) return said;
    const Trace* trace = run_of_text(state);
    const bool as_found = trace != nullptr && trace->experiment().text.launch.empty();
    if (as_found && !trace->launches().empty()) return launch_text(trace->launches().front());
    return findings.has_main && spec.kernel.empty() ? "as main launches it" : by_signature;
}

std::string argument_said(const TextSpec& spec, const TextFindings& findings,
                          const TextParameter& parameter) {
    // What is passed may have another name than the parameter.
    std::string passed = parameter.name;
    const TextKernel* kernel = kernel_in_use(spec, findings);
    const CardLaunch* launch = kernel != nullptr ? launch_of(findings, spec.kernel) : nullptr;
    if (launch != nullptr && !launch->arguments.empty()) {
        const auto at = std::ranges::find(kernel->parameters, parameter);
        const auto index = static_cast<std::size_t>(at - kernel->parameters.begin());
        if (index < launch->arguments.size()) passed = launch->arguments[index];
    }
    for (const auto& [name, written] : findings.described) {
        if (name == passed || name == parameter.name) return written;
    }
    return !parameter.is_array && passed != parameter.name ? passed : std::string{};
}

std::string argument_in_use(const AppState& state, const TextFindings& findings,
                            const TextParameter& parameter) {
    std::string said = argument_said(state.experiment.text, findings, parameter);
    if (!said.empty()) return said;
    const Trace* trace = run_of_text(state);
    if (trace == nullptr) return by_signature;
    if (!parameter.is_array) {
        const std::string value =
            guessed_scalar(*trace, state.experiment.text, findings, parameter);
        return value.empty() ? by_signature : value;
    }
    const auto& set = trace->experiment().text.arguments;
    if (std::ranges::find(set, parameter.name, &Setting::first) != set.end()) return by_signature;
    for (const ArrayFacts& array : trace->facts().arrays) {
        if (array.name != parameter.name || array.space != Space::global) continue;
        std::string text{name_of(array.type)};
        for (const std::int64_t extent : array.extents) text += fmt::format("[{}]", extent);
        return text;
    }
    return by_signature;
}

FieldFault field_fault(const AppState& state) {
    const std::string& problem =
        state.edit.impossible.empty() ? state.runs.error : state.edit.impossible;
    const std::size_t end = problem.find(": ");
    if (!problem.starts_with("--"))
        return problem.empty() ? FieldFault{} : fault_in_card(state.experiment.text, problem);
    if (end == std::string::npos) return {};
    const std::string flag = problem.substr(2, end - 2);
    FieldFault fault{.words = problem.substr(end + 2)};
    constexpr std::string_view argument = "arg ";
    if (flag == "launch" || flag == "expect") fault.field = flag;
    if (flag.starts_with(argument)) fault.field = "argument." + flag.substr(argument.size());
    return fault.field.empty() ? FieldFault{} : fault;
}

std::vector<Setting> leftovers(const TextSpec& spec, const TextFindings& findings) {
    std::vector<Setting> left;
    for (const Setting& each : spec.defines) {
        if (std::ranges::find(findings.knobs, each.first, &TextKnob::name) == findings.knobs.end())
            left.push_back(each);
    }
    const TextKernel* kernel = kernel_in_use(spec, findings);
    for (const Setting& each : spec.arguments) {
        const bool known = kernel != nullptr &&
                           std::ranges::find(kernel->parameters, each.first,
                                             &TextParameter::name) != kernel->parameters.end();
        if (!known) left.push_back(each);
    }
    return left;
}

}  // namespace stridescope
