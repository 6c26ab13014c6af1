// Large pieces of memory as the system gives them: zero, and of a cost only where they are touched.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace stridescope::machine {

struct FreePages {
    void operator()(std::byte* pages) const { std::free(pages); }
};
using Pages = std::unique_ptr<std::byte[], FreePages>;

/// So many bytes, all 0. Throws std::bad_alloc.
Pages zeroed_pages(std::size_t bytes);

}  // namespace stridescope::machine
