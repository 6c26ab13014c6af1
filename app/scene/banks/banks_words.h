// Which words a request wants of which banks, and when they are served. Internal to
// app/scene/banks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/analysis/requests.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// A word's place: under its bank, in the pass that serves it.
struct WordPlace {
    int word, column, pass, lanes;
    bool conflict;  ///< another word of the bank is wanted at the same time
};

class BankWords {
  public:
    BankWords(const Trace& trace, const Request& request);

    const std::vector<WordPlace>& places() const { return places_; }
    /// How many wavefronts it takes.
    int passes() const { return passes_; }
    std::size_t lanes() const { return words_.size(); }
    /// The word that the lane wants; null for an idle lane.
    const WordPlace* wanted_by(std::size_t lane) const {
        const int at = place_of_lane_[lane];
        return at < 0 ? nullptr : &places_[static_cast<std::size_t>(at)];
    }
    /// How many words of the column's bank were wanted at once.
    int degree_of(int column) const;
    /// What is said of a wavefront that is shown alone, from 1: "wavefront 2 of 4: 8 lanes served,
    /// 8 before, 16 wait", "done: 32 lanes served in 1 wavefront".
    std::string wave_text(int wave) const;
    /// "wavefront 2 of 4 serves 8 lanes\nclick to show it alone"; `wave`: 0 where all are shown.
    std::string wave_tip(int wave, int pass) const;

  private:
    void place();

    int columns_;                      ///< 32 banks, or 16 pairs
    std::vector<std::int32_t> words_;  ///< [lane]
    std::vector<GroupLoad> loads_;     ///< lanes that are served together
    bool queue_;                       ///< lanes that want one word are served one by one
    std::vector<int> waves_;           ///< [lane], of a copy: see wavefront_of_lanes
    std::vector<WordPlace> places_;
    std::vector<int> place_of_lane_;  ///< index into places_, or -1
    int passes_ = 0;
};

}  // namespace stridescope::scene_parts
