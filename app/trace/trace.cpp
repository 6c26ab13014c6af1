#include "app/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "app/trace/trace_check.h"

namespace stridescope {

Trace::Trace(TraceData data) : d_{std::move(data)} {
    make_printable(d_);
    check_trace(d_);
    first_row_.reserve(d_.steps.size() + 1);
    int row = 0;
    const int rows = static_cast<int>(d_.rows.size());
    for (int step = 0; step < step_count(); ++step) {
        first_row_.push_back(row);
        while (row < rows && d_.rows[static_cast<std::size_t>(row)].step == step) ++row;
    }
    first_row_.push_back(row);
    note_uses();
    note_layout();
    note_arrays();
}

void Trace::note_arrays() {
    if (d_.cell_bytes > 0) cell_bytes_ = static_cast<std::size_t>(d_.cell_bytes);
    array_of_cell_.assign(static_cast<std::size_t>(d_.words), ArrayId::none);
    for (std::size_t k = 0; k < d_.facts.arrays.size(); ++k) {
        const ArrayFacts& array = d_.facts.arrays[k];
        const auto cells = static_cast<int>(
            array.size() * std::max<std::int64_t>(
                               1, static_cast<std::int64_t>(size_of(array.type) / cell_bytes_)));
        int first = 0;
        if (array.space == Space::shared) {
            first = static_cast<int>(array.offset / static_cast<std::int64_t>(cell_bytes_));
            std::fill_n(array_of_cell_.begin() + first, std::min(cells, d_.words - first),
                        static_cast<ArrayId>(k));
        }
        first_cell_.push_back(first);
    }
}

RowView<std::int32_t> Trace::lanes(int block, int row) const {
    RowView<std::int32_t> view{static_cast<std::size_t>(threads())};
    const bool global = is_global(event_of(this->row(row)));
    const auto number = static_cast<std::size_t>(block);
    std::size_t warp = 0;
    for (WarpPlaces places : d_.places->row(number, static_cast<std::size_t>(row))) {
        if (global) places.base = places.stride = 0;
        d_.places->copy(number, places, idle, view.warp(warp++));
    }
    return view;
}

RowView<std::uint32_t> Trace::addresses(int block, int row) const {
    RowView<std::uint32_t> view{static_cast<std::size_t>(threads())};
    const auto number = static_cast<std::size_t>(block);
    std::size_t warp = 0;
    for (const WarpPlaces& places : d_.places->row(number, static_cast<std::size_t>(row)))
        d_.places->copy(number, places, 0U, view.warp(warp++));
    return view;
}

std::array<std::int32_t, lanes_of_warp> Trace::lanes_of(int block, int row, int warp) const {
    std::array<std::int32_t, lanes_of_warp> lanes;
    WarpPlaces all = places(block, row, warp);
    if (is_global(event_of(this->row(row)))) all.base = all.stride = 0;
    d_.places->copy(static_cast<std::size_t>(block), all, idle, lanes.data());
    return lanes;
}

std::array<std::uint32_t, lanes_of_warp> Trace::addresses_of(int block, int row, int warp) const {
    std::array<std::uint32_t, lanes_of_warp> addresses;
    d_.places->copy(static_cast<std::size_t>(block), places(block, row, warp), 0U,
                    addresses.data());
    return addresses;
}

bool Trace::reach_the_same(int block, int other, int row) const {
    for (int warp = 0; warp < warps(); ++warp) {
        const WarpPlaces &here = places(block, row, warp), &there = places(other, row, warp);
        // Places in a line are kept in one way only, see PlaceTable::add.
        if (here.mask != there.mask || here.is_listed() != there.is_listed()) return false;
        if (!here.is_listed() && here != there) return false;
        if (here.is_listed() && lanes_of(block, row, warp) != lanes_of(other, row, warp))
            return false;
    }
    return true;
}

int Trace::threads_in(int block, int row) const {
    int count = 0;
    for (const WarpPlaces& warp :
         d_.places->row(static_cast<std::size_t>(block), static_cast<std::size_t>(row)))
        count += std::popcount(warp.mask);
    return count;
}

const ArrayContents& Trace::contents(ArrayId array) const {
    static const ArrayContents unknown;
    const auto at = static_cast<std::size_t>(array);
    return at < d_.contents.size() ? d_.contents[at] : unknown;
}

ElementType Trace::type_of_cell(int cell) const {
    const ArrayId array = array_of_cell(cell);
    return array == ArrayId::none ? d_.snapshots.type() : d_.array(array).type;
}

std::string Trace::name_of_cell(int cell) const {
    const ArrayId id = array_of_cell(cell);
    if (id == ArrayId::none) return {};
    const int each = cells_of_element(id), within = cell - first_cell(id);
    if (within % each != 0) return {};
    return name_of_element(id, within / each);
}

std::string Trace::name_of_element(ArrayId id, std::int64_t index) const {
    return stridescope::name_of_element(d_.array(id), index);
}

std::string name_of_element(const ArrayFacts& array, std::int64_t index) {
    std::string subscripts;
    for (std::size_t k = array.extents.size(); k-- > 0;) {
        const std::int64_t extent = std::max<std::int64_t>(1, array.extents[k]);
        const std::int64_t at = k == 0 ? index : index % extent;
        subscripts.insert(0, '[' + std::to_string(at) + ']');
        index /= extent;
    }
    return array.name + subscripts;
}

std::string Trace::value_text(int block, int step, int cell) const {
    return number_text(type_of_cell(cell),
                       snapshot(block, step) + static_cast<std::size_t>(cell) * cell_bytes());
}

double Trace::value_number(int block, int step, int cell) const {
    const std::byte* const at =
        snapshot(block, step) + static_cast<std::size_t>(cell) * cell_bytes();
    return with_number_type(type_of_cell(cell), [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return static_cast<double>(value);
    });
}

void Trace::note_uses() {
    for (const Row& row : d_.rows) {
        const Site& site = d_.sites[static_cast<std::size_t>(row.site)];
        const bool reads = site.event == Event::load;
        // What threads keep in registers is no cell, nor is another block's one of this one's.
        const bool elsewhere = !is_shared(site.event);
        use_.push_back(elsewhere                     ? Use::none
                       : site.event == Event::atomic ? Use::both
                       : reads                       ? Use::reads
                                                     : Use::writes);
    }
}

void Trace::note_layout() {
    constexpr int nowhere = -1;
    cell_of_.assign(static_cast<std::size_t>(d_.section), nowhere);
    for (int cell = 0; cell < words(); ++cell) {
        const int element = element_of(cell);
        if (element < 0) continue;
        int& first = cell_of_[static_cast<std::size_t>(element)];
        if (first == nowhere) first = cell;
    }
}

std::span<const ArrayFacts> TraceData::scratch() const {
    const auto between = [](const ArrayFacts& array) {
        return array.space == Space::global && array.role == Role::scratch;
    };
    const auto begin = std::ranges::find_if(facts.arrays, between);
    return {begin, std::find_if_not(begin, facts.arrays.end(), between)};
}

int block_of_rank(const LaunchFacts& launch, int block, int rank) {
    const auto &g = launch.grid, &c = launch.cluster;
    const auto b = static_cast<std::uint32_t>(block), r = static_cast<std::uint32_t>(rank);
    const std::uint32_t x = b % g[0] / c[0] * c[0] + r % c[0],
                        y = b / g[0] % g[1] / c[1] * c[1] + r / c[0] % c[1],
                        z = b / g[0] / g[1] / c[2] * c[2] + r / c[0] / c[1];
    return static_cast<int>(x + g[0] * (y + g[1] * z));
}

int owner_of(const Trace& trace, int block, const Row& row) {
    const Site& site = trace.sites()[static_cast<std::size_t>(row.site)];
    if (!is_remote(site.event)) return block;
    const Step& step = trace.steps()[static_cast<std::size_t>(row.step)];
    return block_of_rank(trace.launches()[static_cast<std::size_t>(step.launch)], block, site.rank);
}

std::string name_of(const Step& step) {
    const std::string round =
        step.stride > 0 ? fmt::format("stride {}", step.stride) : step.variables;
    if (round.empty()) return step.phase;
    if (step.is_part()) return round + ", " + step.phase;
    return step.phase.empty() ? round : step.phase + ", " + round;
}

std::string step_label(const Step& step) {
    if (step.stride <= 0 || step.phase.empty() || step.is_part()) return name_of(step);
    // Where a scan has one phase only, naming it at every stride says nothing.
    if (step.is_plain_scan()) return fmt::format("stride {}", step.stride);
    return fmt::format("{} {}", step.phase, step.stride);
}

std::string phase_of(const Step& step) {
    return step.stride > 0 ? step.phase : name_of(step);
}

void take_input_and_output(TraceData& data) {
    const auto first_of = [&](Role role) -> const ArrayContents* {
        for (std::size_t k = 0; k < data.contents.size(); ++k) {
            if (data.facts.arrays[k].role == role) return &data.contents[k];
        }
        return nullptr;
    };
    if (const ArrayContents* input = first_of(Role::input)) data.input = input->before;
    if (const ArrayContents* output = first_of(Role::output)) data.output = output->after;
}

std::vector<bool> rows_of_global_memory(const std::vector<Row>& rows,
                                        const std::vector<Site>& sites) {
    std::vector<bool> global;
    global.reserve(rows.size());
    for (const Row& row : rows)
        global.push_back(is_global(sites[static_cast<std::size_t>(row.site)].event));
    return global;
}

namespace {

/// The bytes of rows and of snapshots in so many blocks. They are counted in floating point first:
/// a damaged file may claim anything.
std::uint64_t bytes_of_blocks(const TraceData& shape, int blocks, double rows) {
    const double snapshots = static_cast<double>(shape.steps.size()) *
                             static_cast<double>(shape.words) *
                             static_cast<double>(shape.cell_bytes);
    const double bytes = static_cast<double>(blocks) * (rows + snapshots);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return bytes < static_cast<double>(most) ? static_cast<std::uint64_t>(bytes) : most;
}

}  // namespace

std::uint64_t trace_bytes(const TraceData& shape, int blocks) {
    const double warps = (static_cast<double>(shape.threads) + 31) / 32;
    return bytes_of_blocks(shape, blocks,
                           static_cast<double>(shape.rows.size()) * warps * sizeof(WarpPlaces));
}

std::uint64_t view_bytes(const TraceData& shape, int blocks) {
    const auto globals =
        static_cast<double>(std::ranges::count(rows_of_global_memory(shape.rows, shape.sites), 1));
    const double each = static_cast<double>(shape.rows.size()) * sizeof(std::uint16_t) +
                        globals * sizeof(std::uint32_t);
    return bytes_of_blocks(shape, blocks, each * static_cast<double>(shape.threads));
}

}  // namespace stridescope
