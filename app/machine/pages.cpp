#include "app/machine/pages.h"

#include <new>

namespace stridescope::machine {

Pages zeroed_pages(std::size_t bytes) {
    Pages pages{static_cast<std::byte*>(std::calloc(bytes, 1))};
    if (pages == nullptr) throw std::bad_alloc();
    return pages;
}

}  // namespace stridescope::machine
