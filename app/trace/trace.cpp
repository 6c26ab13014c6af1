#include "app/trace/trace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "kernels/catalog.h"
#include "kernels/layout.h"

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

/// A kernel that the catalogue lacks is taken for one that does as usual.
KernelInfo info_of(const TraceData& d) {
    const CatalogueEntry* kernel = find_kernel(d.experiment.kernel);
    return kernel != nullptr ? kernel->info : KernelInfo{};
}

void check(const TraceData& d) {
    const auto blocks = static_cast<std::size_t>(d.blocks);
    const std::size_t steps = d.steps.size();
    require(d.blocks >= 0 && d.blocks <= d.grid, "more blocks recorded than launched");
    require(d.shape.threads > 0 && d.shape.section > 0, "no threads or an empty section");
    const KernelInfo info = info_of(d);
    require(d.words == words_of(info, d.experiment.padding, d.shape),
            "the array's length is not the padded section's");
    require(d.storage == info.storage && d.storage_cells == storage_cells_of(info, d.shape),
            "the section lives elsewhere than its kernel puts it");
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
    for (const Site& site : d.sites) {
        require(!is_scratch(site.array) || scratch_number(site.array) < d.scratch.size(),
                "a site of an array that is not there");
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
    for (int block = 0; block < d_.blocks && !d_.scratch.empty(); ++block) {
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
            global && d_.storage == Storage::output && site.array == GlobalArray::output;
        in_output_.push_back(in_output ? 1 : 0);
        const bool reads = site.event == Event::load || site.event == Event::shuffle ||
                           site.event == Event::global_load;
        const bool elsewhere = site.event == Event::op || (global && !in_output);
        use_.push_back(elsewhere ? Use::none : reads ? Use::reads : Use::writes);
    }
}

void Trace::note_layout() {
    const KernelInfo info = info_of(d_);
    element_of_.assign(static_cast<std::size_t>(cells()), -1);
    for (int buffer = 0; buffer < info.buffers; ++buffer) {
        for (int element = 0; element < d_.shape.section; ++element) {
            const int cell =
                stridescope::cell_of(info, d_.experiment.padding, d_.shape, element, buffer);
            if (buffer == 0) cell_of_.push_back(cell);
            element_of_[static_cast<std::size_t>(cell)] = element;
        }
    }
}

std::int64_t Trace::find_first_element(int block) const {
    for (int row = 0; std::cmp_less(row, d_.rows.size()); ++row) {
        const Site& site =
            d_.sites[static_cast<std::size_t>(d_.rows[static_cast<std::size_t>(row)].site)];
        if (site.event != Event::global_load || site.array != GlobalArray::input) continue;
        const auto reached = lanes(block, row);
        for (std::size_t thread = 0; thread < reached.size(); ++thread) {
            if (reached[thread] == idle) continue;
            return addresses(block, row)[thread] / d_.shape.section * d_.shape.section;
        }
    }
    return std::int64_t{block} * d_.shape.section;
}

std::string_view Trace::name_of(GlobalArray array) const {
    if (is_scratch(array)) return d_.scratch[scratch_number(array)].name;
    return array == GlobalArray::input ? "A" : "P";
}

std::int64_t size_of(GlobalArray array, const TraceData& data) {
    return is_scratch(array) ? data.scratch[scratch_number(array)].size : data.n;
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
