#include "app/trace/trace_check.h"

#include <fmt/format.h>

#include <algorithm>
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
    for (const Site& site : d.sites) {
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
    const auto row_of = [&](std::int32_t number) -> const Row& {
        require(number >= 0 && std::cmp_less(number, d.rows.size()), "a merged load without a row");
        return d.rows[static_cast<std::size_t>(number)];
    };
    for (std::size_t k = 0; k < merged.size(); ++k) {
        const MergedRow& at = merged[k];
        const Row &row = row_of(at.row), &first = row_of(at.first);
        const Site& site = d.sites[static_cast<std::size_t>(row.site)];
        const Site& first_site = d.sites[static_cast<std::size_t>(first.site)];
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

}  // namespace

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
    for (const Row& row : d.rows) {
        require(row.step >= step && std::cmp_less(row.step, steps), "rows out of order");
        step = row.step;
        require(row.site >= 0 && std::cmp_less(row.site, d.sites.size()), "a row without a site");
        require(
            row.left >= Row::none && row.left < rows && row.right >= Row::none && row.right < rows,
            "a value from a row that does not exist");
    }
    check_merged(d);
    check_races(d);
    check_copies(d);
    require(times_fault(d).empty(), times_fault(d));
    require(origins_end(d.rows), "a value computed from itself");
}

namespace {

void name(std::string& text) {
    constexpr std::size_t longest = 200;
    text = printable(text, longest);
}
void sentence(std::string& text) {
    constexpr std::size_t longest = 2000;
    text = printable(text, longest);
}

}  // namespace

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

}  // namespace stridescope
