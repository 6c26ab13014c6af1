// StrideScope in a page: the window's loop, called by the browser for each picture.
#include <emscripten/emscripten.h>
#include <sys/stat.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/export/browser/file_faces.h"
#include "app/io/own_folders.h"
#include "app/platform/browser/page_files.h"
#include "app/session/link.h"
#include "app/session/presets.h"
#include "app/session/saved_state.h"
#include "app/ui/window/browser/page_workers.h"
#include "app/ui/window/window_loop.h"

namespace {

using namespace stridescope;

/// What stands behind the address's #.
std::string fragment() {
    const char* const text = emscripten_run_script_string("location.hash.slice(1)");
    return text != nullptr ? text : "";
}

/// Where one was when this page was left, or loaded anew; nothing: the address says where to begin.
std::optional<KeptPlace> kept_place() {
    const char* const text = emscripten_run_script_string("stridescopePage.place()");
    if (text == nullptr || *text == '\0') return std::nullopt;
    try {
        KeptPlace place = decode_place(text);
        if (place.fragment.empty() && place.exercise.empty() && !place.start) return std::nullopt;
        return place;
    } catch (const UsageError&) {
        return std::nullopt;  // of another version
    }
}

WindowOptions options_of(const std::string& fragment) {
    WindowOptions options;
    const Link link = read_link(fragment);
    options.nothing_asked = fragment.empty();
    options.experiment = link.run ? link.run->experiment : first_lesson();
    options.embedded = link.embedded;
    if (!fragment.empty()) options.link = '#' + fragment;
    options.still =
        EM_ASM_INT({ return matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0; }) != 0;
    if (auto place = kept_place()) {
        options.place = std::move(place);
        options.nothing_asked = false;
    }
    if (settings_of_fragment(fragment).contains("hooks")) options.test_hooks = "/hooks.json";
    return options;
}

void tell_fault(const char* sentence) {
    EM_ASM({ stridescopePage.fault(UTF8ToString($0)); }, sentence);
}

std::unique_ptr<PageFiles> files;
std::unique_ptr<WindowLoop> window;
AccessibleWindow told;
std::optional<KeptPlace> kept;
bool place_due = false;
double looked_at_place = 0;

/// What one reads, to whoever goes back in the browser's history: of a text not each letter.
std::string subject_of(const KeptPlace& place) {
    if (place.start) return "start";
    if (!place.exercise.empty()) return place.exercise;
    const auto settings = settings_of_fragment(place.fragment);
    const auto lesson = settings.find("lesson");
    return lesson == settings.end() ? "run" : lesson->second;
}

/// The page keeps where one is, for when it is loaded anew.
void keep_place() {
    const KeptPlace place = window->place();
    if (kept && *kept == place) return;
    EM_ASM({ stridescopePage.keep(UTF8ToString($0), UTF8ToString($1)); },
           encode_place(place).c_str(), subject_of(place).c_str());
    kept = place;
}

/// What a picture shows is told as text beside it.
void tell() {
    const AccessibleWindow& now = window->accessible();
    if (now == told) return;
    told = now;
    place_due = true;
    EM_ASM({ stridescopePage.told.show(UTF8ToString($0)); }, json_text_of(now).c_str());
}

void turn() {
    try {
        window->turn();
        files->hand_over();
        tell();
        const double now = emscripten_get_now();
        if (place_due && now > looked_at_place + 500) {
            looked_at_place = now;
            place_due = false;
            keep_place();
        }
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

/// The page is left, or loaded anew.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_keep() {
    keep_place();
}

/// A reader of the screen, or Tab, has come to this control; or presses it.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_walk_to(const char* control) {
    window->walk_to(control);
}
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_press(const char* control) {
    window->press(control);
}
/// The keys are the picture's again.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_leave() {
    window->leave_controls();
}

int main() {
    umask(022);  // else nobody may read what is written here
    try {
        files = std::make_unique<PageFiles>(state_folder() / "state.json");
        window = std::make_unique<WindowLoop>(options_of(fragment()));
        set_workers(page_workers());
        use_file_faces();
        EM_ASM({ stridescopePage.begun(); });
        emscripten_set_main_loop(turn, 0, false);
    } catch (const std::exception& error) {
        tell_fault(error.what());
    }
    return 0;
}
