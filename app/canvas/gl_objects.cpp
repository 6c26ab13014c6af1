#include "app/canvas/gl_objects.h"

#include <stb_image.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/canvas/embedded_shaders.h"
#include "app/experiment/experiment.h"
#include "app/io/errors.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{8} << 20;
constexpr int most_pixels_across = 4096;

std::vector<std::byte> bytes_of(const std::filesystem::path& path) {
    try {
        return read_file(path, {.what = "a picture (.png, .jpg)", .most = most_bytes});
    } catch (const UsageError&) {
        return {};
    }
}

}  // namespace

ImageTexture::ImageTexture(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = bytes_of(path);
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(bytes.size());
    int wide = 0, high = 0, channels = 0;
    // Its size is asked before anything is made of it: a small file may claim a huge picture.
    if (bytes.empty() || stbi_info_from_memory(data, size, &wide, &high, &channels) == 0) return;
    if (wide > most_pixels_across || high > most_pixels_across) return;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels{
        stbi_load_from_memory(data, size, &wide, &high, &channels, STBI_rgb_alpha),
        stbi_image_free};
    if (pixels == nullptr) return;
    glBindTexture(GL_TEXTURE_2D, texture_.get());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, wide, high, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels.get());
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    width_ = wide;
    height_ = high;
}

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
