#include "app/trace/trace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace stridescope {
namespace {

void require(bool fits, std::string_view what) {
    if (!fits) throw RunError(fmt::format("The trace does not fit together: {}.", what));
}

/// Whether no value was made of itself: following origins back must come to an end.
bool origins_end(const std::vector<Row>& rows) {
    enum class Mark : std::uint8_t { unseen, open, done };
    std::vector<Mark> marks(rows.size(), Mark::unseen);
    const auto mark_of = [&](int row) -> Mark& { return marks[static_cast<std::size_t>(row)]; };
    const auto settled = [&](int row) { return row == Row::none || mark_of(row) == Mark::done; };
    std::vector<int> path;
    for (int start = 0; std::cmp_less(start, rows.size()); ++start) {
        path.assign(1, start);
        while (!path.empty()) {
            const int at = path.back();
            const Row& row = rows[static_cast<std::size_t>(at)];
            const int next = settled(row.left) ? row.right : row.left;
            if (settled(next)) {
                mark_of(at) = Mark::done;
                path.pop_back();
                continue;
            }
            mark_of(at) = Mark::open;
            if (mark_of(next) == Mark::open) return false;
            path.push_back(next);
        }
    }
    return true;
}

/// Elements in all arrays of that space.
std::int64_t size_in(const TraceFacts& facts, Space space) {
    std::int64_t size = 0;
    for (const ArrayFacts& array : facts.arrays) {
        if (array.space == space) size += array.size();
    }
    return size;
}

Space space_of(Event event) {
    if (is_global(event)) return Space::global;
    return is_register(event) ? Space::registers : Space::shared;
}

void check_arrays(const TraceData& d) {
    const std::vector<ArrayFacts>& arrays = d.facts.arrays;
    require(arrays.size() >= 2 && arrays[0].role == Role::input && arrays[1].role == Role::output,
            "the first two arrays are not the input and the output");
    for (const ArrayId id : {ArrayId::input, ArrayId::output}) {
        require(d.array(id).space == Space::global && d.array(id).size() == d.n,
                "the input or the output is not n elements of global memory");
    }
    require(d.words == size_in(d.facts, Space::shared),
            "the array's length is not the padded section's");
    const std::int64_t elsewhere =
        d.storage == Storage::output ? d.shape.section : size_in(d.facts, Space::registers);
    const bool one_home = std::ranges::all_of(arrays, [&](const ArrayFacts& array) {
        const Space home = d.storage == Storage::shared ? Space::shared : Space::registers;
        return array.role != Role::section || (d.storage != Storage::output && array.space == home);
    });
    require(d.storage_cells == elsewhere && one_home,
            "the section lives elsewhere than its kernel puts it");
    for (const Site& site : d.sites) {
        if (site.event == Event::op) continue;
        require(static_cast<std::size_t>(site.array) < arrays.size() &&
                    d.array(site.array).space == space_of(site.event),
                "a site of an array that is not there");
    }
}

/// Every cell holds an element or none, and every element has a cell.
void check_elements(const TraceData& d) {
    const std::vector<std::int32_t>& elements = d.facts.elements;
    require(std::cmp_equal(elements.size(), d.cells()), "elements and cells");
    std::vector<char> has_cell(static_cast<std::size_t>(d.shape.section), 0);
    for (const std::int32_t element : elements) {
        require(element >= -1 && element < d.shape.section, "a cell of no element of the section");
        if (element >= 0) has_cell[static_cast<std::size_t>(element)] = 1;
    }
    require(std::ranges::find(has_cell, 0) == has_cell.end(), "an element without a cell");
}

void check(const TraceData& d) {
    const auto blocks = static_cast<std::size_t>(d.blocks);
    const std::size_t steps = d.steps.size();
    require(d.blocks >= 0 && d.blocks <= d.grid, "more blocks recorded than launched");
    require(d.shape.threads > 0 && d.shape.section > 0, "no threads or an empty section");
    check_arrays(d);
    check_elements(d);
    require(d.facts.expected.empty() || d.facts.expected.size() == steps,
            "expected counts and steps");
    require(d.barriers.size() == blocks * steps, "barriers × steps × blocks");
    require(d.snapshots.size() == blocks * steps * static_cast<std::size_t>(d.cells()),
            "snapshots × cells × steps × blocks");
    require(d.input.size() == static_cast<std::size_t>(d.n), "input and n");
    require(d.output.size() == static_cast<std::size_t>(d.n), "output and n");
    require(d.rows.empty() || d.blocks == 0 || d.lanes != nullptr, "rows without lanes");
    const int rows = static_cast<int>(d.rows.size());
    int step = 0;
    for (const Row& row : d.rows) {
        require(row.step >= step && std::cmp_less(row.step, steps), "rows out of order");
        step = row.step;
        require(row.site >= 0 && std::cmp_less(row.site, d.sites.size()), "a row without a site");
        require(
            row.left >= Row::none && row.left < rows && row.right >= Row::none && row.right < rows,
            "a value from a row that is not there");
    }
    require(
        d.blocks == 0 || d.addresses != nullptr || number_global_rows(d.rows, d.sites).back() == 0,
        "rows of global memory without addresses");
    require(origins_end(d.rows), "a value that was made of itself");
}

}  // namespace

Trace::Trace(TraceData data) : d_{std::move(data)} {
    check(d_);
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
