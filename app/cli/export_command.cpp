// `stridescope-cli export`: pictures and tables of a trace.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/analysis/cone.h"
#include "app/analysis/request_choice.h"
#include "app/cli/command.h"
#include "app/export/animation.h"
#include "app/export/export.h"
#include "app/export/request_text.h"
#include "app/io/printable.h"
#include "app/io/streams.h"
#include "app/look/look_fields.h"

namespace stridescope::cli {
namespace {

// The flags of `export` that make one picture several.

/// Adds --steps, --wavefronts, --ms and --loops to a command.
class FrameFlags {
  public:
    explicit FrameFlags(CLI::App& app);
    /// Throws UsageError for a path that tells no format, and for flags that it has no use for.
    void check(const std::string& path) const;
    /// Whether the path is to hold several pictures.
    bool wanted(const std::string& path) const { return is_animation(path) || is_series(path); }
    /// Throws UsageError where the request chooses one of the pictures.
    Animation animation(const ExportRequest& request) const;

  private:
    CLI::App& app_;
    std::string steps_;
    bool wavefronts_ = false;
    FrameTiming timing_{};
};

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

// The flags of `export` that say what is looked at, and how wide its picture is.

/// Adds to a command the flags of all fields of a look (look_fields.h), and --width, --for, --pane,
/// --part and --room.
class SightFlags {
  public:
    explicit SightFlags(CLI::App& app);
    SightFlags(const SightFlags&) = delete;
    SightFlags& operator=(const SightFlags&) = delete;
    /// Whether that flag of a look was given.
    bool given(std::string_view flag) const { return said_.contains(flag); }
    /// Puts what can be told without a trace into the look, whose view is set. Throws UsageError
    /// for what is not understood.
    void read(Look& look) const;
    /// Puts the others into the request. Throws UsageError for what the trace does not have.
    /// `beside`: there are two pictures, and one request may be done before the other.
    void apply(const Trace& trace, bool beside, ExportRequest& request) const;
    /// Puts the panes into it, where the flags tell some. `beside`: there are two pictures. Throws
    /// UsageError for what makes no sense, and for a file that is no picture.
    void apply_panes(bool beside, const std::string& file, ExportRequest& request) const;

  private:
    std::map<std::string, std::string, std::less<>> said_;  ///< of a look, by their flags
    std::string width_, page_;
    SightTexts panes_;
};

constexpr std::string_view request_flag = "--request";

SightFlags::SightFlags(CLI::App& app) {
    for (const LookField& field : look_fields()) {
        if (field.help.empty()) continue;
        const std::string flag{field.flag};
        CLI::Option* option =
            field.is_switch
                ? app.add_flag_callback(flag, [this, flag] { said_[flag] = {}; })
                : app.add_option_function<std::string>(
                      flag, [this, flag](const std::string& text) { said_[flag] = text; });
        option->description(field.help_line());
        if (!field.is_switch) option->type_name(field.value_text());
        if (!field.group.empty()) option->group(std::string{field.group});
    }
    app.add_option("--width", width_, "Width of the picture: 1920, or 160mm, 12cm, 6in, 400pt");
    app.add_option("--for", page_,
                   "A page of 160 × 90 mm in type of at least 9 pt, all of it fitted")
        ->type_name("slide|paper")
        ->excludes("--width");
    const auto panes =
        "As a pane of the window shows it (with --compare, give each twice: once per run)";
    app.add_option("--pane", panes_.pane,
                   "Size of the pane in pixels, such as 800x500, or 1600x1000@2")
        ->allow_extra_args(false)
        ->group(panes);
    app.add_option(
           "--part", panes_.part,
           "The part that fills it: left,top,width,height in the picture's units (default: all)")
        ->allow_extra_args(false)
        ->group(panes);
    app.add_option("--room", panes_.room,
                   "Size that the picture is laid out for, such as 640x400 (default: the pane's)")
        ->allow_extra_args(false)
        ->group(panes);
}

void SightFlags::read(Look& look) const {
    for (const LookField& field : look_fields()) {
        const auto said = said_.find(field.flag);
        // Requests by their rank are those of a trace, and it is the view that tells which.
        if (said == said_.end() || field.flag == request_flag) continue;
        if (field.read(look, said->second)) continue;
        if (!field.words.empty()) {
            refuse_choice(said->first.c_str(), said->second,
                          fmt::format("{}", fmt::join(field.words, ", ")));
        }
        throw UsageError(
            fmt::format("{} \"{}\" is not {}.", said->first, excerpt(said->second), field.wanted));
    }
}

void SightFlags::apply(const Trace& trace, bool beside, ExportRequest& request) const {
    Look& look = request.look;
    if (!look.element.empty()) parse_element(trace, look.element);  // throws if there is none
    if (!width_.empty()) request.width = parse_width(width_);
    const auto said = said_.find(request_flag);
    if (said == said_.end() && look.wave == 0) return;
    const int block = look.block.value_or(0);
    const int step = look.step.value_or(trace.step_count() - 1);
    if (look.view == View::global) {
        look.global_request = parse_request(trace, block, step, Space::global, said->second);
        return;
    }
    if (look.view == View::fragment && said != said_.end()) {
        look.request = parse_product(trace, block, step, said->second);
        if (look.request) return;
    }
    const RequestChoice choice =
        parse_request(trace, block, step, Space::shared, said == said_.end() ? "1" : said->second);
    if (said != said_.end()) look.request = choice;
    const int count = chosen_request(trace, block, step, Space::shared, choice)->shared.wavefronts;
    if (look.wave > count && !beside) {
        throw UsageError(
            fmt::format("There is no wavefront {}: the request takes {}.", look.wave, count));
    }
}

void SightFlags::apply_panes(bool beside, const std::string& file, ExportRequest& request) const {
    request.seen = parse_sight(panes_, beside ? 2 : 1);
    if (!page_.empty()) request.page = parse_page(page_);
    if (request.page && request.seen) {
        throw UsageError("--for says how large the picture is: omit --pane, --part and --room.");
    }
    if (request.page && is_table(format_of(file))) {
        throw UsageError("A table has no page: omit --for, or write a picture.");
    }
    if (request.seen && is_table(format_of(file))) {
        throw UsageError(
            "A table is always written whole: omit --pane, --part and --room, or write a picture.");
    }
}

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
