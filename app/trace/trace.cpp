#include "app/trace/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "app/io/printable.h"
#include "app/trace/times_columns.h"

namespace stridescope {
namespace {

void require(bool fits, std::string_view what) {
    if (!fits) throw RunError(fmt::format("The trace is inconsistent: {}.", what));
}

/// Whether no value was made of itself: following origins back must come to an end.
bool origins_end(const std::vector<TraceRow>& rows) {
    enum class Mark : std::uint8_t { unseen, open, done };
    std::vector<Mark> marks(rows.size(), Mark::unseen);
    const auto mark_of = [&](int row) -> Mark& { return marks[static_cast<std::size_t>(row)]; };
    const auto settled = [&](int row) {
        return row == TraceRow::none || mark_of(row) == Mark::done;
    };
    std::vector<int> path;
    for (int start = 0; std::cmp_less(start, rows.size()); ++start) {
        path.assign(1, start);
        while (!path.empty()) {
            const int at = path.back();
            const TraceRow& row = rows[static_cast<std::size_t>(at)];
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

/// Shared arrays lie within the shared memory, and arrays in global memory hold as much as they
/// say.
void check_arrays(const TraceData& d) {
    require(d.contents.size() == d.facts.arrays.size(), "arrays and contents");
    for (std::size_t k = 0; k < d.contents.size(); ++k) {
        const ArrayFacts& array = d.facts.arrays[k];
        const auto bytes = static_cast<std::int64_t>(size_of(array.type));
        require(array.space != Space::shared ||
                    (bytes % d.cell_bytes == 0 && array.offset % d.cell_bytes == 0 &&
                     array.size() <= Trace::most_cells * std::int64_t{8} &&
                     array.offset + array.size() * bytes <= std::int64_t{d.words} * d.cell_bytes),
                "a shared array beyond the shared memory");
        const auto fits = [&](const TypedArray& values) {
            return values.size() == 0 ||
                   (values.type() == array.type && std::cmp_equal(values.size(), array.size()));
        };
        const ArrayContents& contents = d.contents[k];
        require(fits(contents.before) && fits(contents.after) && fits(contents.expected) &&
                    (contents.tolerance.size() == 0 ||
                     contents.tolerance.size() == contents.expected.size()),
                "an array and its contents");
        require(contents.expected.size() == 0 || contents.after.size() > 0,
                "an array with expectations, and nothing that they are held to");
    }
}

/// Every site stands in a text that there is, and reaches such an array, where its event does.
void check_sites(const TraceData& d) {
    const std::vector<ArrayFacts>& arrays = d.facts.arrays;
    for (const TraceSite& site : d.sites) {
        require(site.file >= 0 && std::cmp_less_equal(site.file, d.includes.size()),
                "a site of a text that is not there");
        if (is_inner(site.event) || is_register(site.event)) continue;
        require(!is_remote(site.event) || (site.rank >= 0 && site.rank < most_of_cluster),
                "a site of a block that is not in the cluster");
        require(static_cast<std::size_t>(site.array) < arrays.size() &&
                    d.array(site.array).space == space_of(site.event),
                "a site of an array that does not exist");
    }
}

/// A launch's grid is one of whole clusters.
void check_launches(const TraceData& d) {
    for (const LaunchFacts& launch : d.launches) {
        std::uint64_t blocks = 1;
        for (std::size_t i = 0; i < launch.cluster.size(); ++i) {
            require(launch.cluster[i] > 0 && launch.grid[i] % launch.cluster[i] == 0,
                    "a grid and its clusters");
            blocks *= launch.cluster[i];
        }
        require(blocks <= static_cast<std::uint64_t>(most_of_cluster),
                "a cluster that is too large");
    }
}

/// Every cell holds an element or none, and every element has a cell.
void check_elements(const TraceData& d) {
    const std::vector<std::int32_t>& elements = d.facts.elements;
    require(std::cmp_equal(elements.size(), d.words), "elements and cells");
    std::vector<char> has_cell(static_cast<std::size_t>(d.section), 0);
    for (const std::int32_t element : elements) {
        require(element >= -1 && element < d.section, "a cell of no element of the section");
        if (element >= 0) has_cell[static_cast<std::size_t>(element)] = 1;
    }
    require(std::ranges::find(has_cell, 0) == has_cell.end(), "an element without a cell");
}

/// Loads that are compiled as one are loads of one array in one step, and of one access only.
void check_merged(const TraceData& d) {
    const std::vector<MergedRow>& merged = d.facts.merged;
    std::vector<char> taken(d.rows.size(), 0);
    const auto row_of = [&](std::int32_t number) -> const TraceRow& {
        require(number >= 0 && std::cmp_less(number, d.rows.size()), "a merged load without a row");
        return d.rows[static_cast<std::size_t>(number)];
    };
    for (std::size_t k = 0; k < merged.size(); ++k) {
        const MergedRow& at = merged[k];
        const TraceRow &row = row_of(at.row), &first = row_of(at.first);
        const TraceSite& site = d.sites[static_cast<std::size_t>(row.site)];
        const TraceSite& first_site = d.sites[static_cast<std::size_t>(first.site)];
        require(site.event == Event::load && (at.bytes == 0 || at.bytes == 8 || at.bytes == 16),
                "a merged access that is no load of 8 or 16 bytes");
        const bool begins = at.row == at.first;
        const bool goes_on = k > 0 && merged[k - 1].first == at.first &&
                             merged[k - 1].row < at.row && merged[k - 1].bytes == at.bytes;
        require(at.bytes != 0 || begins, "a load that is left out twice");
        require(begins != goes_on && (!begins || k == 0 || merged[k - 1].first < at.first) &&
                    row.step == first.step && row.interval == first.interval &&
                    site.array == first_site.array,
                "merged loads that are not of one access");
        require(std::exchange(taken[static_cast<std::size_t>(at.row)], char{1}) == 0,
                "a load that is merged twice");
    }
}

/// What races name is there to be shown.
void check_races(const TraceData& d) {
    const auto fits = [&](const Race::Access& access) {
        return access.thread >= 0 && access.step >= 0 &&
               std::cmp_less(access.step, std::max<std::size_t>(1, d.steps.size())) &&
               access.file >= 0 && std::cmp_less_equal(access.file, d.includes.size());
    };
    require(d.races_left_out >= 0, "a negative number of races");
    for (const Race& race : d.races) {
        require(race.block >= 0 && race.block < d.grid && race.second_block >= -1 &&
                    race.second_block < d.grid,
                "a race of a block that was not launched");
        require(fits(race.first) && fits(race.second), "a race of an access that does not exist");
        require(race.word >= -1 && race.word < std::max(1, d.words) &&
                    (race.array == ArrayId::none ||
                     static_cast<std::size_t>(race.array) < d.facts.arrays.size()),
                "a race for what is not there");
        require(race.in_shared() || race.array != ArrayId::none || !race.place.empty(),
                "a race for nothing");
    }
}

void check_copies(const TraceData& d) {
    const auto fits = [&](const CopyGroup::Moment& moment) {
        return moment.step >= -1 && std::cmp_less(moment.step, d.steps.size()) &&
               moment.line >= 0 && moment.file >= 0 &&
               std::cmp_less_equal(moment.file, d.includes.size());
    };
    int block = 0;
    for (const CopyGroup& copies : d.copies) {
        require(copies.block >= block && copies.block < d.blocks,
                "copies of a block that is not recorded");
        block = copies.block;
        require(copies.begun.is_known() && fits(copies.begun) && fits(copies.committed) &&
                    fits(copies.awaited) && fits(copies.too_early),
                "copies in a step that does not exist");
        require(copies.threads > 0 && copies.threads <= d.threads && copies.first_thread >= 0 &&
                    copies.first_thread < d.threads && copies.bytes >= 0 && copies.group >= -1,
                "copies of threads that do not exist");
    }
}

/// Throws RunError, saying what does not fit: whoever walks along a trace need not look again.
void check_trace(const TraceData& d) {
    const auto blocks = static_cast<std::size_t>(d.blocks);
    const std::size_t steps = d.steps.size();
    require(d.blocks >= 0 && d.blocks <= d.grid, "more blocks recorded than launched");
    require(d.threads > 0 && std::cmp_less_equal(d.threads, most_threads) && d.section >= 0,
            "no threads, too many, or a negative section");
    require(std::cmp_equal(size_of(d.snapshots.type()), d.cell_bytes), "snapshots and cell_bytes");
    check_arrays(d);
    check_sites(d);
    check_launches(d);
    check_elements(d);
    require(d.facts.expected.empty() || d.facts.expected.size() == steps,
            "expected counts and steps");
    require(d.barriers.size() == blocks * steps, "barriers × steps × blocks");
    const std::size_t cells = steps * static_cast<std::size_t>(d.words);
    require(d.made_snapshots ? d.made_snapshots->blocks() == blocks &&
                                   d.made_snapshots->bytes() == cells * size_of(d.snapshots.type())
                             : d.snapshots.size() == blocks * cells,
            "snapshots × words × steps × blocks");
    require(d.rows.empty() || d.blocks == 0 ||
                (d.places != nullptr && d.places->blocks() == blocks &&
                 d.places->rows() == d.rows.size() &&
                 d.places->warps() ==
                     (static_cast<std::size_t>(d.threads) + lanes_of_warp - 1) / lanes_of_warp),
            "rows without places");
    const int rows = static_cast<int>(d.rows.size());
    int step = 0;
    for (const TraceRow& row : d.rows) {
        require(row.step >= step && std::cmp_less(row.step, steps), "rows out of order");
        step = row.step;
        require(row.site >= 0 && std::cmp_less(row.site, d.sites.size()), "a row without a site");
        require(row.left >= TraceRow::none && row.left < rows && row.right >= TraceRow::none &&
                    row.right < rows,
                "a value from a row that does not exist");
    }
    check_merged(d);
    check_races(d);
    check_copies(d);
    require(times_fault(d).empty(), times_fault(d));
    require(origins_end(d.rows), "a value computed from itself");
}

void name(std::string& text) {
    constexpr std::size_t longest = 200;
    text = printable(text, longest);
}
void sentence(std::string& text) {
    constexpr std::size_t longest = 2000;
    text = printable(text, longest);
}

/// Makes every name and sentence that is shown of the run printable, and cuts what is far longer
/// than any kernel's. What it takes to run it again stays as it is.
void make_printable(TraceData& data) {
    name(data.engine);
    name(data.device);
    name(data.text_name);
    name(data.clock);
    if (data.times) name(data.times->device);
    data.text = printable_lines(data.text);
    for (IncludedText& included : data.includes) {
        name(included.name);
        included.text = printable_lines(included.text);
    }
    data.printed = printable_lines(data.printed);
    sentence(data.guessed);
    sentence(data.stopped);
    sentence(data.shortened);
    TraceFacts& facts = data.facts;
    name(facts.title);
    name(facts.broken.correct);
    sentence(facts.broken.summary);
    sentence(facts.broken.hidden);
    name(facts.broken.meant_array);
    for (ArrayFacts& array : facts.arrays) name(array.name);
    for (Step& step : data.steps) {
        name(step.phase);
        name(step.variables);
    }
    for (LaunchFacts& launch : data.launches) name(launch.kernel);
    for (ArrayContents& contents : data.contents) name(contents.expected_name);
    for (RecordedFault& found : data.diagnostics) {
        name(found.kind);
        sentence(found.message);
    }
    for (Race& race : data.races) name(race.place);
}

}  // namespace

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
    for (const ArrayFacts& array : d_.facts.arrays) {
        const bool is_shared = array.space == Space::shared;
        first_cell_.push_back(
            is_shared ? static_cast<int>(array.offset / static_cast<std::int64_t>(cell_bytes_))
                      : 0);
    }
    note_layouts();
}

void Trace::note_layouts() {
    std::map<std::string, std::size_t> layout_of_kernel;
    for (const Step& step : d_.steps) {
        const auto launch = static_cast<std::size_t>(step.launch);
        const std::string kernel =
            launch < d_.launches.size() ? d_.launches[launch].kernel : std::string{};
        layout_of_step_.push_back(
            layout_of_kernel.try_emplace(kernel, layout_of_kernel.size()).first->second);
    }
    // One kernel has all arrays, and those of several are told by what each of them reaches.
    const std::size_t layouts = layout_of_kernel.size(), arrays = d_.facts.arrays.size();
    std::vector<std::vector<char>> has(layouts, std::vector<char>(arrays, layouts == 1 ? 1 : 0));
    for (const TraceRow& row : d_.rows) {
        const TraceSite& site = d_.sites[static_cast<std::size_t>(row.site)];
        const auto array = static_cast<std::size_t>(site.array);
        if (site.array != ArrayId::none && array < arrays)
            has[layout_of_step_[static_cast<std::size_t>(row.step)]][array] = 1;
    }
    const std::vector<ArrayId> nothing(static_cast<std::size_t>(d_.words), ArrayId::none);
    layouts_.assign(layouts, nothing);
    for (std::size_t layout = 0; layout < layouts; ++layout) {
        for (std::size_t k = 0; k < arrays; ++k) {
            const ArrayFacts& array = d_.facts.arrays[k];
            if (array.space != Space::shared || has[layout][k] == 0) continue;
            const auto id = static_cast<ArrayId>(k);
            const auto cells = static_cast<int>(array.size()) * cells_of_element(id);
            std::fill_n(layouts_[layout].begin() + first_cell(id),
                        std::min(cells, d_.words - first_cell(id)), id);
        }
    }
}

int Trace::words_of_step(int step) const {
    if (layouts_.size() < 2 || step < 0 || step >= step_count()) return words();
    const auto launch = static_cast<std::size_t>(d_.steps[static_cast<std::size_t>(step)].launch);
    if (launch >= d_.launches.size()) return words();
    const std::uint64_t cells = d_.launches[launch].shared_bytes / cell_bytes_;
    return static_cast<int>(std::min(cells, static_cast<std::uint64_t>(words())));
}

bool Trace::is_only_of(ArrayId array, int cell) const {
    const auto c = static_cast<std::size_t>(cell);
    bool is_any = false;
    for (const std::vector<ArrayId>& arrays : layouts_) {
        if (c >= arrays.size() || arrays[c] == ArrayId::none) continue;
        if (arrays[c] != array) return false;
        is_any = true;
    }
    return is_any;
}

std::string Trace::device_words() const {
    if (!d_.rounded_sums) return d_.device;
    return d_.device + ", whose tensor cores' sums may differ from a GPU's in their last bits";
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

ElementType Trace::type_of_cell(int step, int cell) const {
    const ArrayId array = array_of_cell(step, cell);
    return array == ArrayId::none ? d_.snapshots.type() : d_.array(array).type;
}

std::string Trace::name_of_cell(int step, int cell) const {
    const ArrayId id = array_of_cell(step, cell);
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
    return number_text(type_of_cell(step, cell),
                       snapshot(block, step) + static_cast<std::size_t>(cell) * cell_bytes());
}

double Trace::value_number(int block, int step, int cell) const {
    const std::byte* const at =
        snapshot(block, step) + static_cast<std::size_t>(cell) * cell_bytes();
    return with_number_type(type_of_cell(step, cell), [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return static_cast<double>(value);
    });
}

void Trace::note_uses() {
    for (const TraceRow& row : d_.rows) {
        const TraceSite& site = d_.sites[static_cast<std::size_t>(row.site)];
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

int owner_of(const Trace& trace, int block, const TraceRow& row) {
    const TraceSite& site = trace.sites()[static_cast<std::size_t>(row.site)];
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

std::vector<bool> rows_of_global_memory(const std::vector<TraceRow>& rows,
                                        const std::vector<TraceSite>& sites) {
    std::vector<bool> global;
    global.reserve(rows.size());
    for (const TraceRow& row : rows)
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
    const double each = static_cast<double>(shape.rows.size()) * sizeof(std::int32_t) +
                        globals * sizeof(std::uint32_t);
    return bytes_of_blocks(shape, blocks, each * static_cast<double>(shape.threads));
}

}  // namespace stridescope
