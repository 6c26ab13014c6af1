#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/export/formats.h"

namespace stridescope {
namespace {

/// The colours, each 0xRRGGBB, and which of them each of the pixels' colours becomes.
struct FramePalette {
    std::vector<std::uint32_t> colors;  ///< 1 … 256
    std::unordered_map<std::uint32_t, std::uint8_t> index;
};

constexpr std::size_t most_colors = 256;
/// Colours that are kept because they are seen often; the picture would suffer most without the
/// rest.
constexpr std::size_t most_frequent = 160;

std::int64_t distance(std::uint32_t a, std::uint32_t b) {
    std::int64_t sum = 0;
    for (const int shift : {0, 8, 16}) {
        const auto d = static_cast<std::int64_t>((a >> shift) & 0xFFU) -
                       static_cast<std::int64_t>((b >> shift) & 0xFFU);
        sum += d * d;
    }
    return sum;
}

struct Shade {
    std::uint32_t color = 0;
    std::int64_t count = 0;
    std::size_t nearest = 0;  ///< of the palette
    std::int64_t away = 0;    ///< how far that is

    void consider(std::uint32_t candidate, std::size_t index) {
        const std::int64_t d = distance(color, candidate);
        if (d >= away) return;
        away = d;
        nearest = index;
    }
};

/// The different colours, the most frequent first; in the same order always.
std::vector<Shade> shades_of(std::span<const std::uint32_t> pixels) {
    std::unordered_map<std::uint32_t, std::int64_t> counts;
    for (std::size_t at = 0; at < pixels.size();) {
        std::size_t end = at + 1;  // flat grounds are counted a run at a time
        while (end < pixels.size() && pixels[end] == pixels[at]) ++end;
        counts[pixels[at]] += static_cast<std::int64_t>(end - at);
        at = end;
    }
    std::vector<Shade> shades;
    shades.reserve(counts.size());
    for (const auto& [color, count] : counts) shades.push_back({color, count, 0, 1 << 20});
    std::ranges::sort(shades, [](const Shade& a, const Shade& b) {
        return a.count != b.count ? a.count > b.count : a.color < b.color;
    });
    return shades;
}

/// Exact where the pixels have no more than 256 colours. Else flat grounds keep theirs, and the
/// many shades of smoothed edges become the nearest that is kept.
FramePalette palette_of(std::span<const std::uint32_t> pixels) {
    std::vector<Shade> shades = shades_of(pixels);
    FramePalette out;
    const auto keep = [&](std::uint32_t color) {
        for (Shade& shade : shades) shade.consider(color, out.colors.size());
        out.colors.push_back(color);
    };
    const std::size_t all = shades.size();
    std::vector<std::uint32_t> frequent;
    for (std::size_t k = 0; k < std::min(all, all <= most_colors ? most_colors : most_frequent);
         ++k) {
        frequent.push_back(shades[k].color);
    }
    for (const std::uint32_t color : frequent) keep(color);
    while (out.colors.size() < std::min(all, most_colors)) {
        const auto worst = std::ranges::max_element(
            shades, {}, [](const Shade& shade) { return shade.count * shade.away; });
        keep(worst->color);
    }
    for (const Shade& shade : shades) {
        out.index.emplace(shade.color, static_cast<std::uint8_t>(shade.nearest));
    }
    return out;
}

/// Viewers take shorter times for a mistake and show something slower.
constexpr int least_hundredths = 2;

struct Changed {
    int left, top, width, height;
};

/// The rectangle that holds all pixels that are not the same: one pixel where all are.
Changed changed_between(const Raster& before, const Raster& now) {
    int left = now.width, right = -1, top = now.height, bottom = -1;
    for (int y = 0; y < now.height; ++y) {
        const auto row = static_cast<std::ptrdiff_t>(y) * now.width;
        const auto a = std::span{before.pixels}.subspan(static_cast<std::size_t>(row),
                                                        static_cast<std::size_t>(now.width));
        const auto b = std::span{now.pixels}.subspan(static_cast<std::size_t>(row),
                                                     static_cast<std::size_t>(now.width));
        const auto first = std::ranges::mismatch(a, b).in1;
        if (first == a.end()) continue;
        const auto last = std::mismatch(a.rbegin(), a.rend(), b.rbegin()).first;
        left = std::min(left, static_cast<int>(first - a.begin()));
        right = std::max(right, static_cast<int>(last.base() - a.begin()) - 1);
        top = std::min(top, y);
        bottom = y;
    }
    if (right < 0) return {0, 0, 1, 1};
    return {left, top, right - left + 1, bottom - top + 1};
}

int append(GifFileType* gif, const GifByteType* data, int length) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(gif->UserData);
    const auto* first = reinterpret_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + length);
    return length;
}

struct MapDeleter {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using Map = std::unique_ptr<ColorMapObject, MapDeleter>;

/// GIF's palettes have a power of two of colours.
Map map_of(const FramePalette& palette) {
    const auto size = std::max<int>(2, static_cast<int>(std::bit_ceil(palette.colors.size())));
    std::array<GifColorType, 256> colors{};
    for (std::size_t k = 0; k < palette.colors.size(); ++k) {
        const std::uint32_t color = palette.colors[k];
        colors[k] = {static_cast<GifByteType>(color >> 16U),
                     static_cast<GifByteType>((color >> 8U) & 0xFFU),
                     static_cast<GifByteType>(color & 0xFFU)};
    }
    return Map{GifMakeMapObject(size, colors.data())};
}

class GifEncoder : public FrameEncoder {
  public:
    explicit GifEncoder(int loops) : loops_{loops} {}
    GifEncoder(const GifEncoder&) = delete;
    GifEncoder& operator=(const GifEncoder&) = delete;
    ~GifEncoder() override {
        if (gif_ != nullptr) EGifCloseFile(gif_, nullptr);
    }

    void add(const Raster& frame, int milliseconds) override {
        if (gif_ == nullptr) open(frame);
        const Changed part = before_.pixels.empty() ? Changed{0, 0, frame.width, frame.height}
                                                    : changed_between(before_, frame);
        write(frame, part, milliseconds);
        before_ = frame;
    }

    std::vector<std::byte> finish() override {
        int error = E_GIF_ERR_WRITE_FAILED;
        GifFileType* closing = std::exchange(gif_, nullptr);
        check(closing != nullptr && EGifCloseFile(closing, &error) == GIF_OK, error);
        return std::move(bytes_);
    }

  private:
    void open(const Raster& frame) {
        int error = 0;
        gif_ = EGifOpen(&bytes_, append, &error);
        check(gif_ != nullptr, error);
        EGifSetGifVersion(gif_, true);
        check(EGifPutScreenDesc(gif_, frame.width, frame.height, 8, 0, nullptr) == GIF_OK);
        if (loops_ == 1) return;
        // A GIF counts how often it runs again.
        const int again = loops_ == 0 ? 0 : loops_ - 1;
        const std::array<GifByteType, 3> block{1, static_cast<GifByteType>(again & 0xFF),
                                               static_cast<GifByteType>(again >> 8)};
        check(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
              EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0") == GIF_OK &&
              EGifPutExtensionBlock(gif_, 3, block.data()) == GIF_OK &&
              EGifPutExtensionTrailer(gif_) == GIF_OK);
    }

    void write(const Raster& frame, const Changed& part, int milliseconds) {
        const auto at = [&](int y) {
            return frame.pixels.begin() +
                   (static_cast<std::ptrdiff_t>(part.top) + y) * frame.width + part.left;
        };
        std::vector<std::uint32_t> pixels;
        pixels.reserve(static_cast<std::size_t>(part.width) *
                       static_cast<std::size_t>(part.height));
        for (int y = 0; y < part.height; ++y) {
            pixels.insert(pixels.end(), at(y), at(y) + part.width);
        }
        const FramePalette palette = palette_of(pixels);
        const Map map = map_of(palette);
        check(map != nullptr, E_GIF_ERR_NOT_ENOUGH_MEM);
        const int hundredths = std::max(least_hundredths, (milliseconds + 5) / 10);
        const GraphicsControlBlock control{.DisposalMode = DISPOSE_DO_NOT,
                                           .UserInputFlag = false,
                                           .DelayTime = hundredths,
                                           .TransparentColor = NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&control, extension.data());
        check(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(extension.size()),
                               extension.data()) == GIF_OK &&
              EGifPutImageDesc(gif_, part.left, part.top, part.width, part.height, false,
                               map.get()) == GIF_OK);
        std::vector<GifPixelType> line(static_cast<std::size_t>(part.width));
        for (int y = 0; y < part.height; ++y) {
            const auto first = pixels.begin() + static_cast<std::ptrdiff_t>(y) * part.width;
            std::transform(first, first + part.width, line.begin(),
                           [&](std::uint32_t color) { return palette.index.at(color); });
            check(EGifPutLine(gif_, line.data(), part.width) == GIF_OK);
        }
    }

    void check(bool fine) const { check(fine, gif_ != nullptr ? gif_->Error : 0); }
    static void check(bool fine, int error) {
        if (fine) return;
        const char* why = GifErrorString(error);
        throw RunError(
            fmt::format("The animation could not be written: {}.", why ? why : "giflib failed"));
    }

    int loops_;
    std::vector<std::byte> bytes_;
    GifFileType* gif_ = nullptr;
    Raster before_;
};

}  // namespace

std::unique_ptr<FrameEncoder> gif_encoder(int loops) {
    return std::make_unique<GifEncoder>(loops);
}

}  // namespace stridescope
