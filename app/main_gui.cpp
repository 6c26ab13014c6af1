// The program `stridescope`: the window, or its frame as a picture.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "app/cli/help_page.h"
#include "app/cli/run_flags.h"
#include "app/experiment/experiment.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/streams.h"
#include "app/io/text_archive.h"
#include "app/lesson/lesson.h"
#include "app/session/link.h"
#include "app/session/presets.h"
#include "app/ui/window/window_loop.h"

namespace {

using namespace stridescope;

/// "1920x1080" as two numbers.
void parse_size(const std::string& text, int& width, int& height) {
    constexpr int most = 16384;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    const bool parted = first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x';
    const auto second = std::from_chars(parted ? first.ptr + 1 : end, end, height);
    if (!parted || second.ec != std::errc{} || second.ptr != end || width < 1 || height < 1 ||
        width > most || height > most) {
        throw UsageError(
            fmt::format("--size \"{}\" is not a size: give width and height in pixels, such as "
                        "1920x1080, of at most {} each.",
                        excerpt(text), most));
    }
}

class CommandLine {
  public:
    CommandLine() : flags_(app_) {
        cli::set_help_page(app_);
        app_.add_option("file", file_,
                        "A CUDA text (.cu), a trace (.npz), a lesson (.md), a set of lessons and "
                        "exercises (.txtar) or a ladder (.json) to open; or a link")
            ->option_text("KERNEL.cu|TRACE.npz|LESSON.md|SET.txtar|LADDER.json|LINK");
        app_.add_option("--page", page_, "Page of the lesson to start at, counted from 1")
            ->check([](const std::string& text) {
                const bool number = !text.empty() && text.size() < 10 &&
                                    text.find_first_not_of("0123456789") == std::string::npos;
                if (number && std::stoi(text) > 0) return std::string{};
                return fmt::format("\"{}\" is not a page: pages are counted from 1", text);
            })
            ->option_text("P");
        app_.add_option("--exercise", exercise_, "An exercise (.cu) to solve")
            ->option_text("EXERCISE.cu");
        app_.add_flag("--welcome", welcome_,
                      "Open the start page: lessons, your own kernels, presets");
        app_.add_flag("--present", present_,
                      "One picture, a line of words and a thin timeline, in large type");
        app_.add_flag("--predict", predict_, "Ask before each step what it will do");
        app_.add_option("--screenshot", screenshot_, "Draw the window to this PNG file and exit")
            ->option_text("OUT.png");
        app_.add_option("--step", step_, "Step to start at, counted from 0")->option_text("S");
        app_.add_option("--size", size_, "Size of the window or the picture in pixels")
            ->option_text("WxH");
        app_.add_option("--theme", theme_, "Its colours")
            ->check(CLI::IsMember({"light", "dark", "projector"}))
            ->option_text("light|dark|projector");
        app_.add_option("--heatmap", heatmap_, "Columns of the heatmap")
            ->check(CLI::IsMember({"bank", "warp"}))
            ->option_text("bank|warp");
        std::vector<std::string> views;
        for (const View view : all_views) views.emplace_back(name_of(view));
        app_.add_option("--show", show_, "The view that is shown alone")
            ->check(CLI::IsMember(views))
            ->option_text(fmt::format("{}", fmt::join(views, "|")));
        app_.add_flag("--compare", compare_, "Compare with no padding, side by side");
        app_.add_option("--beside", beside_,
                        "Show another run beside this one: a trace file, or experiment flags that "
                        "say how it differs, such as \"--kernel brent-kung\"")
            ->option_text("FLAGS|OTHER.npz");
        app_.add_option("--lock", lock_, "What two runs side by side are locked by")
            ->check(CLI::IsMember({"stride", "phase", "progress", "wavefronts"}))
            ->option_text("stride|phase|progress|wavefronts");
        app_.add_option("--text-size", text_size_, "Text size; 1 is normal")
            ->check([](const std::string& text) {
                float factor = 0;
                const bool number = CLI::detail::lexical_cast(text, factor);
                if (number && factor >= 0.75F && factor <= 2.5F) return std::string{};
                return fmt::format("\"{}\" is not a text size: choose 0.75 to 2.5", text);
            })
            ->option_text("FACTOR");
        app_.add_option("--test-hooks", test_hooks_,
                        "Keep widgets and state in this JSON file, for tests")
            ->option_text("FILE");
        app_.add_option("--frame-times", frame_times_,
                        "Write how long each frame takes to this CSV file")
            ->option_text("FILE");
        app_.set_version_flag("--version", "StrideScope " STRIDESCOPE_VERSION);
        app_.footer(
            "With no arguments it opens the text that was open the last time, or the start page. "
            "Examples:\n"
            "  stridescope --kernel brent-kung --block 1024 --input ones\n"
            "  stridescope mine.cu -D N=64\n"
            "  stridescope trace.npz\n"
            "  stridescope lesson.md\n"
            "  stridescope ladder.json\n"
            "  stridescope --screenshot lesson.png --step 3 --size 1920x1080");
    }

    CLI::App& app() { return app_; }

    WindowOptions options() const {
        WindowOptions options;
        if (looks_like_link(file_)) return options_of_link();
        if (is_text_path(file_)) {
            options.experiment = flags_.experiment_of(file_);
        } else if (flags_.any()) {
            options.experiment = flags_.experiment();
        } else {
            options.experiment = first_lesson();
        }
        if (!file_.empty() && !is_text_path(file_)) {
            if (flags_.any()) {
                throw UsageError(
                    "Only a CUDA text goes with experiment flags; a trace, a lesson, a set or a "
                    "ladder already says what is shown: give either the file or the flags.");
            }
            if (std::filesystem::path{file_}.extension() == ".md") {
                const Bookmark first = read_lesson(file_).pages.front().bookmark;
                if (first.missing.empty()) options.experiment = first.experiment;
                options.lesson = file_;
            } else if (is_text_archive_path(file_)) {
                options.set = file_;
            } else if (std::filesystem::path{file_}.extension() == ".json") {
                options.ladder = file_;
            } else {
                options.trace = file_;
            }
        }
        options.block_chosen = flags_.choose_block();
        options.page = page_;
        return with_window(options);
    }

  private:
    /// What is said of the window, whatever it shows.
    WindowOptions with_window(WindowOptions options) const {
        options.welcome = welcome_;
        if (!exercise_.empty()) options.exercise = exercise_;
        options.present = present_;
        options.predict = predict_;
        if (!screenshot_.empty()) options.screenshot = screenshot_;
        if (!test_hooks_.empty()) options.test_hooks = test_hooks_;
        if (!frame_times_.empty()) options.frame_times = frame_times_;
        options.step = step_;
        if (!size_.empty()) parse_size(size_, options.width, options.height);
        if (!theme_.empty()) options.theme = theme_called(theme_);
        if (!heatmap_.empty()) {
            options.heatmap_axis = heatmap_ == "warp" ? HeatmapAxis::warp : HeatmapAxis::bank;
        }
        options.compare = compare_;
        if (!beside_.empty()) options.beside = beside_;
        options.lock = step_lock_called(lock_);
        options.show = view_called(show_);
        options.text_scale = text_size_;
        return options;
    }

    WindowOptions options_of_link() const {
        if (flags_.any()) {
            throw UsageError("A link says already what is shown: give either it or the flags.");
        }
        WindowOptions options;
        const Link link = read_link(std::string_view{file_}.substr(file_.find('#') + 1));
        options.experiment = link.run ? link.run->experiment : first_lesson();
        options.link = file_;
        return with_window(options);
    }

    CLI::App app_{"StrideScope: watch GPU threads work, one stride at a time.", "stridescope"};
    ExperimentFlags flags_;
    std::string file_, exercise_, screenshot_, size_, theme_, heatmap_, show_, beside_, lock_,
        test_hooks_, frame_times_;
    std::optional<int> step_, page_;
    bool compare_ = false, welcome_ = false, predict_ = false, present_ = false;
    std::optional<float> text_size_;
};

constexpr const char* program = "stridescope";

int run(int argc, char** argv) {
    CommandLine line;
    try {
        line.app().parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return cli::answer(line.app(), error, program);
    }
    WindowOptions options = line.options();
    options.nothing_asked = argc == 1;
    if (options.screenshot) {
        write_screenshot(options);
    } else {
        WindowLoop window(options);
        while (window.turn()) {
        }
    }
    return 0;
}

int fail(int code, std::string_view sentence) {
    say(program, sentence);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    hold_standard_streams();
    try {
        const int code = run(argc, argv);
        close_stdout();
        return code;
    } catch (const UsageError& error) {
        return fail(2, error.what());
    } catch (const std::bad_alloc&) {
        return fail(1, "Not enough memory: choose fewer elements.");
    } catch (const std::system_error& error) {
        return fail(1, "The system refused: " + why(error.code().value()) + ".");
    } catch (const std::exception& error) {
        return fail(1, error.what());
    }
}
