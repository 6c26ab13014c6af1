#include "app/export/animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/analysis/banks.h"
#include "app/export/cairo_writer.h"
#include "app/io/atomic_file.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

/// Where a name has its number: "%d", "%3d" or "%03d".
struct NumberMark {
    std::size_t begin, end;
    int digits;  ///< at least; the rest are zeros
};

std::optional<NumberMark> number_mark(std::string_view name) {
    for (std::size_t at = name.find('%'); at != std::string_view::npos;
         at = name.find('%', at + 1)) {
        std::size_t next = at + 1;
        const auto now = [&] { return next < name.size() ? name[next] : '\0'; };
        if (now() == '0') ++next;
        int digits = 1;
        if (now() >= '1' && now() <= '9') digits = name[next++] - '0';
        if (now() == 'd') return NumberMark{at, next + 1, digits};
    }
    return std::nullopt;
}

std::optional<int> parse_end(std::string_view text, const std::string& whole) {
    if (text.empty()) return std::nullopt;
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc{} && rest == end && number >= 0) return number;
    throw UsageError(
        fmt::format("--steps {:?} is not a range: give the first and the last step, such as 0:4, "
                    "or 3: for all from step 3 on.",
                    excerpt(whole)));
}

/// The wavefronts of a step's requests in program order.
void add_wavefronts(const Trace& trace, int block, int step, const ExportRequest& request,
                    std::vector<Frame>& frames) {
    for (const Request& one : requests_of_step(trace, block, step)) {
        for (int wave = 1; wave <= one.cost.wavefronts; ++wave) {
            ExportRequest shown = request;
            shown.step = step;
            shown.banks_request = choice_of(one);
            shown.wave = wave;
            frames.push_back({static_cast<int>(frames.size()) + 1, shown});
        }
    }
}

/// The animation's pictures, all of the same size.
class Pictures {
  public:
    Pictures(const Trace& trace, const Trace* compare, const std::vector<Frame>& frames,
             std::function<bool(double)> progress)
        : trace_{trace}, compare_{compare}, frames_{frames}, progress_{std::move(progress)} {
        for (const Frame& frame : frames) {
            const Scene scene = exported_scene(trace, compare, frame.request);
            width_ = std::max(width_, scene.width);
            height_ = std::max(height_, scene.height);
            tell();
        }
    }

    Scene at(std::size_t index) {
        Scene scene = exported_scene(trace_, compare_, frames_[index].request);
        scene.width = width_;
        scene.height = height_;
        tell();
        return scene;
    }

  private:
    /// Measuring and drawing are taken for the same work.
    void tell() {
        ++done_;
        const double share = static_cast<double>(done_) / static_cast<double>(2 * frames_.size());
        if (progress_ && !progress_(share)) throw RunError("The export was stopped.");
    }

    const Trace& trace_;
    const Trace* compare_;
    const std::vector<Frame>& frames_;
    std::function<bool(double)> progress_;
    std::size_t done_ = 0;
    float width_ = 0, height_ = 0;
};

/// Moving pictures are looked at on screens, and every pixel counts once per frame.
double frame_scale(const Scene& scene, const ExportRequest& request) {
    constexpr double full_hd = 1920, side = 16383;  // WebP's largest
    return std::min(png_scale(scene, raster_scale(scene, request, full_hd)),
                    side / std::max({scene.width, scene.height, 1.0F}));
}

bool ends_in(const std::filesystem::path& path, std::string_view ending) {
    std::string own = path.extension().string();
    std::ranges::transform(own, own.begin(), [](unsigned char c) { return std::tolower(c); });
    return own == ending;
}

void write_series(Pictures& pictures, const Trace& trace, const Trace* compare,
                  const std::vector<Frame>& frames, const std::filesystem::path& pattern) {
    const ExportFormat format = format_of(pattern);
    PendingFiles files;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const Scene scene = pictures.at(k);
        files.add(series_path(pattern, frames[k].number),
                  is_table(format) ? export_view(trace, compare, frames[k].request, format)
                                   : encode_picture(scene, frames[k].request, format));
    }
    files.put_in_place();
}

}  // namespace

FrameRange parse_range(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string_view whole{text};
    if (colon == std::string::npos) {
        const auto one = parse_end(whole.empty() ? "?" : whole, text);
        return {one, one};
    }
    const FrameRange range{parse_end(whole.substr(0, colon), text),
                           parse_end(whole.substr(colon + 1), text)};
    if (range.first && range.last && *range.first > *range.last) {
        throw UsageError(
            fmt::format("--steps {} runs backwards: give the smaller one first.", excerpt(text)));
    }
    return range;
}

bool is_animation(const std::filesystem::path& path) {
    return ends_in(path, ".gif") || ends_in(path, ".webp");
}

bool is_series(const std::filesystem::path& path) {
    return number_mark(path.filename().string()).has_value();
}

std::vector<Frame> frames_of(const Trace& trace, const Animation& animation) {
    const ExportRequest& request = animation.request;
    if (animation.wavefronts && request.view != View::banks) {
        throw UsageError(
            "Wavefronts are shown by the banks view: use --wavefronts with --view banks.");
    }
    const int block = request.block.value_or(0);
    if (animation.wavefronts && (block < 0 || block >= trace.blocks())) {
        throw UsageError(fmt::format("There is no block {}: {} recorded.", block, trace.blocks()));
    }
    const bool events = facts_of(request.view).by_events;
    const std::string_view what = events ? "event" : "step";
    const int count =
        events ? static_cast<int>(trace.grid_events().size()) + 1 : trace.step_count();
    if (count == 0) {
        throw UsageError("There is no step to show: there are no elements to scan.");
    }
    const int first = animation.range.first.value_or(0);
    const int last = animation.range.last.value_or(count - 1);
    if (first > last || last >= count) {
        throw UsageError(fmt::format("There is no {} {}: the trace has {}s 0 … {}.", what,
                                     std::max(first, last), what, count - 1));
    }
    std::vector<Frame> frames;
    for (int at = first; at <= last; ++at) {
        if (animation.wavefronts) {
            add_wavefronts(trace, block, at, request, frames);
            continue;
        }
        frames.push_back({at, request});
        if (events) {
            frames.back().request.event = static_cast<std::size_t>(at);
        } else {
            frames.back().request.step = at;
        }
    }
    if (frames.empty()) {
        throw UsageError("None of these steps accesses shared memory: choose others.");
    }
    return frames;
}

std::filesystem::path series_path(const std::filesystem::path& pattern, int number) {
    const std::string name = pattern.filename().string();
    const std::optional<NumberMark> mark = number_mark(name);
    if (!mark) return pattern;
    return pattern.parent_path() / fmt::format("{}{:0{}}{}", name.substr(0, mark->begin), number,
                                               mark->digits, name.substr(mark->end));
}

void export_frames(const Trace& trace, const Trace* compare, const Animation& animation,
                   const std::filesystem::path& path, const std::function<bool(double)>& progress) {
    const std::vector<Frame> frames = frames_of(trace, animation);
    Pictures pictures{trace, compare, frames, progress};
    if (!is_animation(path)) return write_series(pictures, trace, compare, frames, path);
    const auto encoder =
        ends_in(path, ".gif") ? gif_encoder(animation.timing) : webp_encoder(animation.timing);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const Scene scene = pictures.at(k);
        encoder->add(draw_raster(scene, frame_scale(scene, animation.request)));
    }
    write_file_atomically(path, encoder->finish());
}

}  // namespace stridescope
