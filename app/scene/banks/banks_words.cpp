#include "app/scene/banks/banks_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {

BankWords::BankWords(const Trace& trace, const Request& request)
    : columns_{bank_count * 4 / static_cast<int>(request.bytes)},
      words_{words_of_request(trace, request)},
      loads_{group_loads(trace, request)},
      queue_{request.access == Access::atomic || request.access == Access::copy} {
    if (request.access == Access::copy) waves_ = wavefront_of_lanes(trace, request);
    place();
}

/// Lanes that are served together put each new word of a bank into a pass of its own.
void BankWords::place() {
    place_of_lane_.assign(words_.size(), -1);
    int first_pass = 0;
    for (const GroupLoad& load : loads_) {
        const auto group = static_cast<std::size_t>(load.first_lane);
        const auto end = group + static_cast<std::size_t>(load.lanes);
        std::vector<int> wanted(static_cast<std::size_t>(columns_), 0);
        const std::size_t first_place = places_.size();
        for (std::size_t lane = group; lane < end; ++lane) {
            if (words_[lane] == Trace::idle) continue;
            const int word = words_[lane], column = word % columns_;
            // Atomics on one word come one after the other, as copies to it do; all else is one
            // broadcast.
            const auto known =
                queue_ ? places_.end()
                       : std::find_if(places_.begin() + static_cast<std::ptrdiff_t>(first_place),
                                      places_.end(),
                                      [word](const WordPlace& p) { return p.word == word; });
            place_of_lane_[lane] = static_cast<int>(known - places_.begin());
            if (known != places_.end()) {
                ++known->lanes;
                continue;
            }
            int& above = wanted[static_cast<std::size_t>(column)];
            const int pass = waves_.empty() ? first_pass + above : waves_[lane];
            ++above;
            places_.push_back({word, column, pass, 1, false});
        }
        for (std::size_t k = first_place; k < places_.size(); ++k) {
            places_[k].conflict =
                load.degree(wanted[static_cast<std::size_t>(places_[k].column)]) > 1;
        }
        first_pass += load.worst;
    }
    passes_ = first_pass;
}

int BankWords::degree_of(int column) const {
    int degree = 0;
    for (const GroupLoad& load : loads_) {
        degree = std::max(degree, load.degree(load.wanted[static_cast<std::size_t>(column)]));
    }
    return degree;
}

std::string BankWords::wave_text(int wave) const {
    int now = 0, before = 0, later = 0;
    for (const WordPlace& place : places_) {
        (place.pass + 1 == wave ? now : place.pass + 1 < wave ? before : later) += place.lanes;
    }
    if (wave > passes_) {
        return fmt::format("done: {} served in {}", counted(before, "lane"),
                           counted(passes_, "wavefront"));
    }
    std::string text =
        fmt::format("wavefront {} of {}: {} served", wave, passes_, counted(now, "lane"));
    if (before > 0) text += fmt::format(", {} before", before);
    if (later > 0) text += fmt::format(", {} {}", later, later == 1 ? "waits" : "wait");
    return text;
}

std::string BankWords::wave_tip(int wave, int pass) const {
    int lanes = 0;
    for (const WordPlace& place : places_) lanes += place.pass == pass ? place.lanes : 0;
    return fmt::format("wavefront {} of {} serves {}\nclick to show {} (Shift+→ for the next)",
                       pass + 1, passes_, counted(lanes, "lane"),
                       pass + 1 == wave ? "all" : "it alone");
}

}  // namespace stridescope::scene_parts
