#include "app/machine/pages.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace stridescope::machine {

namespace {

Pages from_malloc(std::size_t bytes) {
    Pages pages{static_cast<std::byte*>(std::calloc(bytes, 1))};
    if (pages == nullptr) throw std::bad_alloc();
    return pages;
}

}  // namespace

#ifdef __linux__

void FreePages::operator()(std::byte* pages) const {
    if (mapped != 0)
        munmap(pages, mapped);
    else
        std::free(pages);
}

Pages zeroed_pages(std::size_t bytes) {
    // As large as the processor's large pages are. What is not much larger is not worth one.
    constexpr std::size_t large = std::size_t{2} << 20;
    constexpr std::size_t least = 2 * large;
    if (bytes < least) return from_malloc(bytes);
    const std::size_t size = (bytes + large - 1) / large * large;
    void* const got =
        mmap(nullptr, size + large, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) throw std::bad_alloc();
    // Where a large page may begin; what is too much goes back.
    const std::size_t before = (large - reinterpret_cast<std::uintptr_t>(got) % large) % large;
    auto* const begin = static_cast<std::byte*>(got) + before;
    if (before != 0) munmap(got, before);
    if (before != large) munmap(begin + size, large - before);
    madvise(begin, size, MADV_HUGEPAGE);  // a wish
    return {begin, FreePages{.mapped = size}};
}

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

void FreePages::operator()(std::byte* pages) const {
    std::free(pages);
}

Pages zeroed_pages(std::size_t bytes) {
    return from_malloc(bytes);
}

TouchedPages::TouchedPages() = default;
TouchedPages::~TouchedPages() = default;

bool TouchedPages::any(const std::byte*, std::size_t) const {
    return map_ < 0;
}

#endif

}  // namespace stridescope::machine
