#include "app/platform/file_chooser.h"

#include <emscripten/emscripten.h>

namespace stridescope {

bool choose_files() {
    // Browsers allow it shortly after a key or a click, which it is asked by.
    EM_ASM({ stridescopePage.choose(); });
    return true;
}

}  // namespace stridescope
