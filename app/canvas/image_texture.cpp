#include "app/canvas/image_texture.h"

#include <stb_image.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

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

}  // namespace stridescope
