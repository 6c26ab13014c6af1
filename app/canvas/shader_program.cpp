#include "app/canvas/shader_program.h"

#include <array>

#include "app/canvas/embedded_shaders.h"
#include "app/experiment/experiment.h"

namespace stridescope {

std::string_view glsl_preamble(GlslDialect dialect) {
    if (dialect == GlslDialect::es300) {
        return "#version 300 es\nprecision highp float;\nprecision highp int;\n";
    }
    return "#version 330 core\n";
}

GLuint compile_shader(GLenum stage, std::string_view name, GlslDialect dialect) {
    const std::string_view preamble = glsl_preamble(dialect);
    const std::string_view text = embedded_shader(name);
    const std::array<const char*, 2> parts{preamble.data(), text.data()};
    const std::array<GLint, 2> lengths{static_cast<GLint>(preamble.size()),
                                       static_cast<GLint>(text.size())};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 2, parts.data(), lengths.data());
    glCompileShader(shader);
    GLint fine = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
    if (fine == GL_TRUE) return shader;
    std::array<char, 2048> log{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteShader(shader);
    throw RunError("The graphics driver rejected the shader " + std::string(name) + ": " +
                   log.data());
}

ShaderProgram::ShaderProgram(const std::string& name, GlslDialect dialect) {
    const GLuint vertex = compile_shader(GL_VERTEX_SHADER, name + ".vert.glsl", dialect);
    GLuint fragment = 0;
    try {
        fragment = compile_shader(GL_FRAGMENT_SHADER, name + ".frag.glsl", dialect);
    } catch (...) {
        glDeleteShader(vertex);
        throw;
    }
    program_ = glCreateProgram();
    glAttachShader(program_, vertex);
    glAttachShader(program_, fragment);
    glLinkProgram(program_);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint fine = GL_FALSE;
    glGetProgramiv(program_, GL_LINK_STATUS, &fine);
    if (fine == GL_TRUE) return;
    std::array<char, 2048> log{};
    glGetProgramInfoLog(program_, static_cast<GLsizei>(log.size()), nullptr, log.data());
    glDeleteProgram(program_);
    throw RunError("The graphics driver could not link the shader program " + name + ": " +
                   log.data());
}

ShaderProgram::~ShaderProgram() {
    glDeleteProgram(program_);
}

void ShaderProgram::use() const {
    glUseProgram(program_);
}

GLint ShaderProgram::uniform(const char* name) const {
    return glGetUniformLocation(program_, name);
}

}  // namespace stridescope
