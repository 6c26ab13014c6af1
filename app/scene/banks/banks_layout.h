// Where things stand in the banks' picture: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>

#include "app/scene/lane_layout.h"
#include "app/scene/type_size.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// The lanes fan out to the banks, with the words that are wanted of each below it.
struct BanksLayout : LaneLayout {
    float bank_h = 22, bank_size = 12;
    int bank_every = 1;  ///< banks that have their number
    float chip_h = 0;    ///< of the marks of banks with a conflict; 0: the request has none
    float word_h = 26, word_size = 12;

    float banks_y() const { return fan_end(); }
    float words_y() const { return banks_y() + bank_h + chip_h; }

    BanksLayout(int passes, int columns, bool conflict, Room room) {
        const auto count = static_cast<float>(passes);
        if (conflict) chip_h = 17;
        if (room.given()) {
            fill(count, columns, room);
        } else {
            place_strip(words_y() + word_h * count + margin);
        }
    }

  private:
    /// Fills the room. Lanes, banks and wavefronts keep its whole width.
    void fill(float passes, int columns, Room room) {
        fill_width(room, "wave 32", room.still ? 9 : 4.5F);
        bank_h = 18;
        bank_size = columns == 32 ? type_for(text_extent("31"), lane_w - 2, 14)
                                  : type_for(text_extent("30 · 31"), 2 * lane_w - 4, 14);
        if ((room.still || lane_w < slim_lane) && columns == 32 && bank_size < least_type) {
            bank_size = least_type;
            bank_every = every_number();
        }
        float least_fan = 40, least_word = 13;
        float free = free_height(room, bank_h + chip_h);
        if (free < least_fan + least_word * passes) {
            leave_out_titles(room);
            chip_h = 0;
            bank_h = 16;
            least_fan = is_part_of_page(room) ? 18 : 28;
            least_word = 1;
            free = free_height(room, bank_h);
        }
        word_h = std::clamp((free - least_fan) / passes, least_word, 30.0F);
        const float most_of_it = free * (strip_words > 10 ? 0.6F : 0.75F);
        word_h = std::min(word_h, std::max(least_word, most_of_it / passes));
        // Words that could be read if the lines to them were shorter: they are what it is about.
        constexpr float readable = 11;
        if (word_h < readable)
            word_h = std::max(word_h, std::min((free - least_fan) / passes, readable));
        const float larger = word_h < readable ? 0 : std::min(word_h * 0.82F, least_type);
        word_size = std::min(std::max(word_h * 0.72F, larger), 14.0F);
        fan_h = std::max(least_fan, free - word_h * passes);
        place_strip(words_y() + word_h * passes + 6);
    }
};

}  // namespace stridescope::scene_parts
