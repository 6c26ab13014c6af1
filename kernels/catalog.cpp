#include "kernels/catalog.h"

#include <vector>

namespace stridescope {
namespace {

std::vector<CatalogueEntry>& entries() {
    static std::vector<CatalogueEntry> list;
    return list;
}

template <class Kernel>
bool enter() {
    entries().push_back({Kernel::info, &Kernel::expected});
    return true;
}

}  // namespace
}  // namespace stridescope

#define CATALOGUE_ENTRY(KERNEL) \
    static const bool KERNEL##_entered = stridescope::enter<stridescope::kernels::KERNEL>();
#include "kernels/catalog_list.h"

namespace stridescope {

std::span<const CatalogueEntry> catalogue() {
    return entries();
}

const CatalogueEntry* find_kernel(std::string_view id) {
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.info.id == id) return &entry;
    }
    return nullptr;
}

}  // namespace stridescope
