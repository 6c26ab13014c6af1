#include <fmt/format.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>

#include "app/experiment/experiment.h"
#include "app/export/formats.h"

namespace stridescope {
namespace {

struct EncoderDeleter {
    void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};

/// A picture of the library's, freed at the end.
struct Picture {
    Picture() {
        if (WebPPictureInit(&it) == 0) throw RunError("libwebp is of another version.");
    }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
    ~Picture() { WebPPictureFree(&it); }
    WebPPicture it;
};

class WebpEncoder : public FrameEncoder {
  public:
    explicit WebpEncoder(int loops) : loops_{loops} {
        // Flat colours and lines: more effort than this makes files hardly smaller.
        constexpr int effort = 2;
        if (WebPConfigInit(&config_) == 0 || WebPConfigLosslessPreset(&config_, effort) == 0) {
            throw RunError("libwebp is of another version.");
        }
    }

    void add(const Raster& frame, int milliseconds) override {
        if (!encoder_) open(frame);
        Picture picture;
        picture.it.use_argb = 1;
        picture.it.width = frame.width;
        picture.it.height = frame.height;
        check(WebPPictureAlloc(&picture.it) != 0);
        for (int y = 0; y < frame.height; ++y) {
            const auto row = static_cast<std::ptrdiff_t>(y);
            std::transform(frame.pixels.begin() + row * frame.width,
                           frame.pixels.begin() + (row + 1) * frame.width,
                           picture.it.argb + row * picture.it.argb_stride,
                           [](std::uint32_t rgb) { return rgb | 0xFF000000U; });
        }
        check(WebPAnimEncoderAdd(encoder_.get(), &picture.it, time_, &config_) != 0);
        time_ += milliseconds;
    }

    std::vector<std::byte> finish() override {
        // The end of the last frame.
        check(encoder_ && WebPAnimEncoderAdd(encoder_.get(), nullptr, time_, nullptr) != 0);
        WebPData data;
        WebPDataInit(&data);
        const bool done = WebPAnimEncoderAssemble(encoder_.get(), &data) != 0;
        const auto* first = reinterpret_cast<const std::byte*>(data.bytes);
        std::vector<std::byte> bytes{first, first + data.size};
        WebPDataClear(&data);
        check(done);
        return bytes;
    }

  private:
    void open(const Raster& frame) {
        WebPAnimEncoderOptions options;
        check(WebPAnimEncoderOptionsInit(&options) != 0);
        options.anim_params.loop_count = loops_;
        encoder_.reset(WebPAnimEncoderNew(frame.width, frame.height, &options));
        check(encoder_ != nullptr);
    }

    void check(bool fine) const {
        if (fine) return;
        const char* why = encoder_ ? WebPAnimEncoderGetError(encoder_.get()) : nullptr;
        throw RunError(fmt::format("The animation could not be written: {}.",
                                   why ? why : "not enough memory"));
    }

    int loops_;
    WebPConfig config_{};
    std::unique_ptr<WebPAnimEncoder, EncoderDeleter> encoder_;
    int time_ = 0;  ///< ms at which the next frame begins
};

}  // namespace

std::unique_ptr<FrameEncoder> webp_encoder(int loops) {
    return std::make_unique<WebpEncoder>(loops);
}

}  // namespace stridescope
