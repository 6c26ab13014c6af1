#include "app/ui/panels/machine_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/kit/text_field.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/experiment_fields.h"

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

}  // namespace stridescope
