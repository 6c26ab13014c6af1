// What asynchronous copies of a launch's blocks read in global memory, for those of other blocks
// who store there and come behind the copies by flags alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stridescope::machine {

class CopiesOfGrid {
  public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    struct Source {
        std::uint64_t begin = 0, end = 0;  ///< addresses
        std::uint32_t block = 0, thread = 0;
        std::uint32_t begun = 0;  ///< of its thread's clock
        /// Threads of the block that have waited for it, and when, by their clocks.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> waits{};
        bool is_over = false;  ///< nobody is to be told of it
    };

    /// Its number; none: there are so many that no more are looked at.
    std::uint32_t add(const Source& source) {
        if (all_.size() >= most) return none;
        const auto number = static_cast<std::uint32_t>(all_.size());
        all_.push_back(source);
        of_block_[source.block].push_back(number);
        for (std::uint64_t line = source.begin >> line_bits; line <= (source.end - 1) >> line_bits;
             ++line)
            lines_[line].push_back(number);
        return number;
    }
    void await(std::uint32_t number, std::uint32_t thread, std::uint32_t moment) {
        if (number == none) return;
        Source& source = all_[number];
        source.is_over |= moment == 0 || source.waits.size() >= most_waits;
        if (!source.is_over) source.waits.emplace_back(thread, moment);
    }
    void end(std::uint32_t number) {
        if (number != none) all_[number].is_over = true;
    }
    /// The block has ended, and nothing of it is on its way.
    void end_block(std::uint32_t block) {
        const auto own = of_block_.extract(block);
        if (own.empty()) return;
        for (const std::uint32_t number : own.mapped())
            all_[number].is_over |= all_[number].waits.empty();
    }
    /// The first of other blocks that reads there and was begun before what comes now, while none
    /// who has waited for it did so before that; nullptr: there is none. `is_before` is asked for a
    /// block, a moment and a thread.
    template <typename Before>
    const Source* find(std::uint64_t begin, std::uint64_t end, std::uint32_t block,
                       Before is_before) const {
        for (std::uint64_t line = begin >> line_bits; line <= (end - 1) >> line_bits; ++line) {
            const auto at = lines_.find(line);
            if (at == lines_.end()) continue;
            for (const std::uint32_t number : at->second) {
                const Source& source = all_[number];
                const bool concerns = source.block != block && !source.is_over &&
                                      begin < source.end && source.begin < end;
                if (!concerns || !is_before(source.block, source.begun, source.thread)) continue;
                const bool is_read = std::ranges::any_of(source.waits, [&](const auto& wait) {
                    return is_before(source.block, wait.second, wait.first);
                });
                if (!is_read) return &source;
            }
        }
        return nullptr;
    }
    bool empty() const { return all_.empty(); }

  private:
    static constexpr int line_bits = 8;
    static constexpr std::size_t most = std::size_t{1} << 16, most_waits = 256;
    std::vector<Source> all_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> lines_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_block_;  ///< while it runs
};

}  // namespace stridescope::machine
