// StrideScope in a page: the window's loop, called by the browser for each picture.
#include <emscripten/emscripten.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <exception>
#include <map>
#include <memory>
#include <string>

#include "app/experiment/experiment.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/platform/browser/page_files.h"
#include "app/session/address.h"
#include "app/session/presets.h"
#include "app/session/state_folder.h"
#include "app/ui/window/browser/recording_workers.h"
#include "app/ui/window/window_loop.h"

namespace {

using namespace stridescope;

/// What stands behind the address's #.
std::string fragment() {
    const char* const text = emscripten_run_script_string("location.hash.slice(1)");
    return text != nullptr ? text : "";
}

int whole(const std::string& name, const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && stop == end && value >= 0) return value;
    throw UsageError(
        fmt::format("Invalid address: {} is a whole number, not \"{}\".", name, excerpt(text)));
}

/// The address says what the command line's flags say elsewhere.
WindowOptions options_of(const std::map<std::string, std::string>& settings) {
    WindowOptions options;
    options.nothing_asked = settings.empty();
    options.experiment = first_lesson();
    for (const auto& [name, value] : settings) {
        if (name == "run") {
            options.experiment = experiment_of_line(value);
        } else if (name == "lesson") {
            options.lesson = "/usr/share/stridescope/lessons/" + value + ".md";
        } else if (name == "page") {
            options.page = whole(name, value);
        } else if (name == "step") {
            options.step = whole(name, value);
        } else if (name == "show") {
            options.show = view_called(value);
        } else if (name == "theme") {
            options.theme = theme_called(value);
        } else if (name == "hooks") {
            options.test_hooks = "/hooks.json";
        } else {
            throw UsageError(
                fmt::format("Invalid address: \"{}\" is no setting. There are run, lesson, page, "
                            "step, show and "
                            "theme.",
                            excerpt(name)));
        }
    }
    return options;
}

void tell_fault(const char* sentence) {
    EM_ASM({ stridescopePage.fault(UTF8ToString($0)); }, sentence);
}

std::unique_ptr<PageFiles> files;
std::unique_ptr<WindowLoop> window;

void turn() {
    try {
        window->turn();
        files->hand_over();
    } catch (const std::exception& error) {
        emscripten_cancel_main_loop();
        tell_fault(error.what());
    }
}

}  // namespace

/// Called by the page: the reader has dropped a file, which stands at `path`.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_dropped(const char* path) {
    files->note(path);
    drop_file(path);
}

int main() {
    umask(022);  // else nobody may read what is written here
    try {
        files = std::make_unique<PageFiles>(state_folder() / "state.json");
        window = std::make_unique<WindowLoop>(options_of(settings_of_fragment(fragment())));
        set_elsewhere(recording_workers());
        EM_ASM({ stridescopePage.begun(); });
        emscripten_set_main_loop(turn, 0, false);
    } catch (const std::exception& error) {
        tell_fault(error.what());
    }
    return 0;
}
