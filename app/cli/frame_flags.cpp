#include "app/cli/frame_flags.h"

#include <fmt/format.h>

namespace stridescope::cli {

FrameFlags::FrameFlags(CLI::App& app) {
    const auto group = "Animations and series";
    app.add_option("--steps", steps_,
                   "First and last step, such as 2:5 or 3: (default: all); grid: of events")
        ->group(group);
    app.add_flag("--wavefronts", wavefronts_,
                 "Banks: a picture for each wavefront of the steps' requests")
        ->group(group);
    app.add_option("--ms", timing_.milliseconds, "How long a picture stays, in ms (1000)")
        ->check(CLI::Range(20, 60000))
        ->group(group);
    app.add_option("--loops", timing_.loops, "How often it runs; 0: for ever (0)")
        ->check(CLI::Range(0, 10000))
        ->group(group);
}

void FrameFlags::check(const std::string& path) const {
    if (!is_animation(path)) (void)format_of(path);
    if (!wanted(path) && (wavefronts_ || !steps_.empty())) {
        throw UsageError(
            "--steps and --wavefronts make several pictures: write to a .gif or a .webp, or to a "
            "series with a number in its name, such as step-%03d.png.");
    }
    if (!steps_.empty()) (void)parse_range(steps_);
}

Animation FrameFlags::animation(const ExportRequest& request) const {
    if (wavefronts_ && (request.banks_request || request.wave > 0)) {
        throw UsageError(
            "--wavefronts shows all requests of the steps: leave --request and --wavefront away.");
    }
    if ((request.step && !wavefronts_) || (request.step && !steps_.empty())) {
        throw UsageError(
            fmt::format("--step is of a single picture, and these are several: say --steps {0} or "
                        "--steps {0}:.",
                        *request.step));
    }
    if (request.event) {
        throw UsageError(
            fmt::format("--event is of a single picture, and these are several: say --steps :{}.",
                        *request.event));
    }
    Animation out{.request = request, .wavefronts = wavefronts_, .timing = timing_};
    if (!steps_.empty()) {
        out.range = parse_range(steps_);
    } else if (wavefronts_ && out.request.step) {
        out.range = {out.request.step, out.request.step};
    }
    return out;
}

}  // namespace stridescope::cli
