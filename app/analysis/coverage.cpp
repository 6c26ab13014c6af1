#include "app/analysis/coverage.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace stridescope {

int Cover::count() const {
    int count = 0;
    for (const ElementRange& part : parts) count += part.last - part.first + 1;
    return count;
}

class Coverage::Builder {
  public:
    Builder(Coverage& out, const Trace& trace, int block,
            const std::vector<std::vector<Edge>>& edges)
        : out_{out},
          trace_{trace},
          block_{block},
          edges_{edges},
          repeatable_{trace.experiment().op != Op::add} {}

    void build() {
        const auto words = static_cast<std::size_t>(trace_.words());
        number({});
        out_.cover_.reserve(words * edges_.size());
        now_.assign(words, 0);
        ever_written_.assign(words, 0);
        for (int step = 0; step < trace_.step_count(); ++step) {
            take_from_outside(step);
            take_edges(step);
            out_.cover_.insert(out_.cover_.end(), now_.begin(), now_.end());
        }
    }

  private:
    int number(Cover cover) {
        std::vector<int> key{cover.once ? 1 : 0};
        for (const ElementRange& part : cover.parts) {
            key.push_back(part.first);
            key.push_back(part.last);
        }
        const auto [found, fresh] =
            known_.try_emplace(std::move(key), static_cast<int>(out_.covers_.size()));
        if (fresh) {
            out_.counts_.push_back(cover.count());
            out_.covers_.push_back(std::move(cover));
        }
        return found->second;
    }

    /// The store's value came neither from a load nor from an operation.
    void take_from_outside(int step) {
        const auto [begin, end] = trace_.rows_of_step(step);
        for (int row = begin; row < end; ++row) {
            const Row& store = trace_.rows()[static_cast<std::size_t>(row)];
            if (trace_.event_of(store) != Event::store || store.left != Row::none) continue;
            for (const std::uint16_t word : trace_.lanes(block_, row)) {
                if (word == Trace::idle) continue;
                now_[word] = ever_written_[word] == 0 ? input_at(step, word) : 0;
                ever_written_[word] = 1;
            }
        }
    }
    int input_at(int step, int word) {
        const int element = trace_.element_of_word(word);
        const std::int64_t at =
            static_cast<std::int64_t>(block_) * trace_.shape().section + std::max(element, 0);
        if (element < 0 || at >= trace_.n()) return 0;
        const std::size_t bytes = size_of(trace_.experiment().type);
        const std::byte* value =
            trace_.snapshots().bytes() + trace_.snapshot_index(block_, step, word) * bytes;
        const std::byte* input = trace_.input().bytes() + static_cast<std::size_t>(at) * bytes;
        if (std::memcmp(value, input, bytes) != 0) return 0;
        return number({.parts = {{element, element}}});
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
            ever_written_[to] = 1;
            begin = end;
        }
    }
    int cover_of(const Edge& edge, int step) const {
        if (edge.from_step < 0) return 0;
        if (edge.from_step >= step) return now_[static_cast<std::size_t>(edge.from_word)];
        return out_.cover_[out_.index(edge.from_step, edge.from_word)];
    }
    int combined(bool once) {
        std::ranges::sort(operands_);
        const std::pair key{operands_, once};
        const auto found = results_.find(key);
        if (found != results_.end()) return found->second;
        Cover whole;
        whole.once = once || repeatable_;
        for (const int operand : operands_) {
            const Cover& cover = out_.covers_[static_cast<std::size_t>(operand)];
            whole.once = whole.once && cover.once;
            whole.parts.insert(whole.parts.end(), cover.parts.begin(), cover.parts.end());
        }
        unite(whole);
        return results_[key] = number(std::move(whole));
    }
    void unite(Cover& cover) const {
        std::ranges::sort(cover.parts, {}, &ElementRange::first);
        std::vector<ElementRange> united;
        for (const ElementRange& part : cover.parts) {
            if (united.empty() || part.first > united.back().last + 1) {
                united.push_back(part);
                continue;
            }
            // The greatest of some values stays it if one of them is looked at twice.
            if (part.first <= united.back().last && !repeatable_) cover.once = false;
            united.back().last = std::max(united.back().last, part.last);
        }
        cover.parts = std::move(united);
    }

    Coverage& out_;
    const Trace& trace_;
    int block_;
    const std::vector<std::vector<Edge>>& edges_;
    bool repeatable_;  ///< the operator does not mind an operand twice
    std::vector<int> now_;
    std::vector<std::uint8_t> ever_written_;
    std::vector<int> operands_;
    std::map<std::vector<int>, int> known_;
    std::map<std::pair<std::vector<int>, bool>, int> results_;
};

Coverage::Coverage(const Trace& trace, int block, const std::vector<std::vector<Edge>>& edges)
    : words_{static_cast<std::size_t>(trace.words())} {
    Builder{*this, trace, block, edges}.build();
}

}  // namespace stridescope
