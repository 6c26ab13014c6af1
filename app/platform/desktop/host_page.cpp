#include "app/platform/host_page.h"

namespace stridescope {

bool choose_files() {
    return false;
}

std::string page_address() {
    return {};
}

void open_page(const std::string& /*fragment*/) {}

}  // namespace stridescope
