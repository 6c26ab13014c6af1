#include "app/ui/experiment_panel.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/experiment/broken.h"
#include "app/ui/widgets.h"
#include "app/ui/wording.h"

namespace stridescope {
namespace {

using widgets::Option;

constexpr float label_units = 23;

/// The experiment with one thing changed, as a choice: impossible ones carry the reason.
Option option_for(std::string id, std::string label, std::string tip, const Experiment& changed) {
    return {std::move(id), std::move(label), why_impossible(changed), std::move(tip)};
}

template <class T>
bool parse_whole(const std::string& text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

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

/// Says, behind all that its field has to say, that the field drawn last was left.
class Committed {
  public:
    explicit Committed(Ui& ui) : ui_{ui}, left_{ImGui::IsItemDeactivatedAfterEdit()} {}
    ~Committed() {
        if (left_) ui_.emit(command::CommitTyping{});
    }
    Committed(const Committed&) = delete;
    Committed& operator=(const Committed&) = delete;

  private:
    Ui& ui_;
    bool left_;
};

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
    draw_shape(ui);
    draw_count(ui);
    draw_padding(ui);
    draw_element(ui);
    draw_input(ui, dialogs);
    draw_engine(ui);
    draw_problem(ui);
    draw_command_line(ui);
}

void ExperimentPanel::draw_heading(Ui& ui) {
    ImGui::AlignTextToFramePadding();
    widgets::text("Experiment", ui.fonts.bold, ui.colors.text);
    const float side = ui.row_height(), gap = ui.grid(1);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * side - gap);
    if (widgets::icon_button(ui, "experiment.undo", widgets::Icon::undo,
                             undo_tip(ui.state.undo_words, "Undo", "Ctrl+Z"),
                             ui.state.can_undo())) {
        ui.emit(command::Undo{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "experiment.redo", widgets::Icon::redo,
                             undo_tip(ui.state.redo_words, "Redo", "Ctrl+Y"),
                             ui.state.can_redo())) {
        ui.emit(command::Redo{});
    }
}

void ExperimentPanel::draw_kernel(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    std::vector<Option> options;
    int selected = -1;
    for (const CatalogueEntry& entry : catalogue()) {
        Experiment changed = now;
        changed.kernel = entry.info.id;
        if (changed.kernel == now.kernel) selected = static_cast<int>(options.size());
        options.push_back(option_for(changed.kernel, std::string{entry.info.title},
                                     fmt::format("{}\n{}", entry.info.summary, entry.info.source),
                                     changed));
        if (entry.info.is_broken()) options.back().badge = "BROKEN ON PURPOSE";
    }
    const float width = widgets::field(ui, "Kernel", ui.grid(label_units));
    const int picked = widgets::combo(ui, "experiment.kernel", options, selected, width);
    if (picked >= 0) {
        Experiment changed = now;
        changed.kernel = options[static_cast<std::size_t>(picked)].id;
        ui.emit(command::SetExperiment{showing_fault(std::move(changed))});
    }
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
                                    "Threads in a block", changed));
        blocks.back().label = text;
    }
    float width = widgets::field(ui, "Block", ui.grid(label_units));
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
    width = widgets::field(ui, "Coarsening", ui.grid(label_units));
    picked = widgets::combo(ui, "experiment.coarsen", factors, now.coarsen - 1, width);
    if (picked >= 0) {
        Experiment changed = now;
        changed.coarsen = picked + 1;
        ui.emit(command::SetExperiment{changed});
    }
}

void ExperimentPanel::draw_count(Ui& ui) {
    const float width = widgets::field(ui, "N", ui.grid(label_units));
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
    widgets::note_item(ui, "experiment.n");
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
    float width = widgets::field(ui, "Type", ui.grid(label_units));
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
    width = widgets::field(ui, "Operator", ui.grid(label_units));
    picked =
        widgets::segmented(ui, "experiment.op", operators, static_cast<int>(now.op), width - 1);
    if (picked < 0) return;
    Experiment changed = now;
    changed.op = ops[static_cast<std::size_t>(picked)];
    ui.emit(command::SetExperiment{changed});
}

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
        {"iota", "0 1 2 …", {}, "Each element its own index"},
        {"random", "random", {}, "Whole numbers 0 … 9, the same for the same seed everywhere"},
        {"values", "numbers typed in", {}, "Numbers of your own"},
        {"file", "a file", {}, "Numbers from a .csv, .txt or .npy file"}};
    const auto kind = asking_for_file_ ? InputSpec::Kind::file : input.kind;
    const float width = widgets::field(ui, "Input", ui.grid(label_units));
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
        widgets::tooltip(ui, "Numbers, with commas or spaces between them");
    }
    widgets::note_item(ui, "experiment.values");
    if (!edited) return;
    Experiment changed = ui.state.experiment;
    changed.input = {.kind = InputSpec::Kind::values, .seed = changed.input.seed, .text = values_};
    seen_ = changed;
    ui.emit(command::SetExperiment{changed, true});
}

void ExperimentPanel::draw_seed(Ui& ui) {
    const float width = widgets::field(ui, "Seed", ui.grid(label_units));
    ImGui::SetNextItemWidth(width - ui.row_height() - ui.grid(1));
    const bool edited =
        ImGui::InputText("##experiment.seed", &seed_, ImGuiInputTextFlags_CharsDecimal);
    const Committed committed{ui};
    widgets::note_item(ui, "experiment.seed");
    ImGui::SameLine(0, ui.grid(1));
    const bool thrown =
        widgets::icon_button(ui, "experiment.dice", widgets::Icon::dice, "Other random numbers");
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
    const float room = ImGui::GetContentRegionAvail().x - browse - ui.grid(1);
    const float start = ImGui::GetCursorPosX();
    const bool entered = file_.draw(ui, "experiment.file", room, "path, then Enter");
    const bool typing = ImGui::IsItemActive();
    if (!ImGui::IsItemActive()) {
        widgets::tooltip(ui, "A .csv, .txt or .npy file with numbers; Enter reads it");
    }
    ImGui::SameLine(start + room + ui.grid(1));
    if (widgets::button(ui, "experiment.browse", "Browse", "Looks for a file")) {
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

void ExperimentPanel::draw_engine(Ui& ui) {
    const Experiment& now = ui.state.experiment;
    constexpr std::array engines{EngineChoice::automatic, EngineChoice::cpu, EngineChoice::cuda};
    constexpr std::array labels{"auto", "CPU", "GPU"};
    std::vector<Option> options;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        options.push_back(
            {std::string{name_of(engines[i])}, labels[i], {}, std::string{engine_tip(engines[i])}});
    }
    options.back().reason = why_not_on_gpu(now, ui.state.gpu);
    const float width = widgets::field(ui, "Engine", ui.grid(label_units));
    const float gap = ui.grid(1), side = ui.row_height();
    const int picked = widgets::segmented(ui, "experiment.engine", options,
                                          static_cast<int>(now.engine), width - 1 - side - gap);
    if (picked >= 0) {
        Experiment changed = now;
        changed.engine = engines[static_cast<std::size_t>(picked)];
        ui.emit(command::SetExperiment{changed});
    }
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
    const bool comparing = ui.state.comparing.now;
    if (widgets::icon_button(ui, "experiment.compare", widgets::Icon::compare,
                             comparing ? comparing_now : compare_tip, !comparing)) {
        ui.emit(command::CompareEngines{});
    }
}

void ExperimentPanel::draw_problem(Ui& ui) {
    const std::string& problem = ui.state.impossible.empty() ? ui.state.error : ui.state.impossible;
    if (problem.empty()) return;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Indent(ui.grid(2));
    widgets::wrapped_text(problem, ui.fonts.regular, ui.colors.bad);
    if (ui.state.shown) {
        widgets::wrapped_text("The pictures still show the run before.", ui.fonts.small,
                              ui.colors.faint);
    }
    ImGui::Unindent(ui.grid(2));
    const ImVec2 high{low.x + ui.grid(0.75F), ImGui::GetItemRectMax().y};
    ImGui::GetWindowDrawList()->AddRectFilled(low, high, packed(ui.colors.bad));
    widgets::note_box(ui, "experiment.problem", low, ImGui::GetItemRectMax());
}

void ExperimentPanel::draw_command_line(Ui& ui) {
    ImGui::Separator();
    ImGui::AlignTextToFramePadding();
    widgets::text("In a terminal", ui.fonts.small, ui.colors.faint);
    const std::string line = "stridescope-cli record " + command_line(ui.state.experiment);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize("Copy").x -
                    2 * ImGui::GetStyle().FramePadding.x);
    if (widgets::button(ui, "experiment.copy", "Copy", "Copies the command line below")) {
        ImGui::SetClipboardText(terminal_line(ui.state.experiment).c_str());
    }
    // What the knobs leave over; a longer line (numbers typed in) is cut, and copied whole.
    const float left = ImGui::GetContentRegionAvail().y;
    ImGui::PushFont(ui.fonts.mono);
    const int lines = static_cast<int>(left / ImGui::GetTextLineHeight());
    ImGui::PopFont();
    widgets::wrapped_lines(ui, line, ui.fonts.mono, ui.colors.faint, std::max(lines, 2));
    widgets::note_item(ui, "experiment.terminal");
}

}  // namespace stridescope
