// The catalogue: what kernels there are. Their texts are in the headers beside this one.
#pragma once

#include <span>
#include <string_view>

#include "kernels/kernel_info.h"

namespace stridescope {

/// A kernel of the catalogue with its closed forms.
struct CatalogueEntry {
    KernelInfo info;
    Expected (*expected)(const Shape&, std::string_view phase, int stride);
};

/// All kernels: the right ones, then those that are broken on purpose, each in the order of
/// kernels/catalog_list.h.
std::span<const CatalogueEntry> catalogue();
/// The first part of it.
std::span<const CatalogueEntry> correct_kernels();
/// The second part: the gallery of broken kernels.
std::span<const CatalogueEntry> broken_kernels();

/// The kernel of that id, or nullptr.
const CatalogueEntry* find_kernel(std::string_view id);

}  // namespace stridescope
