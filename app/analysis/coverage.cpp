#include "app/analysis/coverage.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace stridescope {

int Cover::count() const {
    int count = 0;
    for (const ElementRange& part : parts) count += part.last - part.first + 1;
    return count;
}

class Coverage::Builder {
  public:
    Builder(Coverage& out, const std::vector<std::vector<Edge>>& edges, std::int64_t first)
        : out_{out}, edges_{edges}, first_{first} {}

    void build(const std::vector<std::vector<int>>& constants, ArrayId input) {
        input_ = input;
        const std::size_t words = out_.words_;
        enter({}, {});
        out_.cover_.reserve(words * edges_.size());
        now_.assign(words, 0);
        for (int step = 0; step < static_cast<int>(edges_.size()); ++step) {
            for (const int word : constants[static_cast<std::size_t>(step)])
                now_[static_cast<std::size_t>(word)] = 0;
            take_edges(step);
            out_.cover_.insert(out_.cover_.end(), now_.begin(), now_.end());
        }
    }

  private:
    /// What a cover tells besides its parts.
    struct Told {
        bool once = true, foreign = false;
        bool operator==(const Told&) const = default;
    };
    /// The number of a cover, which is entered if it is new. Open addressing: the table holds
    /// numbers, 0 for a free place (the empty cover never gets into it).
    int number(std::span<const ElementRange> parts, Told told) {
        if (parts.empty() && told == Told{}) return 0;
        if (2 * out_.covers_.size() >= slots_.size()) grow();
        std::size_t slot = place_of(parts, told);
        for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            const Known& known = out_.covers_[static_cast<std::size_t>(slots_[slot])];
            if (told_of(known) == told && std::ranges::equal(out_.parts_of(known), parts))
                return slots_[slot];
        }
        return slots_[slot] = enter(parts, told);
    }
    int enter(std::span<const ElementRange> parts, Told told) {
        Known known{.first_part = out_.parts_.size(),
                    .parts = parts.size(),
                    .once = told.once,
                    .foreign = told.foreign};
        for (const ElementRange& part : parts) known.count += part.last - part.first + 1;
        out_.parts_.insert(out_.parts_.end(), parts.begin(), parts.end());
        out_.covers_.push_back(known);
        return static_cast<int>(out_.covers_.size()) - 1;
    }
    static Told told_of(const Known& known) { return {known.once, known.foreign}; }
    std::size_t place_of(std::span<const ElementRange> parts, Told told) const {
        std::uint64_t hash = (told.once ? 1U : 0U) | (told.foreign ? 2U : 0U);
        for (const ElementRange& part : parts) {
            const auto first = static_cast<std::uint32_t>(part.first);
            const auto last = static_cast<std::uint32_t>(part.last);
            hash = mixed(hash ^ (static_cast<std::uint64_t>(first) << 32 | last));
        }
        return static_cast<std::size_t>(hash) & (slots_.size() - 1);
    }
    static std::uint64_t mixed(std::uint64_t bits) {
        bits *= 0x9E3779B97F4A7C15U;
        return bits ^ (bits >> 29);
    }
    void grow() {
        slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
        for (std::size_t i = 1; i < out_.covers_.size(); ++i) {
            const Known& known = out_.covers_[i];
            std::size_t slot = place_of(out_.parts_of(known), told_of(known));
            while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<int>(i);
        }
    }

    void take_edges(int step) {
        const std::vector<Edge>& edges = edges_[static_cast<std::size_t>(step)];
        for (std::size_t begin = 0; begin < edges.size();) {
            const Edge& first = edges[begin];
            std::size_t end = begin;
            operands_.clear();
            while (end < edges.size() && edges[end].row == first.row &&
                   edges[end].thread == first.thread) {
                operands_.push_back(cover_of(edges[end], step));
                ++end;
            }
            const auto to = static_cast<std::size_t>(first.to_word);
            now_[to] = combined(first.once);
            begin = end;
        }
    }
    int cover_of(const Edge& edge, int step) {
        if (edge.from_address >= 0) {
            if (!edge.from_input() || edge.from_array != input_)
                return number({}, {.foreign = true});
            const auto element = static_cast<int>(edge.from_address - first_);
            const ElementRange itself{element, element};
            return number({&itself, 1}, {});
        }
        if (edge.from_step < 0) return 0;
        if (edge.from_step >= step) return now_[static_cast<std::size_t>(edge.from_word)];
        return out_.cover_[out_.index(edge.from_step, edge.from_word)];
    }
    int combined(bool once) {
        // As good as always two neighbouring ranges become one.
        const bool simple = std::ranges::all_of(operands_, [this](int operand) {
            return out_.covers_[static_cast<std::size_t>(operand)].parts <= 1;
        });
        if (simple) return united(once);
        std::ranges::sort(operands_);
        const auto found = results_.find({operands_, once});
        if (found != results_.end()) return found->second;
        return results_[{operands_, once}] = united(once);
    }
    int united(bool once) {
        parts_.clear();
        bool foreign = false;
        for (const int operand : operands_) {
            const Known& known = out_.covers_[static_cast<std::size_t>(operand)];
            once = once && known.once;
            foreign = foreign || known.foreign;
            const auto parts = out_.parts_of(known);
            parts_.insert(parts_.end(), parts.begin(), parts.end());
        }
        std::ranges::sort(parts_, {}, &ElementRange::first);
        std::size_t united = 0;  // parts_[0 … united) are apart from each other
        for (const ElementRange part : parts_) {
            if (united == 0 || part.first > parts_[united - 1].last + 1) {
                parts_[united++] = part;
                continue;
            }
            ElementRange& before = parts_[united - 1];
            if (part.first <= before.last) once = false;
            before.last = std::max(before.last, part.last);
        }
        return number(std::span{parts_}.first(united), {once, foreign});
    }

    struct Operands {
        std::vector<int> covers;
        bool once;
        bool operator==(const Operands&) const = default;
    };
    struct OperandsHash {
        std::size_t operator()(const Operands& operands) const {
            std::uint64_t hash = operands.once ? 1 : 0;
            for (const int cover : operands.covers) {
                hash = mixed(hash ^ static_cast<std::uint32_t>(cover));
            }
            return static_cast<std::size_t>(hash);
        }
    };

    Coverage& out_;
    const std::vector<std::vector<Edge>>& edges_;
    std::int64_t first_;  ///< element of the input that covers count from
    ArrayId input_{};
    std::vector<int> now_;
    std::vector<int> operands_;
    std::vector<ElementRange> parts_;
    std::vector<int> slots_;
    std::unordered_map<Operands, int, OperandsHash> results_;  ///< where they are not simple
};

Coverage::Coverage(int words, const std::vector<std::vector<Edge>>& edges,
                   const std::vector<std::vector<int>>& constants, ArrayId input,
                   std::int64_t first)
    : words_{static_cast<std::size_t>(words)} {
    Builder{*this, edges, first}.build(constants, input);
}

}  // namespace stridescope
