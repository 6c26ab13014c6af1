// The part of the experiment panel that says where the numbers come from.
#include "app/ui/panels/experiment_panel.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <string>
#include <vector>

#include "app/ui/kit/widgets.h"
#include "app/ui/panels/experiment_fields.h"

namespace stridescope {
namespace {

using experiment_fields::Committed;
using experiment_fields::label_units;
using experiment_fields::parse_whole;
using widgets::Option;

/// The trace's numbers as text, where they are few enough to be typed.
std::string numbers_of(const Trace* trace) {
    if (trace == nullptr || trace->input().size() == 0 || trace->input().size() > 64) {
        return "2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2";
    }
    std::string text;
    for (std::size_t i = 0; i < trace->input().size(); ++i) {
        if (i > 0) text += ',';
        text += trace->input().text(i);
    }
    return text;
}

}  // namespace

void ExperimentPanel::pick_input(Ui& ui, InputSpec::Kind kind) {
    asking_for_file_ = kind == InputSpec::Kind::file;
    if (asking_for_file_) {
        file_.focus();
        return;
    }
    Experiment changed = ui.state.experiment;
    changed.input.kind = kind;
    changed.input.text.clear();
    if (kind == InputSpec::Kind::values) {
        if (values_.empty()) values_ = numbers_of(ui.state.trace());
        changed.input.text = values_;
        // As many as there are: an N from before would be too large, or cut them off unseen.
        changed.n.reset();
    }
    ui.emit(command::SetExperiment{changed});
}

void ExperimentPanel::draw_input(Ui& ui, Dialogs& dialogs) {
    const InputSpec& input = ui.state.experiment.input;
    const std::vector<Option> options{
        {"ones", "ones", {}, "1 1 1 1 …: the scan counts"},
        {"iota", "0 1 2 …", {}, "Each element is its own index"},
        {"random", "random", {}, "Whole numbers 0 … 9, the same for the same seed everywhere"},
        {"values", "typed numbers", {}, "Numbers of your own"},
        {"file", "a file", {}, "Numbers from a .csv, .txt or .npy file"}};
    const auto kind = asking_for_file_ ? InputSpec::Kind::file : input.kind;
    const float width = widgets::field(ui, "Input", ui.units(label_units));
    const int picked =
        widgets::combo(ui, "experiment.input", options, static_cast<int>(kind), width);
    if (picked >= 0) pick_input(ui, static_cast<InputSpec::Kind>(picked));

    switch (kind) {
        case InputSpec::Kind::values: draw_values(ui); break;
        case InputSpec::Kind::random: draw_seed(ui); break;
        case InputSpec::Kind::file: draw_file(ui, dialogs); break;
        case InputSpec::Kind::ones:
        case InputSpec::Kind::iota: break;
    }
}

void ExperimentPanel::draw_values(Ui& ui) {
    ImGui::SetNextItemWidth(-1);
    const bool edited = ImGui::InputTextWithHint("##experiment.values", "2, 1, 5, 8", &values_);
    const Committed committed{ui};
    if (!ImGui::IsItemActive()) {
        widgets::tooltip(ui, "Numbers, separated by commas or spaces");
    }
    widgets::note_control(ui, "experiment.values");
    if (!edited) return;
    Experiment changed = ui.state.experiment;
    changed.input = {.kind = InputSpec::Kind::values, .seed = changed.input.seed, .text = values_};
    seen_ = changed;
    ui.emit(command::SetExperiment{changed, true});
}

void ExperimentPanel::draw_seed(Ui& ui) {
    const float width = widgets::field(ui, "Seed", ui.units(label_units));
    ImGui::SetNextItemWidth(width - ui.row_height() - ui.units(1));
    const bool edited =
        ImGui::InputText("##experiment.seed", &seed_, ImGuiInputTextFlags_CharsDecimal);
    const Committed committed{ui};
    widgets::note_control(ui, "experiment.seed");
    ImGui::SameLine(0, ui.units(1));
    const bool thrown =
        widgets::icon_button(ui, "experiment.dice", widgets::Icon::dice, "New random numbers");
    if (!edited && !thrown) return;
    Experiment changed = ui.state.experiment;
    if (thrown) {
        // Any rule that does not repeat soon will do; small seeds are easy to tell a neighbour.
        changed.input.seed = (changed.input.seed * 7919 + 104729) % 1000;
        ui.emit(command::SetExperiment{changed});
        return;
    }
    if (!parse_whole(seed_, changed.input.seed)) return;
    seen_ = changed;
    ui.emit(command::SetExperiment{changed, true});
}

void ExperimentPanel::draw_file(Ui& ui, Dialogs& dialogs) {
    const float browse = ImGui::CalcTextSize("Browse").x + 2 * ImGui::GetStyle().FramePadding.x;
    const float room = ImGui::GetContentRegionAvail().x - browse - ui.units(1);
    const float start = ImGui::GetCursorPosX();
    const bool entered = file_.draw(ui, "experiment.file", room, "path, then Enter");
    const bool typing = ImGui::IsItemActive();
    if (!ImGui::IsItemActive()) {
        widgets::tooltip(ui, "A .csv, .txt or .npy file with numbers; Enter reads it");
    }
    ImGui::SameLine(start + room + ui.units(1));
    if (widgets::button(ui, "experiment.browse", "Browse", "Choose a file")) {
        dialogs.ask_input(ui.state);
    }
    bool picked = false;
    // A press on the list takes the keyboard from the field; the list stays for the click.
    if (asking_for_file_ || typing || file_list_hovered_) {
        picked = file_.draw_list(ui, "experiment.files", 5);
        file_list_hovered_ = !picked && ImGui::IsItemHovered(ImGuiHoveredFlags_RectOnly);
    }
    if (!entered && !picked) return;
    Experiment changed = ui.state.experiment;
    changed.input = {
        .kind = InputSpec::Kind::file, .seed = changed.input.seed, .text = file_.text()};
    changed.n.reset();
    ui.emit(command::SetExperiment{changed});
}

}  // namespace stridescope
