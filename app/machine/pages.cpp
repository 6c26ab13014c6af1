#include "app/machine/pages.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <fcntl.h>
#include <unistd.h>
#endif

namespace stridescope::machine {

Pages zeroed_pages(std::size_t bytes) {
    Pages pages{static_cast<std::byte*>(std::calloc(bytes, 1))};
    if (pages == nullptr) throw std::bad_alloc();
    return pages;
}

#ifdef __linux__

// proc(5): a word of 8 bytes a page, whose two highest bits say that it is in memory, or swapped.

TouchedPages::TouchedPages() : map_(open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)) {}

TouchedPages::~TouchedPages() {
    if (map_ >= 0) close(map_);
}

bool TouchedPages::any(const std::byte* from, std::size_t bytes) const {
    if (map_ < 0 || bytes == 0) return true;
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(from);
    const std::uintptr_t last = (begin + bytes - 1) / page;
    std::array<std::uint64_t, 64> words{};
    for (std::uintptr_t first = begin / page; first <= last; first += words.size()) {
        const std::size_t count = std::min<std::size_t>(words.size(), last - first + 1);
        const auto size = static_cast<ssize_t>(count * sizeof words[0]);
        if (pread(map_, words.data(), static_cast<std::size_t>(size),
                  static_cast<off_t>(first * sizeof words[0])) != size)
            return true;
        for (std::size_t n = 0; n < count; ++n) {
            if (words[n] >> 62 != 0) return true;
        }
    }
    return false;
}

#else

TouchedPages::TouchedPages() = default;
TouchedPages::~TouchedPages() = default;

bool TouchedPages::any(const std::byte*, std::size_t) const {
    return map_ < 0;
}

#endif

}  // namespace stridescope::machine
