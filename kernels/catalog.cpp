#include "kernels/catalog.h"

#include <algorithm>
#include <vector>

namespace stridescope {
namespace {

std::vector<CatalogueEntry>& entries() {
    static std::vector<CatalogueEntry> list;
    return list;
}

std::vector<CatalogueEntry>::iterator first_broken() {
    return std::ranges::find_if(entries(),
                                [](const CatalogueEntry& entry) { return entry.info.is_broken(); });
}

template <class Kernel>
bool enter() {
    const CatalogueEntry entry{Kernel::info, &Kernel::expected};
    entries().insert(Kernel::info.is_broken() ? entries().end() : first_broken(), entry);
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

std::span<const CatalogueEntry> correct_kernels() {
    return {entries().begin(), first_broken()};
}

std::span<const CatalogueEntry> broken_kernels() {
    return {first_broken(), entries().end()};
}

const CatalogueEntry* find_kernel(std::string_view id) {
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.info.id == id) return &entry;
    }
    return nullptr;
}

}  // namespace stridescope
