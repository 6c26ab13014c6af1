#include "app/trace/trace.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/trace/trace_check.h"

namespace stridescope {

Trace::Trace(TraceData data) : d_{std::move(data)} {
    check_trace(d_);
    first_row_.reserve(d_.steps.size() + 1);
    int row = 0;
    const int rows = static_cast<int>(d_.rows.size());
    for (int step = 0; step < step_count(); ++step) {
        first_row_.push_back(row);
        while (row < rows && d_.rows[static_cast<std::size_t>(row)].step == step) ++row;
    }
    first_row_.push_back(row);
    global_row_ = number_global_rows(d_.rows, d_.sites);
    for (int block = 0; block < d_.blocks && !d_.scratch().empty(); ++block) {
        first_element_.push_back(find_first_element(block));
    }

    note_uses();
    note_layout();
}

void Trace::note_uses() {
    for (const Row& row : d_.rows) {
        const Site& site = d_.sites[static_cast<std::size_t>(row.site)];
        const bool global = is_global(site.event);
        const bool in_output =
            global && d_.storage == Storage::output && site.array == ArrayId::output;
        in_output_.push_back(in_output ? 1 : 0);
        const bool reads = site.event == Event::load || site.event == Event::shuffle ||
                           site.event == Event::global_load;
        const bool elsewhere = site.event == Event::op || (global && !in_output);
        use_.push_back(elsewhere ? Use::none : reads ? Use::reads : Use::writes);
    }
}

void Trace::note_layout() {
    constexpr int nowhere = -1;
    cell_of_.assign(static_cast<std::size_t>(d_.shape.section), nowhere);
    for (int cell = 0; cell < cells(); ++cell) {
        const int element = element_of(cell);
        if (element < 0) continue;
        int& first = cell_of_[static_cast<std::size_t>(element)];
        if (first == nowhere) first = cell;
    }
}

std::int64_t Trace::find_first_element(int block) const {
    for (int row = 0; std::cmp_less(row, d_.rows.size()); ++row) {
        const Site& site =
            d_.sites[static_cast<std::size_t>(d_.rows[static_cast<std::size_t>(row)].site)];
        if (site.event != Event::global_load || site.array != ArrayId::input) continue;
        const auto reached = lanes(block, row);
        for (std::size_t thread = 0; thread < reached.size(); ++thread) {
            if (reached[thread] == idle) continue;
            return addresses(block, row)[thread] / d_.shape.section * d_.shape.section;
        }
    }
    return std::int64_t{block} * d_.shape.section;
}

std::span<const ArrayFacts> TraceData::scratch() const {
    const auto first = std::min(static_cast<std::size_t>(ArrayId::scratch), facts.arrays.size());
    const auto begin = facts.arrays.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = std::find_if(begin, facts.arrays.end(), [](const ArrayFacts& array) {
        return array.space != Space::global;
    });
    return {begin, end};
}

void find_arrays_of_sites(TraceData& data) {
    for (Site& site : data.sites) {
        if (is_global(site.event)) continue;
        site.array = ArrayId::none;
        if (site.event == Event::op) continue;
        const auto found =
            std::ranges::find(data.facts.arrays, space_of(site.event), &ArrayFacts::space);
        if (found != data.facts.arrays.end()) {
            site.array = static_cast<ArrayId>(found - data.facts.arrays.begin());
        }
    }
}

std::vector<std::size_t> number_global_rows(const std::vector<Row>& rows,
                                            const std::vector<Site>& sites) {
    std::vector<std::size_t> numbers{0};
    numbers.reserve(rows.size() + 1);
    for (const Row& row : rows) {
        const bool global = is_global(sites[static_cast<std::size_t>(row.site)].event);
        numbers.push_back(numbers.back() + (global ? 1 : 0));
    }
    return numbers;
}

std::uint64_t trace_bytes(const TraceData& shape, int blocks) {
    // In floating point first: a damaged file may claim anything.
    const auto threads = static_cast<double>(shape.shape.threads);
    const double cells =
        static_cast<double>(shape.words) + static_cast<double>(shape.storage_cells);
    const double bytes = static_cast<double>(blocks) *
                         (static_cast<double>(shape.rows.size()) * threads * sizeof(std::uint16_t) +
                          static_cast<double>(number_global_rows(shape.rows, shape.sites).back()) *
                              threads * sizeof(std::uint32_t) +
                          static_cast<double>(shape.steps.size()) * cells *
                              static_cast<double>(size_of(shape.experiment.type)));
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return bytes < static_cast<double>(most) ? static_cast<std::uint64_t>(bytes) : most;
}

std::uint64_t memory_bytes() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace stridescope
