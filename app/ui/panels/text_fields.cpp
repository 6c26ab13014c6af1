#include "app/ui/panels/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/session/text_use.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

using experiment_fields::Committed;
using experiment_fields::label_units;
using experiment_fields::parse_whole;
using widgets::Option;

constexpr std::uint64_t first_seed = 1;

/// Share of the room that is left for a seed.
constexpr float seed_share = 0.35F;

struct Order {
    Schedule::Kind kind;
    const char* id;
    const char* label;
    const char* tip;
};
constexpr std::array orders{
    Order{Schedule::Kind::ascending, "ascending", "ascending",
          "Blocks start, and their warps run, in the order of their numbers"},
    Order{Schedule::Kind::descending, "descending", "descending", "The other way round"},
    Order{Schedule::Kind::random, "random", "random",
          "In a random order, another one for each seed (--schedule random:SEED)"},
    Order{Schedule::Kind::lane_random, "lane-random", "lanes",
          "Each lane runs on its own, in random order, to the next point where lanes wait for each "
          "other: what relies on lockstep goes wrong (--schedule lane-random:SEED)"}};

bool has_seed(const Schedule& schedule) {
    return schedule.kind == Schedule::Kind::random || schedule.kind == Schedule::Kind::lane_random;
}

/// Whether blocks have to do with each other, in the run that is shown, or a knob of that is set.
bool blocks_matter(const AppState& state) {
    const Experiment& now = state.experiment;
    const Experiment usual;
    const Trace* trace = state.trace();
    return now.text.weak_memory || now.sms != usual.sms || now.resident != usual.resident ||
           (trace != nullptr && !trace->grid_events().empty());
}

/// A list of numbers, each twice the one before, with the one that is set among them.
void choose_number(Ui& ui, const char* name, int most, int Experiment::*member,
                   std::string_view before, const char* tip, float width) {
    const Experiment& now = ui.state.experiment;
    std::vector<int> numbers;
    for (int number = 1; number <= most; number *= 2) numbers.push_back(number);
    const auto place = std::ranges::lower_bound(numbers, now.*member);
    if (place == numbers.end() || *place != now.*member) numbers.insert(place, now.*member);
    std::vector<Option> options;
    int selected = -1;
    for (const int number : numbers) {
        Experiment changed = now;
        changed.*member = number;
        if (number == now.*member) selected = static_cast<int>(options.size());
        options.push_back({std::to_string(number), fmt::format("{}{}", before, number),
                           why_impossible(changed), tip});
    }
    const int picked = widgets::combo(ui, name, options, selected, width);
    if (picked < 0) return;
    Experiment changed = now;
    changed.*member = numbers[static_cast<std::size_t>(picked)];
    ui.emit(command::SetExperiment{changed});
}

}  // namespace

bool MachineFields::draw_seed(Ui& ui, Seed& seed, const std::string& name, std::uint64_t& value) {
    if (const std::string now = std::to_string(value); seed.from != now) seed = {now, now};
    ImGui::SameLine(0, ui.units(1));
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const bool edited =
        widgets::text_field("##" + name, "", seed.typed, ImGuiInputTextFlags_CharsDecimal);
    const Committed committed{ui};
    if (!ImGui::IsItemActive()) widgets::tooltip(ui, "The seed: each gives another order");
    widgets::note_control(ui, name,
                          {.role = ControlRole::field, .words = "Seed", .value = seed.typed});
    if (!edited || !parse_whole(seed.typed, value)) return false;
    seed.from = std::to_string(value);
    return true;
}

void MachineFields::draw_schedule(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    std::vector<Option> options;
    int selected = 0;
    for (const Order& order : orders) {
        Experiment changed = now;
        changed.schedule = {.kind = order.kind};
        if (order.kind == now.schedule.kind) selected = static_cast<int>(options.size());
        std::string label = order.label;
        // Another one in a few turns alone: "random@3-5".
        if (order.kind == now.schedule.kind && !now.schedule.in_all_turns()) {
            const std::string text = text_of(now.schedule);
            label += text.substr(text.find('@'));
        }
        options.push_back({order.id, std::move(label), why_impossible(changed), order.tip});
    }
    float width = widgets::field(ui, "Schedule", ui.units(label_units));
    if (has_seed(now.schedule)) width *= 1 - seed_share;
    const int picked = widgets::combo(ui, "experiment.schedule", options, selected, width);
    Experiment changed = now;
    if (picked >= 0 && picked != selected) {
        changed.schedule = {.kind = orders[static_cast<std::size_t>(picked)].kind};
        if (has_seed(changed.schedule)) changed.schedule.seed = first_seed;
        ui.emit(command::SetExperiment{changed});
        return;
    }
    if (!has_seed(now.schedule)) return;
    if (draw_seed(ui, schedule_, "experiment.schedule.seed", changed.schedule.seed))
        ui.emit(command::SetExperiment{changed, true});
}

void MachineFields::draw_room(Ui& ui) {
    const float width = widgets::field(ui, "SMs", ui.units(label_units));
    const float gap = ui.units(1);
    choose_number(ui, "experiment.sms", most_sms, &Experiment::sms, "",
                  "Multiprocessors of the machine (--sms)", (width - gap) / 2);
    ImGui::SameLine(0, gap);
    choose_number(ui, "experiment.resident", most_resident, &Experiment::resident, "× ",
                  "Resident blocks per multiprocessor (--resident)", (width - gap) / 2);
}

void MachineFields::draw_memory(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    const std::vector<Option> options{
        {"immediate", "immediate", {}, "Other blocks see each store at once"},
        {"weak",
         "weak",
         {},
         "Other blocks see stores to global memory late and in any order, except where "
         "__threadfence() orders them (--memory weak:SEED)"}};
    const bool weak = now.text.weak_memory.has_value();
    float width = widgets::field(ui, "Memory", ui.units(label_units));
    if (weak) width *= 1 - seed_share;
    const int picked = widgets::combo(ui, "experiment.memory", options, weak ? 1 : 0, width);
    Experiment changed = now;
    if (picked >= 0 && (picked == 1) != weak) {
        changed.text.weak_memory.reset();
        if (picked == 1) changed.text.weak_memory = LateStores{.seed = first_seed};
        ui.emit(command::SetExperiment{changed});
        return;
    }
    if (!weak) return;
    if (draw_seed(ui, memory_, "experiment.memory.seed", changed.text.weak_memory->seed))
        ui.emit(command::SetExperiment{changed, true});
}

void MachineFields::draw(Ui& ui) {
    draw_schedule(ui);
    if (!blocks_matter(ui.state)) return;
    draw_room(ui);
    draw_memory(ui);
}

namespace {

using experiment_fields::Committed;
using experiment_fields::label_units;
using widgets::Option;

/// What the setting is set to; null: it is not.
const std::string* find(const std::vector<Setting>& settings, const std::string& name) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found == settings.end() ? nullptr : &found->second;
}

/// With the setting set to that; an empty one is none.
void set(std::vector<Setting>& settings, const std::string& name, const std::string& value) {
    const auto found = std::ranges::find(settings, name, &Setting::first);
    if (value.empty()) {
        if (found != settings.end()) settings.erase(found);
    } else if (found != settings.end()) {
        found->second = value;
    } else {
        settings.emplace_back(name, value);
    }
}

std::string knob_tip(const TextKnob& knob) {
    std::string tip = fmt::format("#define {} {}", knob.name, knob.value);
    if (knob.range) tip += fmt::format("\nFrom {} to {}", knob.range->first, knob.range->second);
    return tip + "\nIt is set by -D; the text itself stays as it is.";
}

/// Where what is typed goes.
const char* place_words(const AppState& state) {
    const bool written = state.document && own_text(state.experiment.text) == nullptr;
    return written ? "It goes into the text's card." : "The text itself is not changed.";
}

}  // namespace

void TextFields::take_over(const AppState& state) {
    const TextSpec& spec = state.experiment.text;
    if (state.document) {
        // While something is being typed, the fields stay what they are.
        const Document& document = *state.document;
        const bool whole = document.findings.faults.empty() || document.understood.kernels.empty();
        findings_ = whole ? &document.findings : &document.understood;
    } else {
        // What stands in the text of an opened trace is looked up once.
        if (looked_at_ != spec.text) {
            own_ = look_at(spec);
            looked_at_ = spec.text;
        }
        findings_ = &own_;
    }
}

std::optional<std::string> TextFields::field(Ui& ui, const std::string& name,
                                             const std::string& label, const std::string& hint,
                                             const std::string& tip, const std::string& set,
                                             const std::string& said) {
    Field& field = fields_[name];
    if (const std::string& now = set.empty() ? said : set; field.from != now) {
        field = {now, now};
    }
    const float width = widgets::field(ui, label, ui.units(label_units));
    ImGui::SetNextItemWidth(width);
    const bool edited = widgets::text_field("##" + name, hint, field.typed);
    const Committed committed{ui};
    // What is wrong with it is told below: a tip would lie on that.
    const bool is_wrong = name == "experiment." + fault_.field;
    if (!ImGui::IsItemActive() && !is_wrong) widgets::tooltip(ui, tip);
    widgets::note_control(ui, name,
                          {.role = ControlRole::field, .words = label, .value = field.typed});
    if (is_wrong) {
        widgets::wrapped_text(fault_.words, ui.fonts.regular, ui.colors.bad);
        widgets::note_item(ui, "experiment.field_fault", true, fault_.words);
        told_ = true;
    }
    if (!edited) return std::nullopt;
    field.from = field.typed.empty() ? said : field.typed;
    return field.typed == said ? std::string{} : field.typed;
}

/// Which of several kernels runs.
void TextFields::draw_kernel_choice(Ui& ui) {
    const TextSpec& now = ui.state.experiment.text;
    if (findings_->kernels.size() < 2) return;
    std::vector<Option> options{{"auto",
                                 findings_->has_main ? "main" : "as the card says",
                                 {},
                                 "The launch that the text names"}};
    int selected = now.kernel.empty() ? 0 : -1;
    for (const TextKernel& kernel : findings_->kernels) {
        if (kernel.name == now.kernel) selected = static_cast<int>(options.size());
        options.push_back({kernel.name, kernel.name, {}, "Runs this kernel alone"});
    }
    const float width = widgets::field(ui, "Run", ui.units(label_units));
    const int picked = widgets::combo(ui, "experiment.run", options, selected, width, now.kernel);
    if (picked < 0) return;
    Experiment changed = ui.state.experiment;
    changed.text.kernel = picked == 0 ? "" : options[static_cast<std::size_t>(picked)].id;
    ui.emit(command::SetExperiment{changed});
}

/// With choices a list, else a field.
void TextFields::draw_knob(Ui& ui, const TextKnob& knob) {
    const Experiment& now = ui.state.experiment;
    const std::string name = "experiment.define." + knob.name;
    if (knob.choices.empty()) {
        const std::string* to = find(now.text.defines, knob.name);
        const auto typed = field(ui, name, knob.name, knob.value, knob_tip(knob),
                                 to != nullptr ? *to : std::string{}, knob.value);
        if (!typed) return;
        Experiment changed = now;
        set(changed.text.defines, knob.name, *typed);
        ui.emit(command::SetExperiment{changed, true});
        return;
    }
    const std::string* to = find(now.text.defines, knob.name);
    const std::string& value = to != nullptr ? *to : knob.value;
    std::vector<Option> options;
    int selected = -1;
    std::vector<std::string> choices = knob.choices;
    for (const std::string& other : {knob.value, value}) {
        if (std::ranges::find(choices, other) == choices.end()) choices.push_back(other);
    }
    for (const std::string& choice : choices) {
        if (choice == value) selected = static_cast<int>(options.size());
        const bool own = choice == knob.value;
        options.push_back(
            {choice,
             choice,
             {},
             own ? "What the text says" : fmt::format("-D {}={}", knob.name, choice)});
    }
    const float width = widgets::field(ui, knob.name, ui.units(label_units));
    const int picked = widgets::combo(ui, name, options, selected, width);
    if (picked < 0) return;
    const std::string& choice = choices[static_cast<std::size_t>(picked)];
    Experiment changed = now;
    set(changed.text.defines, knob.name, choice == knob.value ? std::string{} : choice);
    ui.emit(command::SetExperiment{changed, false, knob.name == "BLOCK"});
}

/// A setting of a name that the text has no more.
void TextFields::draw_leftover(Ui& ui, const Setting& setting) {
    const float width = widgets::field(ui, setting.first, ui.units(label_units));
    const float side = ui.row_height();
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, fmt::format("{}, not in the text", setting.second), ui.fonts.regular,
                         ui.colors.warn, width - side - ui.units(2));
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
    if (!widgets::icon_button(ui, "experiment.drop." + setting.first, widgets::Icon::close,
                              "Removes this setting"))
        return;
    Experiment changed = ui.state.experiment;
    set(changed.text.defines, setting.first, {});
    set(changed.text.arguments, setting.first, {});
    ui.emit(command::SetExperiment{changed});
}

void TextFields::draw_launch(Ui& ui) {
    const TextSpec& now = ui.state.experiment.text;
    const std::string hint = launch_in_use(ui.state, *findings_);
    const auto typed =
        field(ui, "experiment.launch", "Launch", hint,
              fmt::format("{}\nKernel, grid and block, such as k<<<4, 256>>>(in, out). {}", hint,
                          place_words(ui.state)),
              now.launch, launch_said(now, *findings_));
    if (!typed) return;
    Experiment changed = ui.state.experiment;
    changed.text.launch = *typed;
    ui.emit(command::SetExperiment{changed, true});
}

void TextFields::draw_argument(Ui& ui, const TextParameter& parameter) {
    const TextSpec& now = ui.state.experiment.text;
    const std::string* to = find(now.arguments, parameter.name);
    const auto typed =
        field(ui, "experiment.argument." + parameter.name, parameter.name,
              argument_in_use(ui.state, *findings_, parameter),
              fmt::format("{} {}\n{} {}", parameter.type, parameter.name,
                          parameter.is_array
                              ? "Its extents and numbers, such as 3, 1, 4 or [64] iota, random:3, "
                                "zeros or file:numbers.csv."
                              : "A number, or an expression of knobs.",
                          place_words(ui.state)),
              to != nullptr ? *to : std::string{}, argument_said(now, *findings_, parameter));
    if (!typed) return;
    Experiment changed = ui.state.experiment;
    const std::string was = to != nullptr ? *to : std::string{};
    set(changed.text.arguments, parameter.name, *typed);
    if (parameter.name == "A") {
        follow_numbers(changed.text, was, !ui.state.edit.block_pinned);
    }
    ui.emit(command::SetExperiment{changed, true});
}

void TextFields::draw_expectation(Ui& ui) {
    const auto typed =
        field(ui, "experiment.expect", "Expect", "nothing",
              fmt::format("What the result is compared with, such as out = scan(in). {}",
                          place_words(ui.state)),
              ui.state.experiment.text.expect, findings_->expectation);
    if (!typed) return;
    Experiment changed = ui.state.experiment;
    changed.text.expect = *typed;
    ui.emit(command::SetExperiment{changed, true});
}

/// What main is told from outside, where it asks for it.
void TextFields::draw_main(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    const auto draw = [&](const char* name, const char* label, const char* tip,
                          std::string TextSpec::*member) {
        const auto typed = field(ui, name, label, "none", tip, now.text.*member, {});
        if (!typed) return;
        Experiment changed = now;
        changed.text.*member = *typed;
        ui.emit(command::SetExperiment{changed, true});
    };
    if (findings_->main_takes_arguments || !now.text.program_arguments.empty())
        draw("experiment.program_arguments", "Arguments",
             "What main is given, as on a command line: 1024 -v", &TextSpec::program_arguments);
    const Trace* trace = ui.state.trace();
    if ((trace != nullptr && trace->data().reads_input) || !now.text.standard_input.empty())
        draw("experiment.standard_input", "Input", "What main reads, as if it were typed: 32 3.5",
             &TextSpec::standard_input);
}

void TextFields::draw(Ui& ui) {
    take_over(ui.state);
    fault_ = field_fault(ui.state);
    told_ = false;
    const TextSpec spec = ui.state.experiment.text;
    draw_kernel_choice(ui);
    for (const TextKnob& knob : findings_->knobs) draw_knob(ui, knob);
    const bool runs_main = findings_->has_main && spec.kernel.empty() && spec.launch.empty();
    const TextKernel* kernel = kernel_in_use(spec, *findings_);
    draw_launch(ui);
    if (runs_main) draw_main(ui);
    if (kernel != nullptr && !runs_main) {
        for (const TextParameter& parameter : kernel->parameters) draw_argument(ui, parameter);
        draw_expectation(ui);
    }
    machine_.draw(ui);
    if (ui.state.document && has_settings(spec) &&
        widgets::button(ui, "experiment.write", "Write into the text",
                        "Puts what is set here into the text's #defines and its card",
                        !ui.state.presenter.locked)) {
        ui.emit(command::WriteSettings{});
    }
    for (const Setting& each : leftovers(spec, *findings_)) draw_leftover(ui, each);
    findings_ = nullptr;
}

}  // namespace stridescope
