// A pair of embedded shaders, linked.
#pragma once

#include <glad/gl.h>

#include <string>
#include <string_view>

namespace stridescope {

/// The two dialects every shader is valid in.
enum class GlslDialect { core330, es300 };
#ifdef GL_ES_VERSION_3_0
inline constexpr GlslDialect native_dialect = GlslDialect::es300;
#else
inline constexpr GlslDialect native_dialect = GlslDialect::core330;
#endif

/// What stands before a shader's text: the version line and, for ES, default precisions.
std::string_view glsl_preamble(GlslDialect dialect);

/// Compiles one shader of `stage` (GL_VERTEX_SHADER …). Throws RunError with the compiler's words.
GLuint compile_shader(GLenum stage, std::string_view name, GlslDialect dialect);

/// The program made of shaders/NAME.vert.glsl and shaders/NAME.frag.glsl.
class ShaderProgram {
  public:
    /// Throws RunError with the compiler's or linker's words.
    explicit ShaderProgram(const std::string& name, GlslDialect dialect = native_dialect);
    ~ShaderProgram();
    ShaderProgram(const ShaderProgram&) = delete;
    ShaderProgram& operator=(const ShaderProgram&) = delete;

    void use() const;
    /// Location of a uniform; -1, which GL ignores, where the program has none of that name.
    GLint uniform(const char* name) const;

  private:
    GLuint program_ = 0;
};

}  // namespace stridescope
