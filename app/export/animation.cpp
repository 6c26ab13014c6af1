#include "app/export/animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/analysis/requests.h"
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
    for (const Request& one : requests_of_step(trace, block, step, Space::shared)) {
        for (int wave = 1; wave <= one.shared.wavefronts; ++wave) {
            ExportRequest shown = request;
            shown.look.step = step;
            shown.look.request = choice_of(one);
            shown.look.wave = wave;
            frames.push_back({static_cast<int>(frames.size()) + 1, shown});
        }
    }
}

/// Moving pictures are looked at on screens, and every pixel counts once per frame. `larger`: as
/// fill says.
double frame_scale(const Scene& scene, const ExportRequest& request, float larger) {
    constexpr double full_hd = 1920, side = 16383;  // WebP's largest
    Scene whole;
    whole.width = scene.width * larger;
    whole.height = scene.height * larger;
    return larger * std::min(png_scale(whole, raster_scale(whole, request, full_hd)),
                             side / std::max({whole.width, whole.height, 1.0F}));
}

/// Gives the scene the room of `width` × `height`, and says how many times larger it is drawn
/// there: one that fills little of it, as the tree of a launch of few threads does beside that of
/// many, by a power of two, so that all pictures have the same number of pixels.
float fill(Scene& scene, float width, float height) {
    const float room =
        std::min(width / std::max(scene.width, 1.0F), height / std::max(scene.height, 1.0F));
    float larger = 1;
    while (2 * larger <= room) larger *= 2;
    scene.width = width / larger;
    scene.height = height / larger;
    return larger;
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
    const FormatRow* row = format_row_of(path);
    return row != nullptr && is_animation(*row);
}

bool is_series(const std::filesystem::path& path) {
    return number_mark(path.filename().string()).has_value();
}

std::vector<Frame> frames_of(const Trace& trace, const Animation& animation) {
    const ExportRequest& request = animation.request;
    if (animation.wavefronts && request.look.view != View::banks) {
        throw UsageError(
            "Wavefronts are shown by the banks view: use --wavefronts with --view banks.");
    }
    const int block = request.look.block.value_or(0);
    if (animation.wavefronts && (block < 0 || block >= trace.blocks())) {
        throw UsageError(fmt::format("There is no block {}: {} recorded.", block, trace.blocks()));
    }
    const bool events = facts_of(request.look.view).by_events;
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
            frames.back().request.look.event = static_cast<std::size_t>(at);
        } else {
            frames.back().request.look.step = at;
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

struct FrameExport::Written {
    PendingFiles files{};                     ///< of a series
    std::unique_ptr<FrameEncoder> encoder{};  ///< of an animation; else null
};

FrameExport::FrameExport(const Trace& trace, const Trace* compare, const Animation& animation,
                         std::filesystem::path path)
    : trace_{trace},
      compare_{compare},
      request_{animation.request},
      path_{std::move(path)},
      timing_{animation.timing},
      frames_{frames_of(trace, animation)},
      written_{std::make_unique<Written>()} {
    const FormatRow* row = format_row_of(path_);
    if (row == nullptr || !is_animation(*row)) return;
    if (!is_series(path_)) add_passed();
    written_->encoder = row->frames(animation.timing.loops);
}

FrameExport::~FrameExport() = default;

/// Locked by progress, the other trace's steps that belong to one of this trace's follow each
/// other.
void FrameExport::add_passed() {
    if (compare_ == nullptr || request_.look.lock != StepLock::progress) return;
    if (facts_of(request_.look.view).by_events) return;
    std::vector<Frame> all;
    for (Frame& frame : frames_) {
        const int first = step_beside(trace_, *compare_, frame.request);
        ExportRequest last = frame.request;
        last.passed = compare_->step_count();
        const int count = step_beside(trace_, *compare_, last) - first + 1;
        for (int passed = 0; passed < count; ++passed) {
            all.push_back(frame);
            all.back().request.passed = passed;
        }
    }
    frames_ = std::move(all);
}

/// How many pictures of its motion are shown before the frame itself; none where nothing moves.
int FrameExport::pictures_of_motion(const Scene& begin) const {
    // As Playback has it: most of a step's time, but no longer than a step by hand takes.
    constexpr double moving_share = 0.65, longest = 400;
    const bool moves = std::ranges::any_of(begin.layers, [](const Layer& layer) {
        return std::ranges::any_of(layer.lines, &Line::animated);
    });
    if (!moves) return 0;
    return static_cast<int>(std::min(moving_share * timing_.milliseconds, longest) * timing_.fps /
                            1000);
}

void FrameExport::measure() {
    const Frame& frame = frames_[moving_.size()];
    const auto note = [this](const Scene& scene) {
        width_ = std::max(width_, scene.width);
        height_ = std::max(height_, scene.height);
    };
    note(exported_scene(trace_, compare_, frame.request));
    int moving = 0;
    // Nothing comes before the first one, from which it could move.
    const bool may = written_->encoder && timing_.fps > 0 && !moving_.empty();
    if (may && has_arrows(request_.look.view) && frame.request.look.wave == 0 &&
        frame.request.passed == 0) {
        ExportRequest begin = frame.request;
        begin.progress = 0;
        const Scene scene = exported_scene(trace_, compare_, begin);
        moving = pictures_of_motion(scene);
        if (moving > 0) note(scene);
    }
    moving_.push_back(moving);
    pictures_ += static_cast<std::size_t>(moving) + 1;
}

void FrameExport::count_unread(const Scene& scene, double scale) {
    labels_ = unread_ = 0;
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) {
            if (label.text.empty()) continue;
            ++labels_;
            if (label.size * scale < Scene::min_text_pixels) ++unread_;
        }
    }
}

std::string FrameExport::left_unread() const {
    // Who gives a scale has chosen how small it is.
    if (unread_ == 0 || request_.scale > 0) return {};
    return fmt::format(
        "{} of {} labels are smaller than {} pixels, which nobody can read: record fewer elements "
        "or "
        "threads, export another view, or a wider picture.",
        unread_, labels_, Scene::min_text_pixels);
}

void FrameExport::draw() {
    const Frame& frame = frames_[drawn_];
    const int moving = moving_[drawn_];
    if (part_ < moving) {
        if (!moved_) {
            ExportRequest begin = frame.request;
            begin.progress = 0;
            moved_ = exported_scene(trace_, compare_, begin);
            moved_larger_ = fill(*moved_, width_, height_);
        }
        moved_->progress = static_cast<float>(part_++) / static_cast<float>(moving);
        written_->encoder->add(draw_raster(*moved_, frame_scale(*moved_, request_, moved_larger_)),
                               1000 / timing_.fps);
        return;
    }
    Scene scene = exported_scene(trace_, compare_, frame.request);
    if (written_->encoder) {
        const int moved = moving > 0 ? moving * (1000 / timing_.fps) : 0;
        const float larger = fill(scene, width_, height_);
        const double scale = frame_scale(scene, request_, larger);
        written_->encoder->add(draw_raster(scene, scale), timing_.milliseconds - moved);
        count_unread(scene, scale);
    } else {
        scene.width = width_;
        scene.height = height_;
        const ExportFormat format = format_of(path_);
        written_->files.add(series_path(path_, frame.number),
                            is_table(format) ? export_view(trace_, compare_, frame.request, format)
                                             : encode_picture(scene, frame.request, format));
    }
    moved_.reset();
    part_ = 0;
    ++drawn_;
}

bool FrameExport::go_on() {
    if (moving_.size() < frames_.size()) {
        measure();
    } else if (drawn_ < frames_.size()) {
        draw();
        ++made_;
    } else {
        finish();
        return false;
    }
    return true;
}

void FrameExport::finish() {
    if (written_->encoder) {
        write_file_atomically(path_, written_->encoder->finish());
    } else {
        written_->files.put_in_place();
    }
}

double FrameExport::share() const {
    // How many pictures there will be is known when all are measured, which takes less by far.
    constexpr double measuring = 0.2;
    const double measured =
        static_cast<double>(moving_.size()) / static_cast<double>(frames_.size());
    const double made = moving_.size() < frames_.size()
                            ? 0
                            : static_cast<double>(made_) / static_cast<double>(pictures_);
    return measuring * measured + (1 - measuring) * made;
}

std::string export_frames(const Trace& trace, const Trace* compare, const Animation& animation,
                          const std::filesystem::path& path,
                          const std::function<bool(double)>& progress) {
    FrameExport frames{trace, compare, animation, path};
    while (frames.go_on()) {
        if (progress && !progress(frames.share())) throw RunError("The export was stopped.");
    }
    return frames.left_unread();
}

}  // namespace stridescope
