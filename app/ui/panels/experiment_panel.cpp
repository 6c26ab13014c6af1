#include "app/ui/panels/experiment_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/session/document.h"
#include "app/session/run_text.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/text.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/text_fields.h"

namespace stridescope {
namespace {

using experiment_fields::label_units;
using widgets::Option;

std::string undo_tip(const std::string& words, const char* verb, const char* keys) {
    return words.empty() ? fmt::format("{} ({})", verb, keys)
                         : fmt::format("{}: {} ({})", verb, words, keys);
}

struct Family {
    std::string name;
    bool broken = false;  ///< on purpose

    bool scans() const { return !broken && name.starts_with("scan"); }
};

/// Those of the library's kernels: scans first, which the lessons begin with; what is broken on
/// purpose last.
std::vector<Family> families() {
    std::vector<Family> all;
    for (const LibraryText& text : library()) {
        const bool known = std::ranges::find(all, text.family, &Family::name) != all.end();
        if (text.is_kernel && !known) all.push_back({text.family, !text.correct.empty()});
    }
    std::ranges::stable_sort(all, {}, [](const Family& family) {
        return family.broken ? 2 : family.scans() ? 0 : 1;
    });
    return all;
}

std::string capitalized(std::string words) {
    if (!words.empty()) {
        words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    }
    return words;
}

}  // namespace

void ExperimentPanel::draw(Ui& ui) {
    draw_heading(ui);
    draw_kernel(ui);
    text_.draw(ui);
    draw_engine(ui);
    draw_problem(ui);
    draw_command_line(ui);
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
    const LibraryText* own = own_text(now.text);
    std::vector<Option> options;
    std::vector<const LibraryText*> texts;
    int selected = -1;
    if (own == nullptr) {
        selected = 0;
        const std::string name = ui.state.document ? document_name(ui.state) : name_of(now.text);
        options.push_back({"text", name, {}, "The CUDA text that is open"});
        texts.push_back(nullptr);
    }
    // One's own texts stand between the scans and the rest.
    std::vector<std::string> files;
    const auto add_own = [&] {
        for (const std::string& path : ui.state.preferences.recent_files) {
            if (std::filesystem::path{path}.extension() != ".cu") continue;
            const std::string name = std::filesystem::path{path}.filename().string();
            options.push_back({fmt::format("own.{}", files.size()), foreign_label(name), {}, path});
            options.back().group = "Your own";
            texts.push_back(nullptr);
            files.push_back(path);
        }
    };
    std::size_t first_own = 0;
    bool scanned = true;
    for (const Family& family : families()) {
        if (std::exchange(scanned, family.scans()) && !family.scans()) {
            first_own = options.size();
            add_own();
        }
        std::vector<const LibraryText*> members;
        for (const LibraryText& text : library()) {
            if (text.is_kernel && text.family == family.name) members.push_back(&text);
        }
        // Who looks for a scan knows its name.
        if (family.scans()) std::ranges::sort(members, {}, &LibraryText::title);
        for (const LibraryText* text : members) {
            if (text == own) selected = static_cast<int>(options.size());
            options.push_back({kernel_id(spec_of(*text)),
                               text->title,
                               {},
                               fmt::format("{}\n{}", text->summary, text->path)});
            options.back().group = capitalized(family.name);
            if (family.broken) options.back().badge = "BROKEN ON PURPOSE";
            texts.push_back(text);
        }
    }
    const float width = widgets::field(ui, "Kernel", ui.units(label_units));
    const int picked = widgets::combo(ui, "experiment.kernel", options, selected, width);
    const auto own_file = static_cast<std::size_t>(std::max(picked, 0)) - first_own;
    if (picked >= 0 && !files.empty() && own_file < files.size()) {
        ui.emit(command::OpenFile{files[own_file]});
    } else if (picked >= 0 && picked != selected) {
        const LibraryText& text = *texts[static_cast<std::size_t>(picked)];
        Experiment changed = now;
        // One that is broken on purpose comes as it is written: with other knobs its bug may hide.
        if (text.correct.empty()) {
            set_scan_flag(changed.text, "--kernel", text.id);
        } else {
            changed.text = spec_of(text);
        }
        // With what a text that is broken on purpose needs to show it; all else stays.
        const Experiment fresh = run_of_text(changed.text, now);
        changed.text = fresh.text;
        changed.schedule = fresh.schedule;
        ui.emit(command::SetExperiment{changed});
    }
    if (own != nullptr) widgets::wrapped_text(own->summary, ui.fonts.small, ui.colors.faint);
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

void ExperimentPanel::draw_problem(Ui& ui) const {
    const std::string& problem =
        ui.state.edit.impossible.empty() ? ui.state.runs.error : ui.state.edit.impossible;
    // What is wrong with the text itself is told where it stands.
    const bool told = ui.state.document && !ui.state.document->findings.faults.empty() &&
                      problem == ui.state.edit.impossible;
    if (problem.empty() || told) return;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Indent(ui.units(2));
    if (!text_.told()) widgets::wrapped_text(problem, ui.fonts.regular, ui.colors.bad);
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
    imgui::push_font(ui.fonts.mono);
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
