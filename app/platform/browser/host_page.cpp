#include "app/platform/host_page.h"

#include <emscripten/emscripten.h>

namespace stridescope {

bool choose_files() {
    // Browsers allow it shortly after a key or a click, which it is asked by.
    EM_ASM({ stridescopePage.choose(); });
    return true;
}

std::string page_address() {
    const char* const text = emscripten_run_script_string("location.href.split('#')[0]");
    return text != nullptr ? text : "";
}

void open_page(const std::string& fragment) {
    EM_ASM({ window.open(location.href.split('#')[0] + '#' + UTF8ToString($0), '_blank'); },
           fragment.c_str());
}

}  // namespace stridescope
