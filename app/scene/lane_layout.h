// What the pictures of one request have in common: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "app/scene/scene.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

/// From top to bottom: title and sentence, the 32 lanes side by side, lines that fan out to what
/// they want, that, and the step's requests as bars. As made, without a room.
struct LaneLayout {
    float margin = 14;
    float names_w = 54, names_size = 13;
    float left = 78;
    float lane_w = 38, lane_h = 30, lane_size = 13;
    int number_every = 1;  ///< lanes that have their number
    float numbers_h = 0;   ///< of the line above the lanes that has them; 0: they have them inside
    float fan_h = 150;
    float title_h = 24, title_size = 16;  ///< height 0: only the sentence is told
    float sentence_y = 40, sentence_size = 14;
    float lanes_y = 82;
    float width = left + 32 * lane_w + margin;
    float height = 0;
    float strip_y = 0, strip_h = 54, strip_size = 11;
    float strip_words = 16;  ///< height of the line above the bars; without words below 10
    float above = 6, below_sentence = 8;

    /// Lanes too slim for a number each.
    static constexpr float slim_lane = 12;

    float fan_end() const { return lanes_y + lane_h + fan_h; }
    /// The box of a lane's number, which may reach over lanes without one: then it is above them,
    /// since their rims would strike it through.
    Box number_box(std::size_t lane) const {
        const float over = lane_w * static_cast<float>(number_every - 1) / 2;
        return {left + static_cast<float>(lane) * lane_w - over, lanes_y - numbers_h,
                lane_w + 2 * over, numbers_h > 0 ? numbers_h : lane_h};
    }
    /// Which numbers there is room for in the least type: every one, every other, every fourth …
    int every_number() const {
        constexpr float blank = 2.5F;
        return label_every(lane_w, text_extent("31") * least_type + blank);
    }

  protected:
    /// Fills the room's width; `longest_name` stands left of the lanes. `least_w`: of a lane, which
    /// a narrower room is scaled down to.
    void fill_width(Room room, std::string_view longest_name, float least_w) {
        margin = 10;
        names_size = std::clamp(room.height / 45, 11.0F, 14.0F);
        names_w = text_extent(longest_name) * names_size + 2;
        left = margin + names_w + 8;
        width = std::max(room.width, left + 32 * least_w + margin);
        lane_w = (width - left - margin) / 32;
        lane_h = std::min(30.0F, lane_w * 0.9F);
        lane_size = type_for(text_extent("31"), lane_w * (lane_w < 20 ? 0.85F : 0.7F), 16);
        if ((room.still || lane_w < slim_lane) && lane_size < least_type) {
            lane_size = least_type;
            number_every = every_number();
            numbers_h = lane_size * 1.2F;
        }
        sentence_size = 13;
        title_size = 15;
        title_h = room.named ? 0 : title_size * 1.4F;
        strip_size = names_size;
        strip_h = std::clamp(room.height * 0.1F, 20.0F, 60.0F);
    }
    /// Where the room is low, what is said elsewhere too goes first. On half a page, where nobody
    /// chooses another request, so do the requests.
    void leave_out_titles(Room room) {
        title_h = 0;
        strip_words = 4;
        strip_h = 12;
        margin = 6;
        if (!is_part_of_page(room)) return;
        strip_words = strip_h = 0;
        margin = 3;
        above = below_sentence = 2;
    }
    static bool is_part_of_page(Room room) {
        constexpr float half_a_page = 110;
        return room.still && room.height < half_a_page;
    }
    /// For the fan and what it goes to, but for so much of that.
    float free_height(Room room, float taken) {
        sentence_y = above + title_h;
        lanes_y = sentence_y + sentence_size * 1.4F + below_sentence + numbers_h;
        return room.height - lanes_y - lane_h - taken - strip_words - strip_h - 6 - margin;
    }
    void place_strip(float y) {
        strip_y = y;
        height = strip_y + strip_words + strip_h + margin;
    }
};

}  // namespace stridescope::scene_parts
