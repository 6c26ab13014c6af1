// Owners of OpenGL objects. They need the context that made them to be current, always.
#pragma once

#include <glad/gl.h>

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

}  // namespace stridescope
