// Where things stand in the picture of global accesses: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/analysis/coalescing.h"
#include "app/scene/lane_layout.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// The lanes fan out to the sectors, with the bytes that are wanted of each and the lines' names
/// below.
struct GlobalLayout : LaneLayout {
    float sector_h = 34;
    float bytes_h = 20;     ///< of how much of a sector is wanted; 0: not told
    float line_h = 20;      ///< of the lines' names
    float words_size = 12;  ///< of both

    float sectors_y() const { return fan_end(); }
    float bytes_y() const { return sectors_y() + sector_h; }
    float line_y() const { return bytes_y() + bytes_h; }
    float across() const { return 32 * lane_w; }

    explicit GlobalLayout(Room room) {
        if (room.given()) {
            fill(room);
        } else {
            place_strip(line_y() + line_h + margin);
        }
    }

  private:
    /// Fills the room. Lanes and sectors keep its whole width.
    void fill(Room room) {
        fill_width(room, "wanted", room.still ? 9 : 4.5F);
        words_size = std::clamp(names_size, 9.0F, 13.0F);
        bytes_h = line_h = words_size * 1.45F;
        float least_fan = 40, least_sector = 18;
        float free = free_height(room, bytes_h + line_h);
        if (free < least_fan + least_sector) {
            leave_out_titles(room);
            bytes_h = 0;
            least_fan = 28;
            least_sector = 10;
            free = free_height(room, line_h);
        }
        sector_h = std::clamp(free * 0.3F, least_sector, 60.0F);
        fan_h = std::max(least_fan, free - sector_h);
        place_strip(line_y() + line_h + 6);
    }
};

/// The lines of memory that are touched, side by side from left to right: those that follow each
/// other close together, others apart.
class LinePlaces {
  public:
    LinePlaces(const std::vector<SectorUse>& sectors, float left, float across) {
        for (const SectorUse& sector : sectors) {
            if (numbers_.empty() || numbers_.back() != sector.line())
                numbers_.push_back(sector.line());
        }
        const float pitch = across / static_cast<float>(std::max<std::size_t>(1, numbers_.size()));
        const float close = std::min(8.0F, pitch * 0.06F), apart = std::min(30.0F, pitch * 0.3F);
        float gaps = 0;
        for (std::size_t k = 1; k < numbers_.size(); ++k) gaps += follows(k) ? close : apart;
        w_ = (across - gaps) / static_cast<float>(std::max<std::size_t>(1, numbers_.size()));
        float x = left;
        for (std::size_t k = 0; k < numbers_.size(); ++k) {
            if (k > 0) x += w_ + (follows(k) ? close : apart);
            lefts_.push_back(x);
        }
    }

    std::size_t count() const { return numbers_.size(); }
    std::int64_t number(std::size_t k) const { return numbers_[k]; }
    float left(std::size_t k) const { return lefts_[k]; }
    float width() const { return w_; }
    float sector_width() const { return w_ / 4; }
    /// Whether nothing lies between it and the one before.
    bool follows(std::size_t k) const { return k > 0 && numbers_[k] == numbers_[k - 1] + 1; }
    /// Which of them has the byte.
    std::size_t line_of(std::int64_t byte) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(numbers_, byte / line_bytes) -
                                        numbers_.begin());
    }
    /// Where the byte begins.
    float x_of(std::int64_t byte) const {
        return lefts_[line_of(byte)] + w_ * static_cast<float>(byte % line_bytes) / line_bytes;
    }

  private:
    std::vector<std::int64_t> numbers_;
    std::vector<float> lefts_;
    float w_ = 0;
};

}  // namespace stridescope::scene_parts
