#include "app/platform/page_address.h"

#include <emscripten/emscripten.h>

namespace stridescope {

std::string page_address() {
    const char* const text = emscripten_run_script_string("location.href.split('#')[0]");
    return text != nullptr ? text : "";
}

void open_page(const std::string& fragment) {
    EM_ASM({ window.open(location.href.split('#')[0] + '#' + UTF8ToString($0), '_blank'); },
           fragment.c_str());
}

}  // namespace stridescope
