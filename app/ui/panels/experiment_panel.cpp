#include "app/ui/panels/experiment_panel.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/analysis/number_text.h"
#include "app/experiment/broken.h"
#include "app/session/knob_text.h"
#include "app/session/run_text.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/experiment_fields.h"
#include "kernels/catalog.h"

namespace stridescope {
namespace {

using experiment_fields::Committed;
using experiment_fields::label_units;
using experiment_fields::parse_whole;
using widgets::Option;

/// The experiment with one thing changed, as a choice: impossible ones carry the reason.
Option option_for(std::string id, std::string label, std::string tip, const Experiment& changed) {
    return {std::move(id), std::move(label), why_impossible(changed), std::move(tip)};
}

std::string undo_tip(const std::string& words, const char* verb, const char* keys) {
    return words.empty() ? fmt::format("{} ({})", verb, keys)
                         : fmt::format("{}: {} ({})", verb, words, keys);
}

}  // namespace

/// Takes texts over from an experiment that was changed elsewhere (undo, an opened file).
void ExperimentPanel::take_over(const Experiment& experiment) {
    if (seen_any_ && seen_ == experiment) return;
    seen_ = experiment;
    seen_any_ = true;
    n_ = experiment.n ? std::to_string(*experiment.n) : std::string{};
    seed_ = std::to_string(experiment.input.seed);
    if (experiment.input.kind == InputSpec::Kind::values) values_ = experiment.input.text;
    if (experiment.input.kind == InputSpec::Kind::file) file_.set_text(experiment.input.text);
    asking_for_file_ = false;
}

void ExperimentPanel::draw(Ui& ui, Dialogs& dialogs) {
    take_over(ui.state.experiment);
    draw_heading(ui);
    draw_kernel(ui);
    if (ui.state.experiment.text) {
        text_.draw(ui);
    } else {
        draw_scan(ui, dialogs);
    }
    draw_engine(ui);
    draw_problem(ui);
    draw_command_line(ui);
}

/// The knobs of the catalogue's kernels.
void ExperimentPanel::draw_scan(Ui& ui, Dialogs& dialogs) {
    draw_shape(ui);
    draw_machine(ui);
    draw_count(ui);
    draw_padding(ui);
    draw_element(ui);
    draw_input(ui, dialogs);
}

void ExperimentPanel::draw_heading(Ui& ui) {
    ImGui::AlignTextToFramePadding();
    widgets::text("Experiment", ui.fonts.bold, ui.colors.text);
    const float side = ui.row_height(), gap = ui.units(1);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * side - gap);
    if (widgets::icon_button(ui, "experiment.undo", widgets::Icon::undo,
                             undo_tip(ui.state.edit.undo_words, "Undo", "Ctrl+Z"),
                             ui.state.edit.can_undo())) {
        ui.emit(command::Undo{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "experiment.redo", widgets::Icon::redo,
                             undo_tip(ui.state.edit.redo_words, "Redo", "Ctrl+Y"),
                             ui.state.edit.can_redo())) {
        ui.emit(command::Redo{});
    }
}

void ExperimentPanel::draw_kernel(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    std::vector<Option> options;
    int selected = -1;
    if (now.text) {
        selected = 0;
        const std::string name = ui.state.document ? document_name(ui.state) : name_of(*now.text);
        options.push_back({"text", name, {}, "The CUDA text that is open"});
    }
    for (const CatalogueEntry& entry : catalogue()) {
        Experiment changed = now;
        changed.text.reset();
        changed.kernel = entry.info.id;
        if (!now.text && changed.kernel == now.kernel) selected = static_cast<int>(options.size());
        options.push_back(option_for(changed.kernel, std::string{entry.info.title},
                                     fmt::format("{}\n{}", entry.info.summary, entry.info.source),
                                     changed));
        if (entry.info.is_broken()) options.back().badge = "BROKEN ON PURPOSE";
    }
    const float width = widgets::field(ui, "Kernel", ui.units(label_units));
    const int picked = widgets::combo(ui, "experiment.kernel", options, selected, width);
    const bool stays = now.text && picked == 0;
    if (picked >= 0 && !stays) {
        Experiment changed = now;
        changed.text.reset();
        changed.kernel = options[static_cast<std::size_t>(picked)].id;
        ui.emit(command::SetExperiment{showing_fault(std::move(changed))});
    }
    if (now.text) return;
    if (const CatalogueEntry* entry = find_kernel(now.kernel)) {
        widgets::wrapped_text(entry->info.summary, ui.fonts.small, ui.colors.faint);
    }
}

void ExperimentPanel::draw_shape(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    std::vector<Option> blocks;
    int selected = -1;
    for (int block = 2; block <= 1024; block *= 2) {
        Experiment changed = now;
        changed.block = block;
        if (block == now.block) selected = static_cast<int>(blocks.size());
        const std::string text = with_commas(block);
        blocks.push_back(option_for(std::to_string(block), text + (block == 2 ? " threads" : ""),
                                    "Threads per block", changed));
        blocks.back().label = text;
    }
    float width = widgets::field(ui, "Block", ui.units(label_units));
    int picked = widgets::combo(ui, "experiment.block", blocks, selected, width);
    if (picked >= 0) {
        Experiment changed = now;
        changed.block = 2 << picked;
        ui.emit(command::SetExperiment{changed});
    }

    std::vector<Option> factors;
    for (int coarsen = 1; coarsen <= 16; ++coarsen) {
        Experiment changed = now;
        changed.coarsen = coarsen;
        factors.push_back(option_for(std::to_string(coarsen), std::to_string(coarsen),
                                     "Elements per thread", changed));
    }
    width = widgets::field(ui, "Coarsening", ui.units(label_units));
    picked = widgets::combo(ui, "experiment.coarsen", factors, now.coarsen - 1, width);
    if (picked >= 0) {
        Experiment changed = now;
        changed.coarsen = picked + 1;
        ui.emit(command::SetExperiment{changed});
    }
}

/// The emulated GPU, where it matters: how many blocks run side by side.
void ExperimentPanel::draw_machine(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    const CatalogueEntry* kernel = find_kernel(now.kernel);
    if (kernel == nullptr || !kernel->info.blocks_cooperate()) return;
    const float width = widgets::field(ui, "SMs", ui.units(label_units));
    const float gap = ui.units(1);
    const auto choose = [&](const char* name, int most, int Experiment::*member,
                            std::string_view noun, const char* tip) {
        std::vector<int> numbers;
        for (int number = 1; number <= most; number *= 2) numbers.push_back(number);
        if (std::ranges::find(numbers, now.*member) == numbers.end()) {
            numbers.insert(std::ranges::lower_bound(numbers, now.*member), now.*member);
        }
        std::vector<Option> options;
        int selected = -1;
        for (const int number : numbers) {
            Experiment changed = now;
            changed.*member = number;
            if (number == now.*member) selected = static_cast<int>(options.size());
            options.push_back(option_for(std::to_string(number), fmt::format("{}{}", noun, number),
                                         tip, changed));
        }
        const int picked = widgets::combo(ui, name, options, selected, (width - gap) / 2);
        if (picked < 0) return;
        Experiment changed = now;
        changed.*member = numbers[static_cast<std::size_t>(picked)];
        ui.emit(command::SetExperiment{changed});
    };
    choose("experiment.sms", most_sms, &Experiment::sms, "",
           "Multiprocessors of the emulated GPU (--sms)");
    ImGui::SameLine(0, gap);
    choose("experiment.resident", most_resident, &Experiment::resident, "× ",
           "Resident blocks per multiprocessor (--resident)");
}

void ExperimentPanel::draw_count(Ui& ui) {
    const float width = widgets::field(ui, "N", ui.units(label_units));
    ImGui::SetNextItemWidth(width);
    const Trace* trace = ui.state.trace();
    const std::string hint = trace != nullptr && !ui.state.experiment.n
                                 ? fmt::format("all: {}", with_commas(trace->n()))
                                 : std::string{"all"};
    const bool edited = ImGui::InputTextWithHint("##experiment.n", hint.c_str(), &n_,
                                                 ImGuiInputTextFlags_CharsDecimal);
    const Committed committed{ui};
    if (!ImGui::IsItemActive()) {
        widgets::tooltip(ui,
                         "Elements to scan. Leave it empty for as many as the input has, or one "
                         "block's section.");
    }
    widgets::note_control(ui, "experiment.n");
    if (!edited) return;
    Experiment changed = ui.state.experiment;
    std::int64_t n = 0;
    if (n_.empty()) {
        changed.n.reset();
    } else if (parse_whole(n_, n)) {
        changed.n = n;
    } else {
        return;
    }
    seen_ = changed;
    ui.emit(command::SetExperiment{changed, true});
}

void ExperimentPanel::draw_padding(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    std::vector<Option> options;
    for (const Padding padding : paddings) {
        Experiment changed = now;
        changed.padding = padding;
        options.push_back(option_for(std::string{name_of(padding)}, std::string{name_of(padding)},
                                     std::string{padding_tip(padding)}, changed));
    }
    widgets::text("Padding of shared memory", ui.fonts.regular, ui.colors.faint);
    const int picked =
        widgets::segmented(ui, "experiment.pad", options, static_cast<int>(now.padding),
                           ImGui::GetContentRegionAvail().x - 1);
    if (picked < 0) return;
    Experiment changed = now;
    changed.padding = paddings[static_cast<std::size_t>(picked)];
    ui.emit(command::SetExperiment{changed});
}

void ExperimentPanel::draw_element(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    std::vector<Option> types;
    for (const ElementType type : element_types) {
        Experiment changed = now;
        changed.type = type;
        types.push_back(option_for(std::string{name_of(type)}, std::string{name_of(type)},
                                   std::string{type_tip(type)}, changed));
    }
    float width = widgets::field(ui, "Type", ui.units(label_units));
    int picked =
        widgets::segmented(ui, "experiment.type", types, static_cast<int>(now.type), width - 1);
    if (picked >= 0) {
        Experiment changed = now;
        changed.type = element_types[static_cast<std::size_t>(picked)];
        ui.emit(command::SetExperiment{changed});
    }

    std::vector<Option> operators;
    for (const Op op : ops) {
        Experiment changed = now;
        changed.op = op;
        operators.push_back(option_for(std::string{name_of(op)}, std::string{name_of(op)},
                                       std::string{op_tip(op)}, changed));
    }
    width = widgets::field(ui, "Operator", ui.units(label_units));
    picked =
        widgets::segmented(ui, "experiment.op", operators, static_cast<int>(now.op), width - 1);
    if (picked >= 0) {
        Experiment changed = now;
        changed.op = ops[static_cast<std::size_t>(picked)];
        ui.emit(command::SetExperiment{changed});
    }

    std::vector<Option> forms;
    for (const Scan scan : scans) {
        Experiment changed = now;
        changed.scan = scan;
        forms.push_back(option_for(std::string{name_of(scan)}, std::string{name_of(scan)},
                                   std::string{scan_tip(scan)}, changed));
    }
    width = widgets::field(ui, "Scan", ui.units(label_units));
    picked =
        widgets::segmented(ui, "experiment.scan", forms, static_cast<int>(now.scan), width - 1);
    if (picked < 0) return;
    Experiment changed = now;
    changed.scan = scans[static_cast<std::size_t>(picked)];
    ui.emit(command::SetExperiment{changed});
}

void ExperimentPanel::draw_engine(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    constexpr std::array engines{EngineChoice::automatic, EngineChoice::cpu, EngineChoice::cuda};
    constexpr std::array labels{"auto", "CPU", "GPU"};
    std::vector<Option> options;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        options.push_back(
            {std::string{name_of(engines[i])}, labels[i], {}, std::string{engine_tip(engines[i])}});
    }
    options.back().reason = why_not_on_gpu(now, ui.state.runs.gpu);
    const float width = widgets::field(ui, "Engine", ui.units(label_units));
    const float gap = ui.units(1), side = ui.row_height();
    const int picked = widgets::segmented(ui, "experiment.engine", options,
                                          static_cast<int>(now.engine), width - 1 - side - gap);
    if (picked >= 0) {
        Experiment changed = now;
        changed.engine = engines[static_cast<std::size_t>(picked)];
        ui.emit(command::SetExperiment{changed});
    }
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
    const bool comparing = ui.state.runs.comparing.now;
    if (widgets::icon_button(ui, "experiment.compare", widgets::Icon::compare,
                             comparing ? comparing_now : compare_tip, !comparing)) {
        ui.emit(command::CompareEngines{});
    }
}

void ExperimentPanel::draw_problem(Ui& ui) {
    const std::string& problem =
        ui.state.edit.impossible.empty() ? ui.state.runs.error : ui.state.edit.impossible;
    // What is wrong with the text itself is told where it stands.
    const bool told = ui.state.document && problem == ui.state.edit.impossible;
    if (problem.empty() || told) return;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Indent(ui.units(2));
    widgets::wrapped_text(problem, ui.fonts.regular, ui.colors.bad);
    if (ui.state.runs.shown) {
        widgets::wrapped_text("The views still show the previous run.", ui.fonts.small,
                              ui.colors.faint);
    }
    ImGui::Unindent(ui.units(2));
    const ImVec2 high{low.x + ui.units(0.75F), ImGui::GetItemRectMax().y};
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, packed(ui.colors.bad));
    widgets::note_box(ui, "experiment.problem", low, ImGui::GetItemRectMax());
}

void ExperimentPanel::draw_command_line(Ui& ui) {
    ImGui::Separator();
    ImGui::AlignTextToFramePadding();
    widgets::text("In a terminal", ui.fonts.small, ui.colors.faint);
    if (const std::string why = why_no_line(ui.state); !why.empty()) {
        widgets::wrapped_text(why, ui.fonts.small, ui.colors.faint);
        return;
    }
    const std::string line = "stridescope-cli record " + command_line(ui.state.experiment);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize("Copy").x -
                    2 * ImGui::GetStyle().FramePadding.x);
    // What the knobs leave over; a longer line (typed numbers) is cut, and copied whole.
    const float row = ImGui::GetFrameHeightWithSpacing();
    ImGui::PushFont(ui.fonts.mono);
    const int lines =
        static_cast<int>((ImGui::GetContentRegionAvail().y - row) / ImGui::GetTextLineHeight());
    ImGui::PopFont();
    const std::string tip = lines > 0 ? "Copies the command line below" : "Copies\n" + line;
    if (widgets::button(ui, "experiment.copy", "Copy", tip)) {
        ImGui::SetClipboardText(terminal_line(ui.state.experiment).c_str());
    }
    if (lines <= 0) return;
    widgets::wrapped_lines(ui, line, ui.fonts.mono, ui.colors.faint, lines);
    widgets::note_item(ui, "experiment.terminal");
}

}  // namespace stridescope
