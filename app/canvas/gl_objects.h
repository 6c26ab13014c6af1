// Owners of OpenGL objects. They need the context that made them to be current, always.
#pragma once

#include <glad/gl.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace stridescope {

/// Owns one GL name; `Kind` says how to make and delete it.
template <class Kind>
class GlObject {
  public:
    GlObject() = default;
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlObject() {
        if (name_ != 0) Kind::destroy(name_);
    }

    /// The name, made on first use.
    GLuint get() {
        if (name_ == 0) Kind::create(name_);
        return name_;
    }
    bool exists() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
};

struct GlBufferKind {
    static void create(GLuint& name) { glGenBuffers(1, &name); }
    static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct GlVertexArrayKind {
    static void create(GLuint& name) { glGenVertexArrays(1, &name); }
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct GlTextureKind {
    static void create(GLuint& name) { glGenTextures(1, &name); }
    static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct GlFramebufferKind {
    static void create(GLuint& name) { glGenFramebuffers(1, &name); }
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};

using GlBuffer = GlObject<GlBufferKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlTexture = GlObject<GlTextureKind>;
using GlFramebuffer = GlObject<GlFramebufferKind>;

/// A picture from a file, as a texture.
class ImageTexture {
  public:
    /// Reads the file (.png, .jpg). Where that cannot be done it is empty.
    explicit ImageTexture(const std::filesystem::path& path);

    bool empty() const { return width_ == 0; }
    int width() const { return width_; }
    int height() const { return height_; }
    GLuint name() { return texture_.get(); }

  private:
    GlTexture texture_;
    int width_ = 0, height_ = 0;
};

// A pair of embedded shaders, linked.

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
