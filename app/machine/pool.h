// Memory for many small things of one kind that go together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

#include "app/machine/pages.h"

namespace stridescope::machine {

/// Makes things one by one and lets go of all of them at once, when it goes itself.
template <class T>
class Pool {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    T* make() {
        if (free_ == 0) {
            // Few at first, as most have need of few; then pages that the system gives at once.
            const std::size_t count =
                blocks_.empty() ? first : std::clamp<std::size_t>(made_, 1, most);
            blocks_.push_back(zeroed_pages(count * sizeof(T)));
            next_ = blocks_.back().get();
            free_ = count;
        }
        --free_;
        ++made_;
        T* const made = new (next_) T;
        next_ += sizeof(T);
        return made;
    }

  private:
    static constexpr std::size_t first = 4, most = std::max<std::size_t>(
                                                1, (std::size_t{4} << 20) / sizeof(T));

    std::vector<Pages> blocks_{};
    std::byte* next_ = nullptr;  ///< of the last block
    std::size_t free_ = 0, made_ = 0;
};

}  // namespace stridescope::machine
