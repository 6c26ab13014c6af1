#include "app/analysis/elements.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

namespace stridescope {
namespace {

const TraceSite& site_at(const Trace& trace, int number) {
    return trace.sites()[static_cast<std::size_t>(trace.row(number).site)];
}

/// The element of global memory whose unchanged copy a store hands on.
struct Copied {
    ArrayId array = ArrayId::none;  ///< none: it is something else
    std::int64_t element = 0;
};

Copied copied_by(const Trace& trace, int block, Made store) {
    if (site_at(trace, store.row).event != Event::store) return {};
    // Where a row has several elements, those behind the first stand in a list of moves.
    int at = store.row;
    for (int k = 0; k < store.element && at != TraceRow::none; ++k) at = trace.row(at).right;
    if (at == TraceRow::none) return {};
    at = trace.row(at).left;
    int part = 0;
    while (at != TraceRow::none && site_at(trace, at).event == Event::move) {
        const TraceRow& move = trace.row(at);
        if (move.right != TraceRow::none) return {};
        const bool of_several =
            move.left != TraceRow::none && trace.elements_moved(trace.row(move.left).site) > 1;
        if (of_several) part = trace.lane(block, at, store.thread);
        at = move.left;
    }
    if (at == TraceRow::none || site_at(trace, at).event != Event::global_load) return {};
    if (!trace.took_part(block, at, store.thread)) return {};
    return {site_at(trace, at).array, std::int64_t{trace.address(block, at, store.thread)} + part};
}

/// The first store to a word.
struct First {
    int step = 0, interval = 0, iteration = 0, site = 0;
    int thread = 0, part = 0;
    int index = 0;  ///< of the word in its array
    Copied copied{};

    bool is_copy() const { return copied.array != ArrayId::none; }
    auto order() const { return std::tuple{step, interval, iteration, site, thread, part}; }
    auto phase() const { return std::tuple{step, interval}; }
};

/// In the order in which a person would say that the block stores.
std::vector<First> first_stores(const Trace& trace, int block, ArrayId array) {
    const std::int64_t size = trace.facts().arrays[static_cast<std::size_t>(array)].size();
    std::vector<std::uint8_t> written(static_cast<std::size_t>(size), 0);
    const int each = trace.cells_of_element(array), begin = trace.first_cell(array);
    std::vector<First> found;
    for (int number = 0; number < static_cast<int>(trace.rows().size()); ++number) {
        const TraceSite& site = site_at(trace, number);
        if (site.array != array || !trace.writes_cells(number)) continue;
        const TraceRow& row = trace.row(number);
        const auto lanes = trace.lanes(block, number);
        const int elements = trace.elements_moved(row.site);
        for (int thread = 0; thread < trace.threads(); ++thread) {
            const std::int32_t cell = lanes[static_cast<std::size_t>(thread)];
            if (cell == Trace::idle) continue;
            for (int part = 0; part < elements; ++part) {
                const int index = (cell - begin) / each + part;
                if (index < 0 || index >= size || written[static_cast<std::size_t>(index)] != 0)
                    continue;
                written[static_cast<std::size_t>(index)] = 1;
                found.push_back({row.step, row.interval, row.iteration, row.site, thread, part,
                                 index, copied_by(trace, block, {number, thread, part})});
            }
        }
        if (std::cmp_equal(found.size(), size)) break;
    }
    std::ranges::stable_sort(found, {}, &First::order);
    return found;
}

/// Words of a row of elements, or of one of two rows one behind the other; 0: it is none.
std::int64_t words_of_row(const ArrayFacts& array) {
    if (array.space != Space::shared) return 0;
    if (array.extents.size() == 1) return array.extents[0];
    return array.extents.size() == 2 && array.extents[0] == 2 ? array.extents[1] : 0;
}

/// The numbers of the words that were stored to, in order; empty where they make no row.
std::vector<int> numbers_of(const std::vector<First>& words) {
    std::set<std::int64_t> elements;
    bool in_order = true;
    std::int64_t shift = 0;
    for (std::size_t rank = 0; rank < words.size(); ++rank) {
        if (!words[rank].is_copy()) continue;
        const std::int64_t here = words[rank].copied.element - static_cast<std::int64_t>(rank);
        in_order = in_order && (elements.empty() || here == shift);
        shift = here;
        if (!elements.insert(words[rank].copied.element).second) return {};
    }
    const std::int64_t low = *elements.begin(), high = *elements.rbegin();
    if (!in_order && high - low + 1 != std::ssize(elements)) return {};
    std::vector<int> numbers;
    auto behind = static_cast<int>(elements.size());
    for (std::size_t rank = 0; rank < words.size(); ++rank) {
        numbers.push_back(in_order ? static_cast<int>(rank)
                          : words[rank].is_copy()
                              ? static_cast<int>(words[rank].copied.element - low)
                              : behind++);
    }
    return numbers;
}

}  // namespace

std::vector<int> elements_by_copies(const Trace& trace, int block, ArrayId array) {
    const ArrayFacts& facts = trace.facts().arrays[static_cast<std::size_t>(array)];
    if (words_of_row(facts) < 2 || block >= trace.blocks()) return {};
    std::vector<First> words = first_stores(trace, block, array);
    std::set<std::tuple<int, int>> phases;  // in which elements are copied
    std::set<ArrayId> from;
    for (const First& word : words) {
        if (!word.is_copy()) continue;
        phases.insert(word.phase());
        from.insert(word.copied.array);
    }
    if (from.size() != 1) return {};
    std::erase_if(words, [&](const First& word) { return !phases.contains(word.phase()); });
    const std::vector<int> numbers = numbers_of(words);
    if (numbers.empty()) return {};
    std::vector<int> elements(static_cast<std::size_t>(facts.size()), -1);
    for (std::size_t k = 0; k < words.size(); ++k)
        elements[static_cast<std::size_t>(words[k].index)] = numbers[k];
    return elements;
}

bool goes_between_halves(const Origins& origins, ArrayId array) {
    const Trace& trace = origins.trace();
    const ArrayFacts& facts = trace.facts().arrays[static_cast<std::size_t>(array)];
    if (facts.extents.size() != 1 || facts.extents[0] % 2 != 0) return false;
    const std::int64_t half = facts.extents[0] / 2 * trace.cells_of_element(array);
    if (half <= 0) return false;  // a file may say of its array that it has no elements
    const auto half_of = [&](Made at) {
        return (origins.cell(at) - trace.first_cell(array)) / half;
    };
    bool any = false, apart = true;
    for (int row = 0; row < std::ssize(trace.rows()) && apart; ++row) {
        const TraceSite& site = origins.site(row);
        if (site.array != array || (site.event != Event::store && site.event != Event::atomic))
            continue;
        origins.for_each_event(row, [&](Made store) {
            if (!apart) return;
            for (const Made& load : origins.loads_of(store).loads) {
                if (origins.site(load.row).array != array) continue;
                any = true;
                apart = apart && half_of(load) != half_of(store);
            }
        });
    }
    return any && apart;
}

CellElements elements_of_cells(const Trace& trace, int block) {
    CellElements found;
    for (int cell = 0; cell < trace.words(); ++cell) {
        found.of_cell.push_back(trace.element_of(cell));
    }
    found.known.assign(found.of_cell.size(), 0);
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        const auto array = static_cast<ArrayId>(k);
        std::vector<int> elements = elements_by_copies(trace, block, array);
        if (elements.empty()) continue;
        // Where there are two buffers, both words are the element's.
        const std::size_t half = elements.size() / 2;
        const bool one_only = elements.size() % 2 == 0 &&
                              std::all_of(elements.begin() + static_cast<std::ptrdiff_t>(half),
                                          elements.end(), [](int element) { return element < 0; });
        const bool twice = trace.facts().arrays[k].extents.size() == 2 ||
                           (one_only && goes_between_halves({trace, block}, array));
        if (twice && one_only)
            std::copy_n(elements.begin(), half,
                        elements.begin() + static_cast<std::ptrdiff_t>(half));
        const int each = trace.cells_of_element(array), first = trace.first_cell(array);
        for (std::size_t index = 0; index < elements.size(); ++index) {
            const int cell = first + static_cast<int>(index) * each;
            if (cell >= trace.words() || !trace.is_only_of(array, cell)) continue;
            const auto c = static_cast<std::size_t>(cell);
            found.known[c] = 1;
            found.of_cell[c] = elements[index];
            const std::size_t plain = twice ? index % half : index;
            found.permuted = found.permuted ||
                             (elements[index] >= 0 && std::cmp_not_equal(elements[index], plain));
        }
    }
    return found;
}

}  // namespace stridescope
