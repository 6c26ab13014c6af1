// `stridescope-cli export`: pictures and tables of a trace.
#include "app/cli/subcommands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "app/io/streams.h"
#include "app/look/look_fields.h"

namespace stridescope::cli {
namespace {

class Export : public Command {
  public:
    explicit Export(CLI::App& root)
        : Command{root, "export", "Draw a view of a trace, or write its numbers"},
          source_{app()},
          frames_{app()} {
        app()
            .add_option("--view", view_,
                        "The view; or a table: events, what single threads did; requests, what "
                        "each warp's access to memory cost")
            ->type_name(fmt::format("{}|{}|{}", fmt::join(view_names, "|"),
                                    name_of(PlainTable::events), name_of(PlainTable::requests)))
            ->required();
        app()
            .add_option("-o,--output", output_,
                        "The file to write, or a series such as step-%03d.png")
            ->type_name(listed_endings(is_any, "|", "|"))
            ->required();
        sight_.emplace(app());
        app().add_option("--compare", compare_,
                         "Another trace, drawn beside it; heatmaps and grids on the same scale");
        app()
            .add_option("--passed", passed_,
                        "With --lock progress: so many of the other trace's steps further than the "
                        "first that belongs to this one's (0)")
            ->check(CLI::NonNegativeNumber);
        app().add_flag("--dark", dark_, "Dark background");
        app()
            .add_option("--scale", scale_, "PNG: pixels per unit (default: 2, less if very wide)")
            ->check(CLI::Range(0.05, 16.0));
    }

    int run() override {
        for (const PlainTable table : plain_tables) {
            if (view_ == name_of(table)) return run_table(table);
        }
        ExportRequest request{.dark = dark_, .scale = scale_};
        request.look.view = parse_view(view_);
        sight_->read(request.look);
        for (const LookField& field : look_fields()) {
            if (!field.of_two || !compare_.empty() || !sight_->given(field.flag)) continue;
            throw UsageError(fmt::format(
                "{} needs two traces: give the other one with --compare OTHER.npz.", field.flag));
        }
        if (passed_ > 0 && request.look.lock != StepLock::progress) {
            throw UsageError("--passed counts steps of the other trace: it needs --lock progress.");
        }
        request.passed = passed_;
        frames_.check(output_);  // a wrong name is told before the trace is read
        check_uses(request.look.view);
        const bool beside = !compare_.empty() && is_two_pictures(request);
        sight_->apply_panes(beside, output_, request);
        const auto trace = source_.trace();
        sight_->apply(*trace, beside, request);
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
            throw UsageError(fmt::format("--view {} is a table and no picture: write a {}.",
                                         name_of(table), listed_endings(is_table)));
        }
        for (const std::string_view flag : {"--compare", "--width", "--scale", "--dark"})
            refuse_if_given(flag);
        ExportRequest request;
        for (const LookField& field : look_fields()) {
            if (field.flag.empty() || field.flag == "--step" || field.flag == "--block") continue;
            refuse_if_given(field.flag);
        }
        sight_->read(request.look);
        sight_->apply_panes(false, output_, request);
        const auto trace = source_.trace();
        write_data(output_, export_table(*trace, table, request.look.block, request.look.step,
                                         format_of(output_)));
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
        const FormatRow& format = row_of(format_of(output_));
        const bool table = is_table(format);
        const bool selects = given("--select");
        for (const LookField& field : look_fields()) {
            const std::string_view flag = field.flag;
            if (!sight_->given(flag) || has_use(flag, view, table, selects)) continue;
            std::string others;
            for (const View other : all_views) {
                if (!has_use(flag, other, table, selects)) continue;
                others += (others.empty() ? "" : ", ") + std::string{name_of(other)};
            }
            throw UsageError(fmt::format("The {} of --view {} has no use for {}{}: omit it.",
                                         table ? "table" : "picture", name_of(view), flag,
                                         others.empty() ? "" : ", which is for " + others));
        }
        if (table && given("--dark")) {
            throw UsageError("A table has no ground: omit --dark, or write a picture.");
        }
        if (table && given("--width")) {
            throw UsageError("A table has no --width: omit it, or write a picture.");
        }
        if (given("--for") && given("--scale")) {
            throw UsageError("--for says how large the picture is: omit --scale.");
        }
        if (!format.pixels && given("--scale")) {
            throw UsageError(
                fmt::format("--scale says how many pixels a unit has: omit it, or write a {}.",
                            listed_endings([](const FormatRow& row) { return row.pixels; })));
        }
    }

    TraceSource source_;
    std::optional<SightFlags> sight_;  ///< in help they stand behind what has to be said
    FrameFlags frames_;
    std::string view_, output_, compare_;
    int passed_ = 0;
    bool dark_ = false;
    double scale_ = 0;
};

}  // namespace

std::unique_ptr<Command> export_command(CLI::App& root) {
    return std::make_unique<Export>(root);
}

}  // namespace stridescope::cli
