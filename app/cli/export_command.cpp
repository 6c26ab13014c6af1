// `stridescope-cli export`: pictures and tables of a trace.
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/frame_flags.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/sight_flags.h"
#include "app/cli/trace_source.h"
#include "app/export/export.h"
#include "app/export/flag_uses.h"
#include "app/io/printable.h"
#include "app/io/streams.h"

namespace stridescope::cli {
namespace {

class Export : public Command {
  public:
    explicit Export(CLI::App& root)
        : Command{root, "export", "Draw a view of a trace, or write its numbers"},
          source_{app()},
          sight_{app()},
          frames_{app()} {
        app()
            .add_option("--view", view_,
                        all_view_names() +
                            "; or a table: events, what single threads did; requests, "
                            "what each warp's access to memory cost")
            ->required();
        app()
            .add_option("-o,--output", output_,
                        "The file to write: .png, .svg, .pdf, .csv, .json; .gif or .webp, or a "
                        "series such as step-%03d.png")
            ->required();
        app().add_option("--step", step_, "Step of the timeline, from 0 (default: the last)");
        app().add_option("--block", block_,
                         "Recorded block, from 0 (default: 0; heatmap: the worst of all)");
        app()
            .add_option("--axis", axis_, "Heatmap: steps by bank or by warp")
            ->capture_default_str();
        app().add_option("--compare", compare_,
                         "Another trace, drawn beside it; heatmaps and grids on the same scale");
        app().add_option(
            "--lock", lock_,
            "What locks the other trace's step to this one's: stride, phase, progress or "
            "wavefronts (default: stride); heatmap: two pictures, each at its own step");
        app()
            .add_option("--passed", passed_,
                        "With --lock progress: so many of the other trace's steps further than the "
                        "first that belongs to this one's (0)")
            ->check(CLI::NonNegativeNumber);
        app().add_option("--event", event_,
                         "Grid: how many events between blocks have happened (default: all)");
        app().add_flag("--difference", difference_,
                       "Heatmap: one map of the difference from the other trace");
        app()
            .add_option("--events", events_, "Heatmap: count both, loads or stores")
            ->capture_default_str();
        app()
            .add_option("--measure", measure_,
                        "Heatmap: worst (degree), total or per-request (wavefronts)")
            ->capture_default_str();
        app().add_flag("--dark", dark_, "Dark background");
        app()
            .add_option("--scale", scale_, "PNG: pixels per unit (default: 2, less if very wide)")
            ->check(CLI::Range(0.05, 16.0));
    }

    int run() override {
        for (const PlainTable table : plain_tables) {
            if (view_ == name_of(table)) return run_table(table);
        }
        ExportRequest request{
            .view = parse_view(view_),
            .axis = choice<HeatmapAxis>("--axis", axis_,
                                        {{"bank", HeatmapAxis::bank}, {"warp", HeatmapAxis::warp}}),
            .dark = dark_,
            .scale = scale_};
        request.step = step_;
        request.block = block_;
        request.events = choice<HeatEvents>("--events", events_,
                                            {{"both", HeatEvents::both},
                                             {"loads", HeatEvents::loads},
                                             {"stores", HeatEvents::stores}});
        request.measure = choice<HeatMeasure>("--measure", measure_,
                                              {{"worst", HeatMeasure::worst},
                                               {"total", HeatMeasure::total},
                                               {"per-request", HeatMeasure::per_request}});
        request.difference = difference_;
        request.event = event_;
        if (difference_ && compare_.empty()) {
            throw UsageError(
                "--difference needs two traces: give the other one with --compare OTHER.npz.");
        }
        if (!lock_.empty()) {
            request.lock = step_lock_called(lock_);
            if (!request.lock) {
                throw UsageError(fmt::format(
                    "Unknown --lock {:?}: choose stride, phase, progress or wavefronts.",
                    excerpt(lock_)));
            }
            if (compare_.empty()) {
                throw UsageError(
                    "--lock needs two traces: give the other one with --compare OTHER.npz.");
            }
        }
        if (passed_ > 0 && request.lock != StepLock::progress) {
            throw UsageError("--passed counts steps of the other trace: it needs --lock progress.");
        }
        request.passed = passed_;
        frames_.check(output_);  // a wrong name is told before the trace is read
        check_uses(request.view);
        const bool beside = !compare_.empty() && is_two_pictures(request);
        sight_.apply_panes(beside, output_, request);
        const auto trace = source_.trace();
        sight_.apply(*trace, beside, request);
        const auto compare = compare_.empty() ? nullptr : read_trace_or_stdin(compare_);
        if (frames_.wanted(output_)) {
            const Interrupt whole_or_not_at_all;
            const std::string words =
                export_frames(*trace, compare.get(), frames_.animation(request), output_,
                              [bar = progress_bar("drawing")](double done) {
                                  return !Interrupt::asked() && (!bar || bar(done));
                              });
            if (!words.empty()) say("stridescope-cli: note", words);
            return fine;
        }
        write_data(output_, export_view(*trace, compare.get(), request, format_of(output_)));
        if (request.page) {
            const std::string words = left_out_of_page(*trace, compare.get(), request);
            if (!words.empty()) say("stridescope-cli: note", words);
        }
        return fine;
    }

  private:
    int run_table(PlainTable table) {
        frames_.check(output_);
        if (frames_.wanted(output_) || !is_table(format_of(output_))) {
            throw UsageError(fmt::format(
                "--view {} is a table and no picture: write a .csv or .json.", name_of(table)));
        }
        for (const std::string_view flag : {"--compare", "--lock", "--width", "--scale"})
            refuse_if_given(flag);
        for (const ExportFlag flag : export_flags) {
            if (flag != ExportFlag::step && flag != ExportFlag::block)
                refuse_if_given(name_of(flag));
        }
        ExportRequest request;
        sight_.apply_panes(false, output_, request);
        const auto trace = source_.trace();
        write_data(output_, export_table(*trace, table, block_, step_, format_of(output_)));
        return fine;
    }
    void refuse_if_given(std::string_view flag) {
        if (!given(flag)) return;
        throw UsageError(
            fmt::format("The table of --view {} has no use for {}: omit it.", view_, flag));
    }

    bool given(std::string_view flag) { return app().get_option(std::string{flag})->count() > 0; }

    /// Throws UsageError for a flag that would change nothing: it was meant otherwise.
    void check_uses(View view) {
        const bool moves = is_animation(output_);
        const bool table = !moves && is_table(format_of(output_));
        const bool pixels = moves || format_of(output_) == ExportFormat::png;
        const bool selects = given("--select");
        for (const ExportFlag flag : export_flags) {
            if (!given(name_of(flag)) || has_use(view, table, flag, selects)) continue;
            std::string others;
            for (const View other : all_views) {
                if (!has_use(other, table, flag, selects)) continue;
                others += (others.empty() ? "" : ", ") + std::string{name_of(other)};
            }
            throw UsageError(fmt::format("The {} of --view {} has no use for {}{}: omit it.",
                                         table ? "table" : "picture", name_of(view), name_of(flag),
                                         others.empty() ? "" : ", which is for " + others));
        }
        if (table && given("--width")) {
            throw UsageError("A table has no --width: omit it, or write a picture.");
        }
        if (given("--for") && given("--scale")) {
            throw UsageError("--for says how large the picture is: omit --scale.");
        }
        if (!pixels && given("--scale")) {
            throw UsageError(
                "--scale says how many pixels a unit has: omit it, or write a .png, .gif or "
                ".webp.");
        }
    }

    TraceSource source_;
    SightFlags sight_;
    FrameFlags frames_;
    std::string view_, output_, compare_, lock_, axis_ = "bank", events_ = "both",
                                                 measure_ = "worst";
    std::optional<int> step_, block_;
    int passed_ = 0;
    std::optional<std::size_t> event_;
    bool dark_ = false, difference_ = false;
    double scale_ = 0;
};

}  // namespace

std::unique_ptr<Command> export_command(CLI::App& root) {
    return std::make_unique<Export>(root);
}

}  // namespace stridescope::cli
