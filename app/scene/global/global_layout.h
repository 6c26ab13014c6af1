// Where things stand in the picture of global accesses: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/analysis/coalescing.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// Where things stand; as made, without a room.
struct GlobalLayout {
    float margin = 14;
    float names_w = 54, names_size = 13;
    float left = 78;
    float lane_w = 38, lane_h = 30, lane_size = 13;
    float fan_h = 150;  ///< between the lanes and the sectors
    float sector_h = 34;
    float bytes_h = 20;                   ///< of how much of a sector is wanted; 0: not told
    float line_h = 20;                    ///< of the lines' names
    float words_size = 12;                ///< of both
    float title_h = 24, title_size = 16;  ///< height 0: only the sentence is told
    float sentence_y = 40, sentence_size = 14;
    float lanes_y = 82;
    float width = left + 32 * lane_w + margin;
    float height = 0;
    float strip_y = 0, strip_h = 54, strip_size = 11;
    float strip_words = 16;  ///< height of the line above the bars; without words below 10

    float sectors_y() const { return lanes_y + lane_h + fan_h; }
    float bytes_y() const { return sectors_y() + sector_h; }
    float line_y() const { return bytes_y() + bytes_h; }
    float across() const { return 32 * lane_w; }

    explicit GlobalLayout(Room room) {
        if (room.given()) {
            fill(room);
        } else {
            strip_y = line_y() + line_h + margin;
            height = strip_y + strip_words + strip_h + margin;
        }
    }

  private:
    /// Fills the room. Where it is low, what is said elsewhere too goes first, so that lanes and
    /// sectors keep its whole width.
    void fill(Room room) {
        constexpr float least_w = 12;
        margin = 10;
        names_size = std::clamp(room.height / 45, 11.0F, 14.0F);
        names_w = text_extent("wanted") * names_size + 2;
        left = margin + names_w + 8;
        width = std::max(room.width, left + 32 * least_w + margin);
        lane_w = (width - left - margin) / 32;
        lane_h = std::min(30.0F, lane_w * 0.9F);
        lane_size = type_for(text_extent("31"), lane_w * (lane_w < 20 ? 0.85F : 0.7F), 16);
        words_size = std::clamp(names_size, 9.0F, 13.0F);
        bytes_h = line_h = words_size * 1.45F;
        sentence_size = 13;
        title_size = 15;
        title_h = title_size * 1.4F;
        strip_size = names_size;
        strip_h = std::clamp(room.height * 0.1F, 20.0F, 60.0F);
        float least_fan = 40, least_sector = 18;
        float free = free_height(room);
        if (free < least_fan + least_sector) {
            title_h = 0;
            strip_words = 4;
            strip_h = 12;
            bytes_h = 0;
            margin = 6;
            least_fan = 28;
            least_sector = 10;
            free = free_height(room);
        }
        sector_h = std::clamp(free * 0.3F, least_sector, 60.0F);
        fan_h = std::max(least_fan, free - sector_h);
        strip_y = line_y() + line_h + 6;
        height = strip_y + strip_words + strip_h + margin;
    }
    /// Between the lanes and the sectors, and for these.
    float free_height(Room room) {
        sentence_y = 6 + title_h;
        lanes_y = sentence_y + sentence_size * 1.4F + 8;
        const float below = bytes_h + line_h + strip_words + strip_h + 6;
        return room.height - lanes_y - lane_h - below - margin;
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
