// StrideScope in a page: the window's loop, called by the browser for each picture.
#include <emscripten/emscripten.h>
#include <sys/stat.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "app/experiment/experiment.h"
#include "app/experiment/flags.h"
#include "app/session/presets.h"
#include "app/ui/window/window_loop.h"

namespace {

using namespace stridescope;

/// What stands behind the address's #, as it was before it was written for an address.
std::string fragment() {
    char* const text = reinterpret_cast<char*>(EM_ASM_INT({
        let words = "";
        try {
            words = decodeURIComponent(location.hash.slice(1));
        } catch (error) {
            words = location.hash.slice(1);
        }
        const size = lengthBytesUTF8(words) + 1;
        const at = _malloc(size);
        stringToUTF8(words, at, size);
        return at;
    }));
    std::string words{text};
    std::free(text);
    return words;
}

void tell_fault(const char* sentence) {
    EM_ASM({ stridescopePage.fault(UTF8ToString($0)); }, sentence);
}

std::unique_ptr<WindowLoop> window;

void turn() {
    try {
        window->turn();
    } catch (const std::exception& error) {
        emscripten_cancel_main_loop();
        tell_fault(error.what());
    }
}

}  // namespace

int main() {
    umask(022);  // else nobody may read what is written here
    try {
        WindowOptions options;
        const std::string words = fragment();
        options.nothing_asked = words.empty();
        options.experiment = first_lesson();
        if (!words.empty()) options.experiment = experiment_of_line(words, options.experiment);
        window = std::make_unique<WindowLoop>(options);
        EM_ASM({ stridescopePage.begun(); });
        emscripten_set_main_loop(turn, 0, false);
    } catch (const std::exception& error) {
        tell_fault(error.what());
    }
    return 0;
}
