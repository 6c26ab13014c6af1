# Writes a C++ file with the text of every INPUTS file under its name. Run with cmake -P.
set(entries "")
foreach(input IN LISTS INPUTS)
    get_filename_component(name ${input} NAME)
    file(READ ${input} text)
    string(APPEND entries "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"app/canvas/embedded_shaders.h\"

#include <stdexcept>
#include <string>

namespace stridescope {
namespace {

constexpr EmbeddedShader shaders[] = {
${entries}};

}  // namespace

std::span<const EmbeddedShader> embedded_shaders() { return shaders; }

std::string_view embedded_shader(std::string_view name) {
    for (const EmbeddedShader& shader : shaders) {
        if (shader.name == name) return shader.text;
    }
    throw std::logic_error(\"no such shader: \" + std::string(name));
}

}  // namespace stridescope
")
