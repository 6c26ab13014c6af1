// Every shader compiles in both dialects: desktop GL 3.3 and, for a browser to come, GL ES 3.0.
#include <gtest/gtest.h>

#include <string>

#include "app/canvas/embedded_shaders.h"
#include "app/canvas/gl_objects.h"
#include "app/experiment/experiment.h"
#include "app/platform/offscreen.h"

namespace stridescope {
namespace shaders_test {

void compile_all(GlslDialect dialect) {
    ASSERT_EQ(embedded_shaders().size(), 10U);
    for (const EmbeddedShader& shader : embedded_shaders()) {
        const bool vertex = shader.name.find(".vert.") != std::string_view::npos;
        try {
            const GLuint name = compile_shader(vertex ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER,
                                               shader.name, dialect);
            EXPECT_NE(name, 0U);
            glDeleteShader(name);
        } catch (const RunError& error) {
            ADD_FAILURE() << error.what();
        }
    }
    for (const char* name : {"shape", "run", "line", "text", "grid"}) {
        EXPECT_NO_THROW(ShaderProgram(name, dialect)) << name;
    }
}

TEST(Shaders, CompileAsDesktopGl) {
    const OffscreenContext context;
    compile_all(GlslDialect::core330);
}

TEST(Shaders, CompileAsGlEs) {
    const OffscreenContext context{OffscreenContext::Api::es30};
    compile_all(GlslDialect::es300);
}

TEST(Shaders, SayTheirOwnVersionNowhere) {
    for (const EmbeddedShader& shader : embedded_shaders()) {
        EXPECT_EQ(shader.text.find("#version"), std::string_view::npos) << shader.name;
    }
    EXPECT_THROW(embedded_shader("no.such.glsl"), std::logic_error);
}

}  // namespace shaders_test
}  // namespace stridescope
