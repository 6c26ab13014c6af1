#include "app/platform/file_chooser.h"

namespace stridescope {

bool choose_files() {
    return false;
}

}  // namespace stridescope
