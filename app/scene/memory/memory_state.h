// What the picture of shared memory tells of each word. Internal to app/scene.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/analysis/elements.h"
#include "app/analysis/heat.h"
#include "app/analysis/races.h"
#include "app/scene/scene_parts.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// The words of a block's shared array after a step, and what the step did to them.
class MemoryState {
  public:
    /// `elements`: of the cursor's block. `arrived`: so have the values that the step stores.
    MemoryState(const Trace& trace, Cursor cursor, const CellElements& elements,
                bool arrived = true);

    const Trace& trace() const { return trace_; }
    Cursor cursor() const { return cursor_; }
    std::size_t bytes() const { return bytes_; }  ///< of an element
    /// Columns of the picture: 32 banks, 16 pairs of them for 8-byte elements, or the array's.
    int columns() const;
    /// The array whose rows and columns the picture has; null: it has banks instead. So it is with
    /// a text's only shared array, if that has several dimensions.
    const ArrayFacts* shaped() const { return shaped_; }
    /// Words are not simply the elements in order.
    bool permuted() const { return elements_.permuted; }
    /// The element that lives in the word; -1: none, or not known.
    int element(int word) const { return elements_.is_known(word) ? elements_.at(word) : -1; }
    const std::vector<WordUse>& uses() const { return uses_; }

    /// No thread accesses it.
    bool padding(int word) const {
        return word >= trace_.words_of_step(cursor_.step) ||
               trace_.element_of(first_of_element(word)) < 0;
    }
    /// The first cell of an element that takes several.
    int first_of_element(int cell) const {
        const ArrayId array = trace_.array_of_cell(cursor_.step, cell);
        if (array == ArrayId::none) return cell;
        const int begin = trace_.first_cell(array), each = trace_.cells_of_element(array);
        return begin + (cell - begin) / each * each;
    }
    bool any_padding() const;
    /// "padding", or what is known of such words.
    const char* padding_word() const;
    /// Whether columns are banks.
    bool banked() const { return shaped_ == nullptr; }
    /// Columns that are one bank: several where cells are less than a word.
    int cells_of_bank() const {
        return banked() && bytes() < 4 ? 4 / static_cast<int>(bytes()) : 1;
    }
    /// "X[5] · word 5 · bank 5".
    std::string name_of(int cell) const;
    bool read(int word) const { return !use(word).readers.empty() || has_remote(word, false); }
    bool written(int word) const { return !use(word).writers.empty() || has_remote(word, true); }
    /// Whether the step gave it another value.
    bool changed(int word) const;
    /// Whether that is seen already.
    bool shows_change(int word) const { return arrived_ && changed(word); }
    /// Whether the launch has written it, up to the end of the step.
    bool live(int word) const { return live_[static_cast<std::size_t>(word)] != 0; }
    /// The step whose value of the word is seen: the one before, while a new one is on its way;
    /// nothing where it holds none.
    std::optional<int> value_step(int word) const;
    /// Whether some word is not written in the first step of some launch.
    bool blank_at_first() const;

    /// The race that threads ran for the word in this step; null for most.
    const Race* race(int word) const {
        const auto found = races_.find(word);
        return found != races_.end() ? &found->second : nullptr;
    }
    bool races() const { return !races_.empty(); }

    const WordUse& use(int word) const { return uses_[static_cast<std::size_t>(word)]; }
    std::string tip(int word) const;
    /// What the step cost each bank.
    const std::vector<HeatCell>& loads() const { return loads_; }

  private:
    /// [block, thread]: of blocks of the cluster that reach the word by its block's rank.
    struct RemoteUse {
        std::set<std::pair<int, int>> readers{}, writers{};
    };
    bool has_remote(int word, bool writes) const {
        const auto found = remote_.find(word);
        return found != remote_.end() &&
               !(writes ? found->second.writers : found->second.readers).empty();
    }
    std::string values_text(int word) const;

    const Trace& trace_;
    Cursor cursor_;
    std::size_t bytes_;
    const CellElements& elements_;
    const ArrayFacts* shaped_ = nullptr;
    std::vector<WordUse> uses_;
    std::unordered_map<int, RemoteUse> remote_{};  ///< [word]
    std::vector<std::uint8_t> live_, live_before_;
    bool arrived_;
    std::vector<HeatCell> loads_;
    std::unordered_map<int, Race> races_;  ///< by word
};

}  // namespace stridescope::scene_parts
