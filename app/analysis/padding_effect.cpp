#include "app/analysis/padding_effect.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/work.h"
#include "kernels/padding.h"

namespace stridescope {
namespace {

/// For each word of the array: where its element would lie instead. Words that hold none stay.
using Places = std::vector<std::uint16_t>;

template <class Place>
Places places(const Trace& trace, Place&& place) {
    Places to;
    for (int word = 0; word < trace.words(); ++word) {
        const int element = trace.element_of(word);
        to.push_back(static_cast<std::uint16_t>(element < 0 ? word : place(element)));
    }
    return to;
}

PaddingEffect effect_in_block(const Trace& trace, int block, const Places& plain,
                              const Places& chosen) {
    const std::size_t bytes = size_of(trace.experiment().type);
    PaddingEffect effect;
    std::vector<std::uint16_t> moved;
    for (int step = 0; step < trace.step_count(); ++step) {
        for (const Request& request : requests_of_step(trace, block, step)) {
            effect.excess += request.cost.excess();
            const auto words = words_of_request(trace, request);
            const auto excess_at = [&](const Places& to) {
                moved = words;
                for (std::uint16_t& word : moved) {
                    if (word != Trace::idle) word = to[word];
                }
                return request_cost(moved, bytes, access_of(request.event)).excess();
            };
            effect.without += excess_at(plain);
            effect.as_chosen += excess_at(chosen);
        }
    }
    return effect;
}

}  // namespace

std::optional<PaddingEffect> padding_effect(const Trace& trace) {
    const Padding padding = trace.experiment().padding;
    if (padding == Padding::none || trace.is_text()) return std::nullopt;
    const Places plain = places(trace, [](int element) { return element; });
    const Places chosen = places(trace, Pad{padding});
    PaddingEffect all, last;
    for (int block = 0; block < trace.blocks(); ++block) {
        if (block == 0 || !same_accesses(trace, block - 1, block)) {
            last = effect_in_block(trace, block, plain, chosen);
        }
        all.excess += last.excess;
        all.without += last.without;
        all.as_chosen += last.as_chosen;
    }
    return all;
}

std::optional<HoleAccess> first_hole_access(const Trace& trace) {
    if (trace.storage() != Storage::shared || trace.is_text())
        return std::nullopt;  // its words are no element's at all
    const int end =
        std::min(trace.words(), padded_length(trace.experiment().padding, trace.shape().section));
    std::vector<char> hole(static_cast<std::size_t>(trace.words()), 0);
    bool any = false;
    for (int word = 0; word < end; ++word) {
        const bool nobodys = trace.element_of(word) < 0;
        hole[static_cast<std::size_t>(word)] = static_cast<char>(nobodys);
        any = any || nobodys;
    }
    if (!any) return std::nullopt;
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int index = 0; index < static_cast<int>(trace.rows().size()); ++index) {
            const Row& row = trace.rows()[static_cast<std::size_t>(index)];
            const Event event = trace.event_of(row);
            if (event != Event::load && event != Event::store) continue;
            const auto lanes = trace.lanes(block, index);
            for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
                if (lanes[thread] == Trace::idle || !hole[lanes[thread]]) continue;
                return HoleAccess{.block = block,
                                  .step = row.step,
                                  .thread = static_cast<int>(thread),
                                  .line = trace.sites()[static_cast<std::size_t>(row.site)].line,
                                  .word = lanes[thread],
                                  .writes = trace.event_of(row) == Event::store};
            }
        }
    }
    return std::nullopt;
}

}  // namespace stridescope
