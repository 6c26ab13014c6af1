#include "app/ui/panels/developer_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "app/analysis/number_text.h"
#include "app/session/presets.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

void line(Ui& ui, std::string_view name, const std::string& value) {
    const float start = ImGui::GetCursorPosX();
    widgets::text(name, ui.fonts.small, ui.colors.faint);
    ImGui::SameLine(start + ui.units(32));
    widgets::wrapped_text(value, ui.fonts.small, ui.colors.text);
}

}  // namespace

void DeveloperPanel::note_frame(double seconds) {
    milliseconds_[frames_ % most_frames] = static_cast<float>(1000 * seconds);
    ++frames_;
}

void DeveloperPanel::draw_times(Ui& ui) {
    const std::size_t count = std::min(frames_, most_frames);
    if (count == 0) return;
    const auto end = milliseconds_.begin() + static_cast<std::ptrdiff_t>(count);
    const float worst = *std::max_element(milliseconds_.begin(), end);
    const float mean =
        std::accumulate(milliseconds_.begin(), end, 0.0F) / static_cast<float>(count);
    const float last = milliseconds_[(frames_ - 1) % most_frames];
    line(ui, "Frame",
         fmt::format("{:.1f} ms; of the last {}: {:.1f} on average, {:.1f} at worst", last, count,
                     mean, worst));
    const auto oldest = static_cast<int>(frames_ > most_frames ? frames_ % most_frames : 0);
    ImGui::PlotHistogram("##times", milliseconds_.data(), static_cast<int>(count), oldest, nullptr,
                         0, std::max(worst, 16.7F),
                         {ImGui::GetContentRegionAvail().x, ui.units(16)});
}

void DeveloperPanel::draw_counts(Ui& ui) {
    const ImGuiIO& io = ImGui::GetIO();
    line(ui, "Panels",
         fmt::format("{} vertices, {} triangles, {} windows", with_commas(io.MetricsRenderVertices),
                     with_commas(io.MetricsRenderIndices / 3), io.MetricsActiveWindows));
    line(ui, "Screen",
         fmt::format("{:.0f} × {:.0f}, scale {:.2f} × {:.2f}", io.DisplaySize.x, io.DisplaySize.y,
                     io.DisplayFramebufferScale.x, ui.scale));
    line(ui, "Widgets", with_commas(static_cast<std::int64_t>(ui.widgets.size())));
}

void DeveloperPanel::draw_state(Ui& ui) {
    const AppState& state = ui.state;
    const Playback& playback = state.playback;
    line(ui, "Knobs", experiment_title(state.experiment));
    line(ui, "Playback",
         fmt::format("step {} of {}, {:.0f} % of its way, {} steps/s{}", playback.step(),
                     playback.steps(), 100 * playback.progress(), playback.speed(),
                     playback.playing() ? ", playing" : ""));
    line(ui, "Recordings",
         fmt::format("{}{}", state.runs.recordings,
                     state.runs.recording.now ? ", one under way" : ""));
    if (const Trace* trace = state.trace()) {
        line(ui, "Trace",
             fmt::format("{} of {} blocks, {} words, {} rows of accesses", trace->blocks(),
                         with_commas(trace->grid()), with_commas(trace->words()),
                         with_commas(static_cast<std::int64_t>(trace->rows().size()))));
    }
    line(ui, "Messages", fmt::format("{}, {} unread", state.messages.size(), state.unread()));
}

void DeveloperPanel::draw(Ui& ui) {
    if (metrics_shown_) {
        ImGui::ShowMetricsWindow(&metrics_shown_);
    }
    if (!shown_) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({screen.x - ui.units(4), ui.units(12)}, ImGuiCond_Appearing, {1, 0});
    ImGui::SetNextWindowSize({std::min(ui.units(110), screen.x - ui.units(8)), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, ui.scale));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(ui.colors.raised));
    if (ImGui::Begin(
            "Developer", &shown_,
            ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoNav)) {
        draw_times(ui);
        draw_counts(ui);
        draw_state(ui);
        if (widgets::button(ui, "developer.metrics", "Dear ImGui's metrics", "", true,
                            metrics_shown_)) {
            toggle_metrics();
        }
    }
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    widgets::note_box(ui, "developer", low, {low.x + size.x, low.y + size.y});
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

}  // namespace stridescope
