// Where things stand in the picture of divergence: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>
#include <cstddef>

#include "app/scene/scene.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

/// From left to right: the lines' numbers and text, the lanes of one warp, how many of its slots it
/// uses, the warps of the block, and how many they use. Below it all steps as bars.
struct DivergenceLayout {
    float margin = 14, gap = 16;
    float title_h = 24, title_size = 16;  ///< height 0: only the sentence is told
    float sentence_y = 40, sentence_size = 14;
    float heads_y = 72;
    float head_h = 18, head_size = 12;
    float numbers_h = 16, numbers_size = 11;
    float number_w = 30;
    float code_w = 0, code_size = 12;  ///< width 0: only numbers
    float lanes_x = 0, lane_w = 20;
    float warps_x = 0, warp_w = 0;  ///< width 0: the block has one warp
    float share_w = 52;             ///< of the percentages; 0: none
    float row_h = 24, words_size = 12;
    float strip_y = 0, strip_h = 54, strip_words = 16, strip_size = 11;
    float strip_names = 20;  ///< below the bars
    float width = 0, height = 0;

    float numbers_y() const { return heads_y + head_h; }
    float rows_y() const { return numbers_y() + numbers_h; }
    float row_y(std::size_t row) const { return rows_y() + row_h * static_cast<float>(row); }
    float lanes_end() const { return lanes_x + 32 * lane_w; }

    /// `rows`: with the one that sums them up, where there is one; `longest`: characters of the
    /// longest line of text.
    DivergenceLayout(std::size_t rows, int warps, int longest, Room room) {
        const auto count = static_cast<float>(rows);
        if (room.given()) {
            fill(count, warps, longest, room);
            return;
        }
        code_w = static_cast<float>(std::min(longest, 64)) * code_size * mono_advance;
        if (warps > 1) warp_w = std::max(20.0F, 120.0F / static_cast<float>(warps));
        place(warps);
        width = (warp_w > 0 ? warps_x + warp_w * static_cast<float>(warps) : lanes_end()) +
                share_w + margin;
        strip_y = rows_y() + row_h * count + margin;
        height = strip_y + strip_words + strip_h + strip_names + margin;
    }

  private:
    void place(int warps) {
        lanes_x = margin + number_w + code_w + (code_w > 0 ? gap : 6);
        warps_x = warps > 1 ? lanes_end() + share_w + gap : 0;
    }
    void fill(float rows, int warps, int longest, Room room) {
        constexpr float least_w = 5, least_warp = 2, readable = 8;
        margin = 10;
        gap = std::clamp(room.width / 60, 6.0F, 16.0F);
        words_size = std::clamp(room.height / 40, 11.0F, 15.0F);
        number_w = text_extent("0000", true) * words_size;
        share_w = room.width < 480 ? 0 : text_extent("100 %", true) * words_size + 12;
        const float shares = warps > 1 ? 2 * share_w : share_w;
        const auto of_warps = static_cast<float>(warps > 1 ? warps : 0);
        // What lanes and warps share, once the rest has its room.
        const auto left = [&](float code) {
            const float beside = number_w + code + (code > 0 ? gap : 6) + shares;
            return room.width - 2 * margin - beside - (warps > 1 ? gap : 0);
        };
        code_size = words_size;
        const float whole = static_cast<float>(longest) * code_size * mono_advance;
        for (const float part : {0.36F, 0.28F, 0.2F}) {
            const float code = std::min(whole, part * room.width);
            const bool enough = code >= std::min(whole, 16 * code_size * mono_advance);
            if (!enough || left(code) < (32 + of_warps) * readable) continue;
            code_w = code;
            break;
        }
        const float both = std::max(left(code_w), 32 * least_w + of_warps * least_warp);
        if (warps > 1) {
            // A few warps are wider than lanes, so that their name has room.
            const float wanted = std::max(of_warps * both / (32 + of_warps), 0.16F * both);
            warp_w = std::max(wanted / of_warps, least_warp);
        }
        lane_w = (both - warp_w * of_warps) / 32;
        place(warps);
        width = std::max(
            room.width, (warps > 1 ? warps_x + warp_w * of_warps : lanes_end()) + share_w + margin);
        sentence_size = 13;
        title_size = 15;
        title_h = room.named ? 0 : title_size * 1.4F;
        head_size = numbers_size = std::clamp(words_size, 9.0F, 13.0F);
        head_h = head_size * 1.4F;
        numbers_h = numbers_size * 1.4F;
        strip_size = words_size;
        strip_words = strip_size * 1.35F;
        strip_names = strip_size * 1.4F + 5;
        float least_strip = 20, least_row = 12;
        if (free_height(room) < least_row * rows + least_strip) {
            title_h = 0;
            strip_words = 4;
            strip_names = 5;
            least_strip = 12;
            least_row = 2;
            margin = 6;
        }
        const float free = free_height(room);
        const float highest = std::max(30.0F, room.height * 0.12F);
        row_h = std::clamp((free - least_strip) / rows, least_row, highest);
        // What few rows leave the bars get, up to a share of it all.
        strip_h = std::clamp(free - row_h * rows, least_strip,
                             std::max(least_strip, room.height * 0.55F));
        words_size = std::min(words_size, row_h * 0.72F);
        code_size = std::min(code_size, row_h * 0.72F);
        strip_y = rows_y() + row_h * rows + 8;
        height = std::max(room.height, strip_y + strip_words + strip_h + strip_names + margin);
    }
    /// For the rows and the bars.
    float free_height(Room room) {
        sentence_y = 6 + title_h;
        heads_y = sentence_y + sentence_size * 1.4F + 6;
        return room.height - rows_y() - 8 - strip_words - strip_names - margin;
    }
};

}  // namespace stridescope::scene_parts
