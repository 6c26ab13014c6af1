#include "tests/support/image.h"

#include <cairo.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

namespace stridescope::testing {
namespace {

struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

cairo_status_t read_from(void* closure, unsigned char* data, unsigned int length) {
    auto& rest = *static_cast<std::span<const std::byte>*>(closure);
    if (rest.size() < length) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(data, rest.data(), length);
    rest = rest.subspan(length);
    return CAIRO_STATUS_SUCCESS;
}

cairo_status_t append_to(void* closure, const unsigned char* data, unsigned int length) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(closure);
    const auto* first = reinterpret_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + length);
    return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

}  // namespace

Image decode_png(std::span<const std::byte> bytes) {
    const Surface surface{cairo_image_surface_create_from_png_stream(read_from, &bytes)};
    check(cairo_surface_status(surface.get()));
    Image image{.width = cairo_image_surface_get_width(surface.get()),
                .height = cairo_image_surface_get_height(surface.get()),
                .rgb = {}};
    const unsigned char* data = cairo_image_surface_get_data(surface.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            std::uint32_t pixel = 0;
            std::memcpy(
                &pixel,
                data + static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x) * 4, 4);
            for (const int shift : {16, 8, 0}) {
                image.rgb.push_back(static_cast<std::uint8_t>(pixel >> shift & 0xFF));
            }
        }
    }
    return image;
}

std::vector<std::byte> encode_png(const Image& image) {
    const Surface surface{
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height)};
    check(cairo_surface_status(surface.get()));
    unsigned char* data = cairo_image_surface_get_data(surface.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const auto p = image.pixel(x, y);
            const std::uint32_t pixel = static_cast<std::uint32_t>(p[0]) << 16 |
                                        static_cast<std::uint32_t>(p[1]) << 8 | p[2];
            std::memcpy(
                data + static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x) * 4,
                &pixel, 4);
        }
    }
    cairo_surface_mark_dirty(surface.get());
    std::vector<std::byte> bytes;
    check(cairo_surface_write_to_png_stream(surface.get(), append_to, &bytes));
    return bytes;
}

std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file{path, std::ios::binary};
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

int largest_difference(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height) return 255;
    int largest = 0;
    for (std::size_t k = 0; k < a.rgb.size(); ++k) {
        largest = std::max(largest, std::abs(a.rgb[k] - b.rgb[k]));
    }
    return largest;
}

Image difference_picture(const Image& a, const Image& b, int tolerance) {
    Image picture{
        .width = std::max(a.width, b.width), .height = std::max(a.height, b.height), .rgb = {}};
    const auto inside = [](const Image& image, int x, int y) {
        return x < image.width && y < image.height;
    };
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            int worst = 255;
            if (inside(a, x, y) && inside(b, x, y)) {
                worst = 0;
                for (std::size_t c = 0; c < 3; ++c) {
                    worst = std::max(worst, std::abs(a.pixel(x, y)[c] - b.pixel(x, y)[c]));
                }
            }
            const int shade = worst > tolerance ? 0 : 255 - worst * 20;
            picture.rgb.insert(picture.rgb.end(), 3, static_cast<std::uint8_t>(shade));
        }
    }
    return picture;
}

}  // namespace stridescope::testing
