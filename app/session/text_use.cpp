#include "app/session/text_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/analysis/launch_names.h"
#include "app/experiment/text/card.h"
#include "app/language/source.h"
#include "app/session/text_findings.h"

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

namespace {

std::string joined(const std::vector<PlacedText>& arguments) {
    std::string text;
    for (const PlacedText& each : arguments) text += (text.empty() ? "" : ", ") + each.text();
    return text;
}

/// "float" of "const float*".
std::string element_of(std::string pointer) {
    constexpr std::string_view before = "const ";
    if (pointer.starts_with(before)) pointer.erase(0, before.size());
    while (pointer.ends_with('*')) pointer.pop_back();
    return pointer;
}

/// "float[64] ones expect scan(in)".
std::string text_of(const ArrayText& array) {
    std::string text = array.type.text();
    for (const PlacedText& extent : array.extents) text += "[" + extent.text() + "]";
    const auto add = [&text](const std::string& words) {
        if (!words.empty()) text += (text.empty() ? "" : " ") + words;
    };
    add(array.fill.text());
    if (!array.expect.empty()) add("expect " + array.expect.text());
    return text;
}

/// Writes what is set into a text, one thing after another.
class SettingsWriter {
  public:
    explicit SettingsWriter(const TextSpec& spec) : spec_{spec} {}

    void write_defines() {
        std::erase_if(spec_.defines, [this](const Setting& setting) {
            if (!find_define(spec_.text, setting.first)) return false;
            spec_.text = with_define(spec_.text, setting.first, setting.second);
            return true;
        });
    }
    void write_card() {
        write_launch();
        write_arguments();
        write_expectation();
    }
    TextSpec take() { return std::move(spec_); }

  private:
    Card card() const { return read_card(spec_.text); }
    void put(std::string_view key, std::string_view value) {
        spec_.text = with_card_entry(spec_.text, key, value);
    }

    /// The card's only launch, taken apart; nothing where there are others, or none.
    std::optional<LaunchText> launch_of_card() const {
        const Card card = this->card();
        if (card.launches.size() != 1) return std::nullopt;
        return read_launch(card.launches.front());
    }

    void write_launch() {
        if (spec_.launch.empty() || card().launches.size() > 1) return;
        LaunchText launch = read_launch(PlacedText::of_flag(spec_.launch, "--launch"));
        const auto before = launch_of_card();
        std::string text = launch.head.text();
        if (launch.kernel.empty()) {
            std::string kernel = before ? before->kernel : spec_.kernel;
            if (kernel.empty()) {
                const TextFindings found = look_at(spec_);
                if (const TextKernel* first = kernel_in_use(spec_, found)) kernel = first->name;
            }
            if (kernel.empty()) return;
            text = kernel + text;
        }
        if (!launch.arguments && before) launch.arguments = before->arguments;
        if (launch.arguments) text += "(" + joined(*launch.arguments) + ")";
        put("launch", text);
        spec_.launch.clear();
        spec_.kernel.clear();
    }

    void write_arguments() {
        std::erase_if(spec_.arguments, [this](const Setting& setting) {
            const Card card = this->card();
            const bool described = std::ranges::find(card.arrays, setting.first,
                                                     &ArrayText::name) != card.arrays.end();
            const std::optional<TextParameter> parameter = parameter_called(setting.first);
            const bool array = parameter ? parameter->is_array : looks_like_array(setting.second);
            return array || described ? write_array(setting, parameter) : write_scalar(setting);
        });
    }
    std::vector<TextParameter> parameters() const {
        const TextFindings found = look_at(spec_);
        const TextKernel* kernel = kernel_in_use(spec_, found);
        return kernel != nullptr ? kernel->parameters : std::vector<TextParameter>{};
    }
    std::optional<TextParameter> parameter_called(const std::string& name) const {
        for (TextParameter& each : parameters()) {
            if (each.name == name) return std::move(each);
        }
        return std::nullopt;
    }
    /// Which of the launch's arguments the parameter is given; null: none, or it is not said.
    PlacedText* argument_of(const std::string& name, std::optional<LaunchText>& launch) const {
        if (!launch || !launch->arguments) return nullptr;
        const std::vector<TextParameter> all = parameters();
        const auto at = std::ranges::find(all, name, &TextParameter::name);
        if (at == all.end() || all.size() != launch->arguments->size()) return nullptr;
        return &(*launch->arguments)[static_cast<std::size_t>(at - all.begin())];
    }
    bool write_array(const Setting& setting, const std::optional<TextParameter>& parameter) {
        const Card card = this->card();
        std::string name = setting.first;
        auto old = std::ranges::find(card.arrays, name, &ArrayText::name);
        std::optional<LaunchText> launch = launch_of_card();
        if (old == card.arrays.end() && launch && launch->arguments) {
            // It may be passed under another name than the parameter's.
            const PlacedText* passed = argument_of(name, launch);
            if (passed == nullptr || !is_name(passed->text())) return false;
            name = passed->text();
            old = std::ranges::find(card.arrays, name, &ArrayText::name);
        }
        ArrayText array = old != card.arrays.end() ? *old : ArrayText{};
        const ArrayText set = read_array(name, PlacedText{setting.second, {}});
        // A card names files beside its text, and this text is nowhere yet.
        if (spec_.path.empty() && set.fill.text().starts_with("file:")) return false;
        if (!set.type.empty()) array.type = set.type;
        if (!set.extents.empty()) array.extents = set.extents;
        if (!set.fill.empty()) array.fill = set.fill;
        if (!set.expect.empty()) array.expect = set.expect;
        // "x: 2 * i" could be a number: with its type it is an array.
        if (!looks_like_array(text_of(array))) {
            if (!parameter) return false;
            array.type = PlacedText{element_of(parameter->type), {}};
        }
        put(name, text_of(array));
        return true;
    }
    /// A launch with arguments says by itself what a scalar is.
    bool write_scalar(const Setting& setting) {
        std::optional<LaunchText> launch = launch_of_card();
        if (!launch && !card().launches.empty()) return false;
        if (!launch || !launch->arguments) {
            put(setting.first, setting.second);
            return true;
        }
        PlacedText* passed = argument_of(setting.first, launch);
        if (passed == nullptr) return false;
        *passed = PlacedText{setting.second, {}};
        put("launch", launch->head.text() + "(" + joined(*launch->arguments) + ")");
        return true;
    }

    /// Takes the place of all that the card expects, as the flag does.
    void write_expectation() {
        if (spec_.expect.empty()) return;
        std::vector<PlacedText> parts;
        const PlacedText all{spec_.expect, {}};
        for (std::size_t at = 0; at <= all.text().size();) {
            const std::size_t end = std::min(find_outside(all.text(), ";", at), all.text().size());
            parts.push_back(all.part(at, end));
            at = end + 1;
        }
        const auto described = [this](const PlacedText& part) {
            const Card card = this->card();
            return std::ranges::find(card.arrays, name_in(part), &ArrayText::name) !=
                   card.arrays.end();
        };
        // There is one entry for what no array of the card says.
        if (parts.size() > 1 && !std::ranges::all_of(parts, described)) return;
        expect_nothing();
        for (const PlacedText& part : parts) {
            const Card card = this->card();
            const auto array = std::ranges::find(card.arrays, name_in(part), &ArrayText::name);
            if (array == card.arrays.end()) {
                put("expect", part.text());
                continue;
            }
            ArrayText changed = *array;
            changed.expect = part.part(part.text().find('=') + 1);
            put(changed.name, text_of(changed));
        }
        spec_.expect.clear();
    }
    /// "out" of "out = scan(in)".
    static std::string name_in(const PlacedText& expectation) {
        const std::size_t equals = expectation.text().find('=');
        return equals == std::string::npos ? std::string{} : expectation.part(0, equals).text();
    }
    void expect_nothing() {
        Card card = this->card();
        for (ArrayText& array : card.arrays) {
            if (!std::exchange(array.expect, {}).empty()) put(array.name, text_of(array));
        }
        for (std::size_t left = card.expectations.size(); left > 0; --left) put("expect", {});
    }

    TextSpec spec_;
};

}  // namespace

TextSpec settings_written(const TextSpec& spec) {
    try {
        SettingsWriter writer{spec};
        writer.write_defines();
        writer.write_card();
        return writer.take();
    } catch (const language::FaultError&) {
        return spec;  // what cannot be read is told when it is run
    }
}

TextSpec card_written(const TextSpec& spec) {
    try {
        SettingsWriter writer{spec};
        writer.write_card();
        return writer.take();
    } catch (const language::FaultError&) {
        return spec;  // what cannot be read is told when it is run
    }
}

bool has_settings(const TextSpec& spec) {
    return !(spec.defines.empty() && spec.launch.empty() && spec.arguments.empty() &&
             spec.expect.empty());
}

}  // namespace stridescope
