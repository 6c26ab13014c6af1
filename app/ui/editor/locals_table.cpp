#include "app/ui/editor/locals_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace stridescope
