#include "app/ui/dialogs/about.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <thread>

#include "app/platform/window.h"
#include "app/session/run_text.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

std::string gl_text(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

/// Whether runs on a GPU can be recorded here, or why not.
std::string gpu_words(const GpuAnswer& gpu) {
    if (!gpu.known) return looking_for_gpu;
    return gpu.problem.empty() ? "can be recorded here" : gpu.problem;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> about_facts(const GpuAnswer& gpu) {
    return {
        {"StrideScope", STRIDESCOPE_VERSION},
        {"Warp machine", fmt::format("{} threads", std::thread::hardware_concurrency())},
        {"CUDA", gpu_words(gpu)},
        {"OpenGL", gl_text(GL_VERSION)},
        {"Renderer", gl_text(GL_RENDERER)},
        {"Dear ImGui", IMGUI_VERSION},
        window_system(),
        {"Compiler", fmt::format("C++{}, {}", __cplusplus / 100 % 100, __VERSION__)},
    };
}

std::string about_text(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string text;
    for (const auto& [name, value] : facts) text += fmt::format("{}: {}\n", name, value);
    return text;
}

void AboutBox::draw(Ui& ui) {
    facts_ = about_facts(ui.state.runs.gpu);
    widgets::text("StrideScope", ui.fonts.title, ui.colors.text);
    widgets::wrapped_text(
        "Watch GPU threads work, one stride at a time, and see what the memory banks do "
        "meanwhile. Everything on the screen is computed from the recorded run: from what "
        "each thread read, wrote and added, step by step.",
        ui.fonts.regular, ui.colors.text);
    ImGui::Dummy({0, ui.units(1)});
    for (const auto& [name, value] : facts_) {
        const float start = ImGui::GetCursorPosX();
        widgets::text(name, ui.fonts.regular, ui.colors.faint);
        ImGui::SameLine(start + ui.units(32));
        widgets::wrapped_text(value, ui.fonts.regular, ui.colors.text);
    }
    ImGui::Dummy({0, ui.units(1)});
    widgets::wrapped_text("MIT licence", ui.fonts.regular, ui.colors.faint);
    ImGui::Dummy({0, ui.units(2)});
    if (widgets::button(ui, "dialog.copy", "Copy", "For a bug report")) {
        ImGui::SetClipboardText(about_text(facts_).c_str());
    }
}

}  // namespace stridescope
