#include "app/cli/frame_flags.h"

#include <fmt/format.h>

namespace stridescope::cli {

FrameFlags::FrameFlags(CLI::App& app) : app_{app} {
    const auto group = "Animations and series";
    app.add_option("--steps", steps_,
                   "First and last step, such as 2:5 or 3: (default: all); grid: events")
        ->group(group);
    app.add_flag("--wavefronts", wavefronts_,
                 "Banks: one picture per wavefront of the steps' requests")
        ->group(group);
    app.add_option("--ms", timing_.milliseconds, "How long each picture is shown, in ms (1000)")
        ->check(CLI::Range(20, 60000))
        ->group(group);
    app.add_option("--fps", timing_.fps,
                   "Pictures a second of what moves; 0: one picture a step (30)")
        ->check(CLI::Range(0, 50))
        ->group(group);
    app.add_option("--loops", timing_.loops, "How many times it plays; 0: forever (0)")
        ->check(CLI::Range(0, 10000))
        ->group(group);
}

void FrameFlags::check(const std::string& path) const {
    (void)format_of(path);
    if (!wanted(path) && (wavefronts_ || !steps_.empty())) {
        throw UsageError(
            fmt::format("--steps and --wavefronts make several pictures: write to a {}, or to a "
                        "numbered series, such as step-%03d.png.",
                        listed_endings(is_animation)));
    }
    for (const char* flag : {"--ms", "--fps", "--loops"}) {
        if (is_animation(path) || app_.get_option(flag)->count() == 0) continue;
        throw UsageError(fmt::format("{} is for animations: omit it, or write to a {}.", flag,
                                     listed_endings(is_animation)));
    }
    if (!steps_.empty()) (void)parse_range(steps_);
}

Animation FrameFlags::animation(const ExportRequest& request) const {
    if (wavefronts_ && (request.look.request || request.look.wave > 0)) {
        throw UsageError(
            "--wavefronts shows all requests of the steps: omit --request and --wavefront.");
    }
    if ((request.look.step && !wavefronts_) || (request.look.step && !steps_.empty())) {
        throw UsageError(
            fmt::format("--step is for a single picture, and these are several: use --steps {0} or "
                        "--steps {0}:.",
                        *request.look.step));
    }
    if (request.look.event) {
        throw UsageError(
            fmt::format("--event is for a single picture, and these are several: use --steps :{}.",
                        *request.look.event));
    }
    Animation out{.request = request, .wavefronts = wavefronts_, .timing = timing_};
    if (!steps_.empty()) {
        out.range = parse_range(steps_);
    } else if (wavefronts_ && out.request.look.step) {
        out.range = {out.request.look.step, out.request.look.step};
    }
    return out;
}

}  // namespace stridescope::cli
