#include "app/ui/dialogs/about.h"

// The loader must come before GLFW, which would include another one.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <thread>

#include "app/session/wording.h"

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
        {"CPU emulator", fmt::format("{} threads", std::thread::hardware_concurrency())},
        {"CUDA", gpu_words(gpu)},
        {"OpenGL", gl_text(GL_VERSION)},
        {"Renderer", gl_text(GL_RENDERER)},
        {"Dear ImGui", IMGUI_VERSION},
        {"GLFW", glfwGetVersionString()},
        {"Compiler", fmt::format("C++{}, {}", __cplusplus / 100 % 100, __VERSION__)},
    };
}

std::string about_text(const std::vector<std::pair<std::string, std::string>>& facts) {
    std::string text;
    for (const auto& [name, value] : facts) text += fmt::format("{}: {}\n", name, value);
    return text;
}

}  // namespace stridescope
