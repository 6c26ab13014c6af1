#include "app/ui/editor/editor_pane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "app/analysis/launch_names.h"
#include "app/analysis/number_text.h"
#include "app/io/printable.h"
#include "app/session/run_text.h"
#include "app/session/text_use.h"
#include "app/ui/editor/cost_columns.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

float mono_width(const Ui& ui, const std::string& text) {
    return imgui::size_of(*ui.fonts.mono) == 0
               ? 0
               : ui.fonts.mono
                     ->CalcTextSizeA(imgui::size_of(*ui.fonts.mono), FLT_MAX, 0, text.c_str())
                     .x;
}

float cell_width(const Ui& ui, const LocalVariable& variable) {
    return std::max(mono_width(ui, variable.name), mono_width(ui, variable.value)) + ui.units(4);
}

float line_height(const Ui& ui) {
    return std::floor(imgui::size_of(*ui.fonts.mono) * 1.2F);
}

/// Lines of cells, a name above its value.
int lines_of(const Ui& ui, const std::vector<LocalVariable>& variables, float width) {
    int lines = 1;
    float x = 0;
    for (const LocalVariable& each : variables) {
        const float wide = cell_width(ui, each);
        if (x > 0 && x + wide > width) {
            ++lines;
            x = 0;
        }
        x += wide;
    }
    return lines;
}

float title_height(const Ui& ui) {
    return ImGui::GetTextLineHeight() + ui.units(1);
}

std::string title_of(const AppState& state) {
    const std::string thread = fmt::format("thread {}", state.display.look.selection.thread);
    const LocalsState& locals = state.runs.locals;
    if (locals.reading) return fmt::format("variables of {}: running it again…", thread);
    if (!locals.found) return fmt::format("variables of {}: {}", thread, locals.why);
    const std::vector<LocalVariable>* now = LocalsTable::now(state);
    const Step* step = state.current_step();
    const std::string when = step != nullptr ? name_of(*step) : std::string{};
    if (now == nullptr || now->empty())
        return fmt::format("variables of {} at {}: none so far", thread, when);
    return fmt::format("variables of {} at {}{}", thread, when,
                       locals.found->cut ? " (the last steps are too many to keep)" : "");
}

bool shows(const AppState& state) {
    const LocalsState& locals = state.runs.locals;
    return locals.reading || locals.found || !locals.why.empty();
}

}  // namespace

const std::vector<LocalVariable>* LocalsTable::now(const AppState& state) {
    const auto& found = state.runs.locals.found;
    if (!found || state.current_step() == nullptr) return nullptr;
    const auto step = static_cast<std::size_t>(state.playback.step());
    return step < found->steps.size() ? &found->steps[step] : nullptr;
}

std::string LocalsTable::tip(const AppState& state, std::string_view name) {
    const std::vector<LocalVariable>* variables = now(state);
    if (variables == nullptr) return {};
    const auto found = std::ranges::find(*variables, name, &LocalVariable::name);
    if (found == variables->end()) return {};
    return fmt::format("{} is {} in thread {}, at {}", name, found->value,
                       state.display.look.selection.thread, name_of(*state.current_step()));
}

float LocalsTable::height(const Ui& ui, float width, float most) const {
    if (!shows(ui.state)) return 0;
    float high = title_height(ui);
    if (const auto* variables = now(ui.state); variables != nullptr && !variables->empty()) {
        const int lines = lines_of(ui, *variables, width - 2 * ui.units(2));
        high += static_cast<float>(lines) * (2 * line_height(ui) + ui.units(1));
    }
    return std::min(high, most);
}

void LocalsTable::draw(Ui& ui, ImVec2 at, ImVec2 size) const {
    if (size.y <= 0) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(ui.colors.panel));
    list->AddLine(at, {at.x + size.x, at.y}, packed(ui.colors.line));
    const float pad = ui.units(2);
    list->PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    ImGui::SetCursorScreenPos({at.x + pad, at.y + ui.units(0.5F)});
    widgets::fitted_text(ui, title_of(ui.state), ui.fonts.regular, ui.colors.faint,
                         std::max(size.x - 2 * pad, 1.0F));
    std::string words;
    if (const auto* variables = now(ui.state)) {
        const float high = line_height(ui), type = imgui::size_of(*ui.fonts.mono);
        float x = at.x + pad, y = at.y + title_height(ui);
        for (const LocalVariable& each : *variables) {
            const float wide = cell_width(ui, each);
            if (x > at.x + pad && x + wide > at.x + size.x - pad) {
                x = at.x + pad;
                y += 2 * high + ui.units(1);
            }
            list->AddText(ui.fonts.mono, type, {x, y}, packed(ui.colors.faint), each.name.c_str());
            list->AddText(ui.fonts.mono, type, {x, y + high}, packed(ui.colors.text),
                          each.value.c_str());
            x += wide;
            words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", each.name, each.value);
        }
    }
    list->PopClipRect();
    ui.widgets["editor.locals"] = {{at.x, at.y, size.x, size.y}, true, words};
}

namespace {

/// As many are seen at once; the rest is scrolled to.
constexpr std::size_t most_rows = 8;
/// A longer line is cut: nobody reads it, and it would have to be measured in each frame.
constexpr std::size_t longest_line = 400;

float row_height(const Ui& ui) {
    return std::floor(imgui::size_of(*ui.fonts.mono) * 1.2F);
}
float head_height(const Ui& ui) {
    return ImGui::GetTextLineHeight() + ui.units(1);
}

}  // namespace

void PrintedOutput::take(const Trace* trace, std::uint64_t number) {
    if (trace == nullptr) number = 0;
    if (number == number_) return;
    number_ = number;
    lines_.clear();
    text_ = trace != nullptr ? trace->data().printed : std::string{};
    measures_time_ = trace != nullptr && trace->data().measures_time;
    std::string_view rest = text_;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines_.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

float PrintedOutput::height(const Ui& ui, float most) const {
    if (lines_.empty()) return 0;
    if (!open_) return std::min(head_height(ui), most);
    const auto rows = static_cast<float>(std::min(lines_.size(), most_rows));
    return std::clamp(head_height(ui) + rows * row_height(ui) + ui.units(1), 0.0F, most);
}

void PrintedOutput::draw(Ui& ui, ImVec2 at, ImVec2 size) {
    if (lines_.empty() || size.y <= 0) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(ui.colors.panel));
    list->AddLine(at, {at.x + size.x, at.y}, packed(ui.colors.line));
    const float pad = ui.units(2), head = head_height(ui);
    ImGui::SetCursorScreenPos({at.x + pad, at.y + ui.units(0.5F)});
    const std::string title =
        fmt::format("printed: {} line{}{}{}", with_commas(static_cast<std::int64_t>(lines_.size())),
                    lines_.size() == 1 ? "" : "s", open_ ? "" : " (click to show)",
                    measures_time_ ? fmt::format("; {}", whose_times) : std::string{});
    widgets::text(title, ui.fonts.regular, ui.colors.faint);
    widgets::note_item(ui, "editor.printed", true, std::string{lines_.front()});
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) open_ = !open_;
    if (!open_ || size.y <= head) return;
    ImGui::SetCursorScreenPos({at.x + pad, at.y + head});
    ImGui::BeginChild("##editor.printed", {size.x - pad, size.y - head}, false,
                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {0, row_height(ui) - imgui::size_of(*ui.fonts.mono)});
    imgui::push_font(ui.fonts.mono);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines_.size()));
    while (clipper.Step()) {
        for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
            const std::string line =
                printable(std::string{lines_[static_cast<std::size_t>(k)]}, longest_line);
            ImGui::TextUnformatted(line.c_str(), line.c_str() + line.size());
        }
    }
    ImGui::PopFont();
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

namespace {

/// Cells of a text that what stands beside it leaves free.
constexpr float least_cells = 40;

/// What a run found there, without the line's number, which is told in front of every fault.
std::string words_of(const Finding& found) {
    const std::string line = fmt::format("Line {}: ", found.place.line);
    return found.text.starts_with(line) ? found.text.substr(line.size()) : found.text;
}

/// What is wrong with the text as it stands.
std::vector<TextFault> faults_as_written(const Document& document) {
    std::vector<TextFault> faults = document.findings.faults;
    const std::vector<TextFault>& aside = document.findings.aside;
    faults.insert(faults.end(), aside.begin(), aside.end());
    if (document.run_fault) faults.push_back(*document.run_fault);
    return faults;
}

/// What is wrong with it as it ran, by its line in this text; the first cause first.
std::vector<RunFault> faults_as_run(const AppState& state) {
    std::vector<RunFault> faults;
    // Where somebody is to find them, they are not told.
    if (state.trace_of_document() == nullptr || state.lesson.hides_faults()) return faults;
    const Recording& shown = *state.runs.shown;
    for (std::size_t k = 0; k < shown.findings.size(); ++k) {
        const Finding& found = shown.findings[k];
        if (!found.is_fault()) break;
        const int line = line_in_text({.line = found.place.line, .file = found.place.file},
                                      shown.lines->include_lines);
        if (line > 0) faults.push_back({k, {line, 0, words_of(found)}});
    }
    return faults;
}

/// Everything that is wrong with the text, as it stands or as it ran, in the text's order.
std::vector<TextFault> faults_of(const AppState& state, const std::vector<RunFault>& run) {
    std::vector<TextFault> faults = faults_as_written(*state.document);
    for (const RunFault& each : run) faults.push_back(each.fault);
    std::ranges::stable_sort(faults, {}, &TextFault::line);
    const auto same = std::ranges::unique(faults);
    faults.erase(same.begin(), same.end());
    return faults;
}

/// What the strip says of faults: what keeps the text from running, or else what came first as it
/// ran, as the status line says, too.
struct FirstFault {
    TextFault fault{};
    std::optional<std::size_t> number{};  ///< of the run's findings
    std::size_t more = 0;
};
std::optional<FirstFault> first_fault_of(const AppState& state, const std::vector<RunFault>& run) {
    const Document& document = *state.document;
    std::vector<TextFault> written = faults_as_written(document);
    std::ranges::stable_sort(written, {}, &TextFault::line);
    if (written.empty() && run.empty()) return std::nullopt;
    const std::size_t more = written.size() + run.size() - 1;
    const bool refused = !document.findings.faults.empty() || document.run_fault;
    if (run.empty() || refused) return FirstFault{written.front(), std::nullopt, more};
    return FirstFault{run.front().fault, run.front().number, more};
}

float strip_height(const Ui& ui) {
    return ui.row_height() + ui.units(1);
}

/// What is said below a text that nothing is wrong with.
std::string state_words(const AppState& state) {
    if (state.runs.recording.now) return "Recording…";
    if (const FieldFault fault = field_fault(state); !fault.field.empty()) return fault.words;
    if (!state.runs.error.empty()) return state.runs.error;
    if (state.trace_of_document() == nullptr && state.trace() != nullptr) {
        return "The views show the text as it last ran.";
    }
    return {};
}

}  // namespace

void EditorPane::leave() {
    area_.focus(false);
    pointed_ = {};
    // Nor would its field ever have the keyboard, which keys wait for.
    bar_.close();
}

void EditorPane::open_bar(FindBar::Kind kind, const AppState& state) {
    if (!state.document) return;
    bar_.open(kind, *state.document);
    area_.focus(false);
}

void EditorPane::find_again(const AppState& state, Commands& commands, bool backwards) {
    if (state.document) bar_.again(commands, backwards);
}

bool EditorPane::close_bar() {
    if (!bar_.is_open()) return false;
    bar_.close();
    return true;
}

/// They are told anew only where the run that they are of is another one.
void EditorPane::keep_run_faults(const AppState& state) {
    const bool told = state.trace_of_document() != nullptr && !state.lesson.hides_faults();
    const std::uint64_t now = told ? state.runs.recordings : 0;
    if (now == faults_of_run_) return;
    faults_of_run_ = now;
    run_faults_ = faults_as_run(state);
}

/// The step's lines come into sight, unless somebody writes.
void EditorPane::follow_step(const AppState& state) {
    const Trace* trace = state.trace_of_document();
    if (trace == nullptr || trace->step_count() == 0) return;
    const int step = state.playback.step();
    if (step_ == step && recordings_ == state.runs.recordings) return;
    step_ = step;
    recordings_ = state.runs.recordings;
    if (area_.focused()) return;
    std::set<int> lines;
    const auto [begin, end] = trace->rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceRow& each = trace->rows()[static_cast<std::size_t>(row)];
        lines.insert(line_in_text(trace->sites()[static_cast<std::size_t>(each.site)],
                                  state.runs.shown->lines->include_lines));
    }
    lines.erase(0);
    if (!lines.empty()) area_.show(lines);
}

TextMarks EditorPane::marks_of(const AppState& state) {
    TextMarks marks;
    marks.faults = faults_of(state, run_faults_);
    marks.found = bar_.found(*state.document);
    const Trace* trace = state.trace_of_document();
    if (trace == nullptr || trace->step_count() == 0) return marks;
    const auto [begin, end] = trace->rows_of_step(state.playback.step());
    for (int row = begin; row < end; ++row) {
        const TraceRow& each = trace->rows()[static_cast<std::size_t>(row)];
        marks.step_lines.insert(line_in_text(trace->sites()[static_cast<std::size_t>(each.site)],
                                             state.runs.shown->lines->include_lines));
    }
    if (related_) marks.lit_lines = related_->lines;
    return marks;
}

float EditorPane::controls_width(const Ui& ui) {
    const float pad = 2 * ImGui::GetStyle().FramePadding.x, gap = ui.units(1);
    return 2 * (ui.row_height() + gap) + ImGui::CalcTextSize("Find").x +
           ImGui::CalcTextSize("Save").x + 2 * pad + gap;
}

void EditorPane::draw_controls(Ui& ui, float room) {
    const Document& document = *ui.state.document;
    const float gap = ui.units(1);
    if (room < controls_width(ui)) return;
    if (widgets::icon_button(ui, "editor.undo", widgets::Icon::undo, "Undo in the text (Ctrl+Z)",
                             document.editor.can_undo() && !ui.state.presenter.locked)) {
        ui.emit(command::EditText{editor::action::Undo{}});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "editor.redo", widgets::Icon::redo, "Redo in the text (Ctrl+Y)",
                             document.editor.can_redo() && !ui.state.presenter.locked)) {
        ui.emit(command::EditText{editor::action::Redo{}});
    }
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "editor.open_find", "Find", "Find in the text (Ctrl+F)")) {
        open_bar(FindBar::Kind::find, ui.state);
    }
    ImGui::SameLine(0, gap);
    const bool saves = document.unsaved || document.path.empty();
    if (widgets::button(ui, "editor.save", "Save",
                        saves ? "Save the text (Ctrl+S)" : "The file holds this text", saves)) {
        save_wanted_ = true;
    }
}

/// Another program has written into the file. Returns whether that is asked.
bool EditorPane::draw_disk_question(Ui& ui, ImVec2 at, ImVec2 size) {
    const Document& document = *ui.state.document;
    if (!document.on_disk) return false;
    const float gap = ui.units(1);
    const auto width = [](const char* label) {
        return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    };
    const float buttons = width("Take it") + width("Keep mine") + gap;
    ImGui::SetCursorScreenPos({at.x, at.y});
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(
        ui, fmt::format("Another program has changed {}.", document_name(ui.state)), ui.fonts.bold,
        ui.colors.warn, std::max(size.x - buttons - ui.units(2), 1.0F));
    widgets::note_item(ui, "editor.disk");
    ImGui::SetCursorScreenPos({at.x + size.x - buttons, at.y});
    const bool locked = ui.state.presenter.locked;
    if (widgets::button(ui, "editor.disk.take", "Take it",
                        "The file's text takes the place of this one, which can be undone",
                        !locked)) {
        ui.emit(command::AnswerDiskChange{true});
    }
    ImGui::SameLine(0, gap);
    if (widgets::button(ui, "editor.disk.keep", "Keep mine",
                        "This text stays; saving it replaces the file's", !locked)) {
        ui.emit(command::AnswerDiskChange{false});
    }
    return true;
}

/// What is wrong where the pointer is, and what the variable there is in the chosen thread.
void EditorPane::draw_tip(Ui& ui) const {
    if (ui.state.presenter.presentation) return;
    std::string tip = area_.pointed_faults();
    if (!area_.pointed_word().empty()) {
        const std::string value = LocalsTable::tip(ui.state, area_.pointed_word());
        if (!tip.empty() && !value.empty()) tip += '\n';
        tip += value;
    }
    if (tip.empty()) return;
    widgets::tip(ui, tip);
    ui.widgets["editor.hover"] = {
        {ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y, 1, 1}, true, tip};
}

/// What is wrong, or else what the pictures show; and where the cursor is.
void EditorPane::draw_strip(Ui& ui, ImVec2 at, ImVec2 size) {
    const AppState& state = ui.state;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y},
                                              packed(ui.colors.panel));
    const float pad = ui.units(2);
    const ImVec2 inner{at.x + pad, at.y + ui.units(0.5F)};
    if (draw_disk_question(ui, inner, {size.x - 2 * pad, size.y})) return;
    const editor::Position cursor = state.document->editor.cursor();
    const int column =
        editor::cells_before(state.document->editor.text().line(cursor.line), cursor.column);
    // In a presentation nobody writes.
    const std::string where = state.presenter.presentation
                                  ? std::string{}
                                  : fmt::format("{}:{}", cursor.line + 1, column + 1);
    const float where_width = ImGui::CalcTextSize(where.c_str()).x;
    const std::optional<FirstFault> first = first_fault_of(state, run_faults_);
    std::string words = state_words(state);
    if (first) {
        const TextFault& fault = first->fault;
        words =
            fault.line > 0 ? fmt::format("Line {}: {}", fault.line, fault.message) : fault.message;
        if (first->more > 0) words += fmt::format(" (and {} more)", first->more);
    }
    const bool bad = first || !state.runs.error.empty();
    // Nothing else on the screen says how playback is stopped at a line; a tip would lie on the
    // text.
    if (const int line = area_.pointed_line();
        words.empty() && line > 0 && !state.presenter.presentation && !ui.hand.fingers) {
        words = state.document->breakpoints.contains(line) ? "Right click or F9: no breakpoint"
                                                           : "Right click or F9: breakpoint";
    }
    ImGui::SetCursorScreenPos(inner);
    ImGui::AlignTextToFramePadding();
    const float room = std::max(size.x - 2 * pad - where_width - ui.units(3), 1.0F);
    widgets::fitted_text(ui, words, ui.fonts.regular, bad ? ui.colors.bad : ui.colors.faint, room);
    widgets::note_item(ui, "editor.says", true, words);
    if (first && first->fault.line > 0) {
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsItemClicked()) {
            if (first->number) ui.emit(command::ShowFault{*first->number});
            ui.emit(command::EditText{editor::action::MoveTo{
                {first->fault.line - 1, std::max(first->fault.column - 1, 0)}, false}});
            area_.focus(true);
        }
    }
    ImGui::SetCursorScreenPos({at.x + size.x - pad - where_width, inner.y});
    ImGui::AlignTextToFramePadding();
    widgets::text(where, ui.fonts.regular, ui.colors.faint);
    widgets::note_item(ui, "editor.where", true, where);
}

void EditorPane::draw(Ui& ui, ImVec2 at, ImVec2 size) {
    const AppState& state = ui.state;
    const Document& document = *state.document;
    if (number_ != document.number) {
        number_ = document.number;
        step_ = -1;
        bar_.close();
        // A new text is there to be written in; others, to be looked at first.
        area_.focus(document.path.empty() && document.name == untitled);
    }
    // A press anywhere else takes the keyboard along; the text's own press gives it back.
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) area_.focus(false);
    keep_run_faults(state);
    follow_step(state);
    pointed_ = {};
    const float bar = bar_.height(ui), strip = strip_height(ui);
    const float gutter = TextArea::gutter_width(ui, document);
    const float lane = TextArea::scroll_bar_width(ui);
    // What columns there are is as it was last, so that nothing jumps while one types.
    const bool told = state.runs.shown != nullptr && state.speaks_of_banks();
    const LineTable* last = told ? state.runs.shown->lines.get() : nullptr;
    const CostColumns costs{ui, last, size.x - lane, gutter + least_cells * TextArea::advance(ui)};
    const float head = costs.head_height(ui);
    const ImVec2 top{at.x, at.y + bar};
    const ImVec2 lines{at.x, top.y + head};
    printed_.take(state.trace_of_document(), state.runs.recordings);
    // The text has the larger part, whatever was printed.
    const float printed = printed_.height(ui, std::max((size.y - bar - strip) / 3, 0.0F));
    const float of_locals =
        locals_.height(ui, size.x, std::max((size.y - bar - strip - printed) / 3, 0.0F));
    const float high =
        std::max(size.y - bar - head - strip - printed - of_locals, TextArea::row_height(ui));
    ImGui::GetWindowDrawList()->AddRectFilled(top, {at.x + size.x, lines.y},
                                              packed(ui.palette.background));
    TextMarks marks = marks_of(state);
    const Trace* trace = state.trace_of_document();
    const LineTable* counts = trace != nullptr ? state.runs.shown->lines.get() : nullptr;
    if (counts != nullptr && costs.width() > 0) {
        marks.counted_lines = {counts->own_lines.begin(), counts->own_lines.end()};
    }
    const LineRows rows =
        area_.draw(ui, document, marks, lines, {size.x, high}, costs.width() + lane);
    const int of_costs = costs.draw(ui, counts, marks.step_lines, rows, top, size.x - lane);
    area_.draw_scroll_bars(ui, document);
    const int line = of_costs > 0 ? of_costs : area_.pointed_line();
    const bool recorded = counts != nullptr && std::ranges::binary_search(counts->own_lines, line);
    if (recorded) pointed_ = {.line = line};
    if (bar_.draw(ui, document, at, size.x)) area_.focus(true);
    const float below = at.y + size.y - strip - printed;
    locals_.draw(ui, {at.x, below - of_locals}, {size.x, of_locals});
    printed_.draw(ui, {at.x, below}, {size.x, printed});
    draw_tip(ui);
    draw_strip(ui, {at.x, at.y + size.y - strip}, {size.x, strip});
    widgets::note_box(ui, "source.editor", at, {at.x + size.x, at.y + size.y});
}

}  // namespace stridescope
