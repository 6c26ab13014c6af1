#include "app/machine/pages.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace stridescope::machine {

namespace {

/// As large as the processor's large pages are. What is not much larger is not worth one.
constexpr std::size_t large = std::size_t{2} << 20, least = 2 * large;

Pages from_malloc(std::size_t bytes) {
    Pages pages{static_cast<std::byte*>(std::calloc(bytes, 1))};
    if (pages == nullptr) throw std::bad_alloc();
    return pages;
}

}  // namespace

#ifdef __linux__

namespace {

/// What was let go of and not yet asked for.
class Kept {
  public:
    void begin(std::uint64_t most) {
        const std::scoped_lock lock(mutex_);
        ++users_;
        most_ = most;
    }
    void end() {
        const std::scoped_lock lock(mutex_);
        if (--users_ > 0) return;
        while (count_ > 0) drop_oldest();
    }
    /// False: it is for the system.
    bool take(std::byte* begin, std::size_t size) {
        const std::scoped_lock lock(mutex_);
        if (users_ == 0 || size > most_) return false;
        while (bytes_ + size > most_ || count_ == pieces_.size()) drop_oldest();
        pieces_[count_++] = {begin, size};
        bytes_ += size;
        return true;
    }
    /// The latest one that is large enough and not much larger, zero again; null: there is none.
    Pages give(std::size_t size) {
        Piece piece;
        {
            const std::scoped_lock lock(mutex_);
            for (std::size_t n = count_; n-- > 0;) {
                if (pieces_[n].size < size || pieces_[n].size > size + size / 4) continue;
                piece = take_out(n);
                break;
            }
        }
        if (piece.begin == nullptr) return nullptr;
        make_zero(piece.begin, piece.size);
        return {piece.begin, FreePages{.mapped = piece.size}};
    }

  private:
    struct Piece {
        std::byte* begin = nullptr;
        std::size_t size = 0;
    };
    Piece take_out(std::size_t n) {
        const Piece piece = pieces_[n];
        std::copy(pieces_.begin() + n + 1, pieces_.begin() + count_, pieces_.begin() + n);
        --count_;
        bytes_ -= piece.size;
        return piece;
    }
    void drop_oldest() {
        const Piece piece = take_out(0);
        munmap(piece.begin, piece.size);
    }

    std::mutex mutex_;
    int users_ = 0;
    std::uint64_t most_ = 0;
    std::array<Piece, 64> pieces_{};  ///< the oldest first
    std::size_t count_ = 0, bytes_ = 0;
};

/// It never goes: others may let go of memory when the program ends.
Kept& kept() {
    static auto* const all = new Kept;
    return *all;
}

}  // namespace

KeptPages::KeptPages(std::uint64_t most) {
    kept().begin(most);
}
KeptPages::~KeptPages() {
    kept().end();
}

void FreePages::operator()(std::byte* pages) const {
    if (mapped == 0)
        std::free(pages);
    else if (!kept().take(pages, mapped))
        munmap(pages, mapped);
}

Pages zeroed_pages(std::size_t bytes) {
    if (bytes < least) return from_malloc(bytes);
    const std::size_t size = (bytes + large - 1) / large * large;
    if (Pages again = kept().give(size)) return again;
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

KeptPages::KeptPages(std::uint64_t) {}
KeptPages::~KeptPages() = default;

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

void make_zero(std::byte* at, std::size_t bytes) {
    // To ask takes longer than to write where there is little.
    if (bytes < least) {
        std::memset(at, 0, bytes);
        return;
    }
    const TouchedPages touched;
    for (std::size_t n = 0; n < bytes; n += large) {
        const std::size_t size = std::min(large, bytes - n);
        if (touched.any(at + n, size)) std::memset(at + n, 0, size);
    }
}

}  // namespace stridescope::machine
