#include "tests/support/places.h"

namespace stridescope {

std::string source_dir() {
    return STRIDESCOPE_SOURCE_DIR;
}

std::string binary_dir() {
    return STRIDESCOPE_BINARY_DIR;
}

}  // namespace stridescope
