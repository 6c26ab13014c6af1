#include "app/analysis/padding_effect.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

/// For each word of the array: where its element would lie instead. Words that hold none stay.
using Places = std::vector<std::int32_t>;

struct Layouts {
    Places plain;   ///< every element i at word i
    Places chosen;  ///< every element where padding is to put it
};

/// The words of the array that some thread accessed, in order.
std::vector<int> words_in_use(const Trace& trace, ArrayId array) {
    std::vector<char> used(static_cast<std::size_t>(trace.words()), 0);
    for (int block = 0; block < trace.blocks(); ++block) {
        if (block > 0 && same_accesses(trace, block - 1, block)) continue;
        for (int index = 0; index < static_cast<int>(trace.rows().size()); ++index) {
            if (!trace.reads_cells(index) && !trace.writes_cells(index)) continue;
            for (const std::int32_t word : trace.lanes(block, index)) {
                if (word != Trace::idle) used[static_cast<std::size_t>(word)] = 1;
            }
        }
    }
    std::vector<int> words;
    for (int word = 0; word < trace.words(); ++word) {
        const bool counts = used[static_cast<std::size_t>(word)] != 0;
        if (counts && trace.array_of_cell(word) == array) words.push_back(word);
    }
    return words;
}

/// Where the card says where the elements are meant to be; those that it has are taken to lie
/// in the words that it uses, one after the other. Nothing where they are not as many.
std::optional<Layouts> layouts_of(const Trace& trace) {
    const BrokenFacts& broken = trace.facts().broken;
    const auto& arrays = trace.facts().arrays;
    const auto found = std::ranges::find_if(arrays, [&](const ArrayFacts& array) {
        return array.space == Space::shared && array.name == broken.meant_array;
    });
    if (broken.meant_array.empty() || found == arrays.end()) return std::nullopt;
    const auto array = static_cast<ArrayId>(found - arrays.begin());
    const std::vector<int> words = words_in_use(trace, array);
    if (words.size() != broken.meant_words.size() || trace.cells_of_element(array) != 1)
        return std::nullopt;
    Layouts layouts;
    for (int word = 0; word < trace.words(); ++word) {
        layouts.plain.push_back(static_cast<std::int32_t>(word));
    }
    layouts.chosen = layouts.plain;
    for (std::size_t element = 0; element < words.size(); ++element) {
        const auto word = static_cast<std::size_t>(words[element]);
        const int meant = trace.first_cell(array) + broken.meant_words[element];
        if (meant < 0 || meant >= Trace::most_cells) return std::nullopt;
        layouts.plain[word] =
            static_cast<std::int32_t>(trace.first_cell(array) + static_cast<int>(element));
        layouts.chosen[word] = static_cast<std::int32_t>(meant);
    }
    return layouts;
}

PaddingEffect effect_in_block(const Trace& trace, int block, const Layouts& layouts) {
    PaddingEffect effect;
    std::vector<std::int32_t> moved;
    for (int step = 0; step < trace.step_count(); ++step) {
        for (const Request& request : requests_of_step(trace, block, step)) {
            effect.excess += request.cost.excess();
            const auto words = words_of_request(trace, request);
            const auto sources = sources_of_request(trace, request);
            // Cells, unless there are other arrays as well, of wider elements.
            const bool cells = request.bytes == std::max<std::size_t>(4, trace.cell_bytes());
            const auto excess_at = [&](const Places& to) {
                moved = words;
                for (std::int32_t& word : moved) {
                    if (word != Trace::idle && cells) word = to[static_cast<std::size_t>(word)];
                }
                return request_cost(moved, request.bytes, request.access, sources).excess();
            };
            effect.without += excess_at(layouts.plain);
            effect.as_chosen += excess_at(layouts.chosen);
        }
    }
    return effect;
}

}  // namespace

std::optional<PaddingEffect> padding_effect(const Trace& trace) {
    const std::optional<Layouts> layouts = layouts_of(trace);
    if (!layouts) return std::nullopt;
    PaddingEffect all, last;
    for (int block = 0; block < trace.blocks(); ++block) {
        if (block == 0 || !same_accesses(trace, block - 1, block)) {
            last = effect_in_block(trace, block, *layouts);
        }
        all.excess += last.excess;
        all.without += last.without;
        all.as_chosen += last.as_chosen;
    }
    return all;
}

}  // namespace stridescope
