#include "app/analysis/coalescing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "app/analysis/banks.h"

namespace stridescope {
namespace {

/// Counts pieces of memory of so many bytes that accesses lie in, which come in the order of their
/// addresses.
template <std::size_t piece_bytes>
class PiecesInOrder {
  public:
    /// An access to the bytes from `begin` to `last`.
    void add(std::size_t begin, std::size_t last) {
        const std::size_t from = std::max(begin / piece_bytes, next_), end = last / piece_bytes + 1;
        if (end <= from) return;
        count_ += static_cast<int>(end - from);
        next_ = end;
    }
    int count() const { return count_; }

  private:
    std::size_t next_ = 0;  ///< the first piece that is not yet counted
    int count_ = 0;
};

/// What a lane moves: a sector at most, as no vector type is wider.
std::size_t moved_bytes(std::size_t element_bytes, std::size_t access_bytes) {
    return std::min<std::size_t>(std::max(access_bytes, element_bytes), sector_bytes);
}

}  // namespace

GlobalCost global_cost(std::span<const std::uint32_t> elements, std::size_t element_bytes,
                       std::size_t access_bytes) {
    const std::size_t each = moved_bytes(element_bytes, access_bytes);
    std::array<std::uint32_t, warp_size> copy{};
    std::span<const std::uint32_t> in_order = elements;
    if (!std::ranges::is_sorted(elements)) {
        std::ranges::copy(elements, copy.begin());
        const auto sorted = std::span{copy}.first(elements.size());
        std::ranges::sort(sorted);
        in_order = sorted;
    }
    PiecesInOrder<sector_bytes> sectors;
    PiecesInOrder<line_bytes> lines;
    int distinct = 0;
    for (std::size_t i = 0; i < in_order.size(); ++i) {
        if (i > 0 && in_order[i] == in_order[i - 1]) continue;
        ++distinct;
        const std::size_t begin = in_order[i] * element_bytes, last = begin + each - 1;
        sectors.add(begin, last);
        lines.add(begin, last);
    }
    const int bytes = distinct * static_cast<int>(each);
    return {.active = static_cast<int>(elements.size()),
            .sectors = sectors.count(),
            .lines = lines.count(),
            .ideal = (bytes + sector_bytes - 1) / sector_bytes,
            .bytes = bytes};
}

GlobalUse global_use(std::span<const std::int64_t> elements, std::size_t element_bytes,
                     std::size_t access_bytes) {
    const auto each = static_cast<std::int64_t>(moved_bytes(element_bytes, access_bytes));
    GlobalUse use{.lane_bytes = static_cast<int>(each), .first_byte = {}, .sectors = {}};
    std::map<std::int64_t, SectorUse> sectors;
    for (const std::int64_t element : elements) {
        if (element == GlobalUse::idle) {
            use.first_byte.push_back(GlobalUse::idle);
            continue;
        }
        const std::int64_t begin = element * static_cast<std::int64_t>(element_bytes);
        use.first_byte.push_back(begin);
        for (std::int64_t number = begin / sector_bytes;
             number <= (begin + each - 1) / sector_bytes; ++number) {
            SectorUse& sector = sectors[number];
            sector.number = number;
            ++sector.lanes;
            for (int byte = 0; byte < sector_bytes; ++byte) {
                const std::int64_t at = number * sector_bytes + byte;
                if (at >= begin && at < begin + each) sector.wanted |= std::uint32_t{1} << byte;
            }
        }
    }
    for (const auto& [number, sector] : sectors) use.sectors.push_back(sector);
    return use;
}

}  // namespace stridescope
