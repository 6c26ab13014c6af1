// Large pieces of memory as the system gives them: zero, and of a cost only where they are touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace stridescope::machine {

struct FreePages {
    std::size_t mapped = 0;  ///< bytes that the system gave itself; 0: malloc's
    void operator()(std::byte* pages) const;
};
using Pages = std::unique_ptr<std::byte[], FreePages>;

/// So many bytes, all 0. Throws std::bad_alloc. Of large pieces the system is asked for large
/// pages: to hand out gigabytes by 4 KiB takes it longer than a loop of main takes to fill them.
Pages zeroed_pages(std::size_t bytes);

/// While there is one of these, large pieces that are let go of are kept for those who ask next: a
/// main that allocates and frees in a loop, or launches in one, would wait for the system each
/// time, which takes longer to hand out memory than a launch to use it.
class KeptPages {
  public:
    /// So many bytes at most, of all that are kept; where several say so, what the last one said.
    explicit KeptPages(std::uint64_t most);
    ~KeptPages();
    KeptPages(const KeptPages&) = delete;
    KeptPages& operator=(const KeptPages&) = delete;
};

/// Which pages of this process hold anything: what was allocated and never touched need not be
/// looked at. Where the system does not tell, all may.
class TouchedPages {
  public:
    TouchedPages();
    ~TouchedPages();
    TouchedPages(const TouchedPages&) = delete;
    TouchedPages& operator=(const TouchedPages&) = delete;

    /// Whether one of the pages that the bytes lie in was touched, or may have been.
    bool any(const std::byte* from, std::size_t bytes) const;

  private:
    int map_ = -1;
};

/// Makes so many bytes of what zeroed_pages gave 0. Large parts that were never touched are so
/// already, and stay untouched.
void make_zero(std::byte* at, std::size_t bytes);

}  // namespace stridescope::machine
