// Where things stand in the banks' picture: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>

#include "app/scene/type_size.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// Where things stand; as made, without a room.
struct BanksLayout {
    float margin = 14;
    float names_w = 54, names_size = 13;
    float left = 78;
    float lane_w = 38, lane_h = 30, lane_size = 13;
    float fan_h = 150;  ///< between the lanes and the banks
    float bank_h = 22, bank_size = 12;
    float word_h = 26, word_size = 12;
    float title_h = 24, title_size = 16;  ///< height 0: only the sentence is told
    float sentence_y = 40, sentence_size = 14;
    float lanes_y = 82;
    float width = left + 32 * lane_w + margin;
    float height = 0;

    float chip_h = 0;  ///< of the marks of banks with a conflict; 0: the request has none
    float strip_y = 0, strip_h = 54, strip_size = 11;

    float banks_y() const { return lanes_y + lane_h + fan_h; }
    float words_y() const { return banks_y() + bank_h + chip_h; }
    float strip_words = 16;  ///< height of the line above the bars; without words below 10

    BanksLayout(int passes, int columns, bool conflict, Room room) {
        const auto count = static_cast<float>(passes);
        if (conflict) chip_h = 17;
        if (room.given()) {
            fill(count, columns, room);
        } else {
            strip_y = words_y() + word_h * count + margin;
            height = strip_y + strip_words + strip_h + margin;
        }
    }

  private:
    /// Fills the room. Where it is low, what is said elsewhere too goes first, so that lanes, banks
    /// and wavefronts keep its whole width.
    void fill(float passes, int columns, Room room) {
        constexpr float least_w = 12;
        margin = 10;
        names_size = std::clamp(room.height / 45, 11.0F, 14.0F);
        names_w = text_extent("wave 32") * names_size + 2;
        left = margin + names_w + 8;
        width = std::max(room.width, left + 32 * least_w + margin);
        lane_w = (width - left - margin) / 32;
        lane_h = std::min(30.0F, lane_w * 0.9F);
        lane_size = type_for(text_extent("31"), lane_w * (lane_w < 20 ? 0.85F : 0.7F), 16);
        bank_h = 18;
        bank_size = columns == 32 ? type_for(text_extent("31"), lane_w - 2, 14)
                                  : type_for(text_extent("30 · 31"), 2 * lane_w - 4, 14);
        sentence_size = 13;
        title_size = 15;
        title_h = title_size * 1.4F;
        strip_size = names_size;
        strip_h = std::clamp(room.height * 0.1F, 20.0F, 60.0F);
        float least_fan = 40, least_word = 13;
        float free = free_height(room);
        if (free < least_fan + least_word * passes) {
            title_h = 0;
            strip_words = 4;
            strip_h = 12;
            chip_h = 0;
            margin = 6;
            bank_h = 16;
            least_fan = 28;
            least_word = 1;
            free = free_height(room);
        }
        word_h = std::clamp((free - least_fan) / passes, least_word, 30.0F);
        const float most_of_it = free * (title_h > 0 ? 0.6F : 0.75F);
        word_h = std::min(word_h, std::max(least_word, most_of_it / passes));
        word_size = std::min(word_h * 0.72F, 14.0F);
        fan_h = std::max(least_fan, free - word_h * passes);
        strip_y = words_y() + word_h * passes + 6;
        height = strip_y + strip_words + strip_h + margin;
    }
    /// Between the lanes and the banks, and for the words below these.
    float free_height(Room room) {
        sentence_y = 6 + title_h;
        lanes_y = sentence_y + sentence_size * 1.4F + 8;
        const float below = strip_words + strip_h + 6;
        return room.height - lanes_y - lane_h - bank_h - chip_h - below - margin;
    }
};

}  // namespace stridescope::scene_parts
