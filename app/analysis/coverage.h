// Which part of the input each value is made of: followed through the recorded operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Input elements `first` … `last` of a block's section.
struct ElementRange {
    int first = 0, last = -1;
    bool operator==(const ElementRange&) const = default;
};

/// What went into one value.
struct Cover {
    std::vector<ElementRange> parts;  ///< in order, apart from each other by at least one element
    bool once = true;                 ///< no element went in twice
    bool foreign = false;             ///< also something of an array that is not the input

    /// Different elements in it.
    int count() const;
    /// Whether the value is the operator's result over one unbroken range.
    bool one_range() const { return parts.size() == 1 && once && !foreign; }
    bool operator==(const Cover&) const = default;
};

/// Covers of every word of a flow after every level. A value is followed from store to load to
/// store, back to the elements of the input that were loaded; not through other arrays of global
/// memory.
class Coverage {
  public:
    Coverage() = default;
    /// `edges`: [level] between words, and the words of each level that were given
    /// something that nobody recorded the origin of. Elements are those of `input` behind `first`;
    /// what comes of other arrays is foreign.
    Coverage(int words, const std::vector<std::vector<Edge>>& edges,
             const std::vector<std::vector<int>>& constants, ArrayId input, std::int64_t first);

    Cover at(int step, int word) const {
        const Known& known = covers_[static_cast<std::size_t>(cover_[index(step, word)])];
        const auto parts = parts_of(known);
        return {{parts.begin(), parts.end()}, known.once, known.foreign};
    }
    /// at(step, word).count(), without counting.
    int count(int step, int word) const {
        return covers_[static_cast<std::size_t>(cover_[index(step, word)])].count;
    }

  private:
    class Builder;
    /// A cover, its parts in the common array: a scan of 8,192 elements has a hundred thousand.
    struct Known {
        std::size_t first_part = 0, parts = 0;
        int count = 0;
        bool once = true, foreign = false;
    };
    std::span<const ElementRange> parts_of(const Known& known) const {
        return std::span{parts_}.subspan(known.first_part, known.parts);
    }
    std::size_t index(int step, int word) const {
        return static_cast<std::size_t>(step) * words_ + static_cast<std::size_t>(word);
    }

    std::size_t words_ = 0;
    std::vector<Known> covers_;  ///< different ones; the first is empty
    std::vector<ElementRange> parts_;
    std::vector<int> cover_;  ///< [step][word], an index into covers_
};

}  // namespace stridescope
