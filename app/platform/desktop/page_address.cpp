#include "app/platform/page_address.h"

namespace stridescope {

std::string page_address() {
    return {};
}

void open_page(const std::string& /*fragment*/) {}

}  // namespace stridescope
