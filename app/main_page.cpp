// StrideScope in a page: the window's loop, called by the browser for each picture.
#include <emscripten/emscripten.h>
#include <sys/stat.h>

#include <exception>
#include <memory>
#include <string>

#include "app/export/browser/file_faces.h"
#include "app/platform/browser/page_files.h"
#include "app/session/address.h"
#include "app/session/link.h"
#include "app/session/presets.h"
#include "app/session/state_folder.h"
#include "app/ui/window/browser/page_workers.h"
#include "app/ui/window/window_loop.h"

namespace {

using namespace stridescope;

/// What stands behind the address's #.
std::string fragment() {
    const char* const text = emscripten_run_script_string("location.hash.slice(1)");
    return text != nullptr ? text : "";
}

WindowOptions options_of(const std::string& fragment) {
    WindowOptions options;
    const Link link = read_link(fragment);
    options.nothing_asked = fragment.empty();
    options.experiment = link.run ? link.run->experiment : first_lesson();
    options.embedded = link.embedded;
    if (!fragment.empty()) options.link = '#' + fragment;
    if (settings_of_fragment(fragment).contains("hooks")) options.test_hooks = "/hooks.json";
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
        window = std::make_unique<WindowLoop>(options_of(fragment()));
        set_elsewhere(page_workers());
        use_file_faces();
        EM_ASM({ stridescopePage.begun(); });
        emscripten_set_main_loop(turn, 0, false);
    } catch (const std::exception& error) {
        tell_fault(error.what());
    }
    return 0;
}
