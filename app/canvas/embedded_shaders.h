// The texts of shaders/*.glsl, compiled into the program by cmake/shaders.cmake.
#pragma once

#include <span>
#include <string_view>

namespace stridescope {

struct EmbeddedShader {
    std::string_view name;  ///< the file's name, "line.vert.glsl"
    std::string_view text;  ///< without a version line
};

std::span<const EmbeddedShader> embedded_shaders();

/// The text of one file. Throws std::logic_error for a name that is not there.
std::string_view embedded_shader(std::string_view name);

}  // namespace stridescope
