#include "app/engine/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "app/experiment/input.h"
#include "app/experiment/recycled_buffer.h"
#include "app/io/memory_budget.h"
#include "app/trace/catalogue_facts.h"
#include "kernels/catalog.h"
#include "kernels/kernel_text.h"
#include "kernels/layout.h"

namespace stridescope {

namespace {

/// Input and output alone may be too much.
void require_room_for_numbers(const Experiment& experiment, const Shape& shape) {
    const auto n = static_cast<std::uint64_t>(experiment.n.value_or(shape.section));
    const std::uint64_t bytes = 2 * n * size_of(experiment.type);
    if (bytes <= memory_budget()) return;
    throw UsageError(fmt::format(
        "{} numbers take {:.1f} GB as input and output, more than this machine has to spare: give "
        "a smaller --n.",
        n, static_cast<double>(bytes) / 1e9));
}

}  // namespace

TraceBuilder::TraceBuilder(const Experiment& experiment, std::string engine, std::string device) {
    data_.experiment = experiment;
    data_.shape = shape_of(experiment);
    const KernelInfo& info = kernel_of(experiment).info;
    data_.words = words_of(info, experiment.padding, data_.shape);
    data_.storage = info.memory.storage;
    data_.storage_cells = storage_cells_of(info, data_.shape);
    data_.engine = std::move(engine);
    data_.device = std::move(device);
    require_room_for_numbers(experiment, data_.shape);
    data_.input = make_input(experiment);
    data_.n = static_cast<std::int64_t>(data_.input.size());
    data_.grid = (data_.n + data_.shape.section - 1) / data_.shape.section;
    data_.blocks = static_cast<int>(data_.grid);
    if (experiment.first_blocks) data_.blocks = std::min(data_.blocks, *experiment.first_blocks);
    data_.output = TypedArray{experiment.type, data_.input.size()};
    data_.text = kernel_text(info.header);
    if (!data_.text.empty()) data_.text_name = info.header;
    data_.facts = catalogue_facts(data_);
    data_.snapshots = TypedArray{experiment.type, 0};
}

void TraceBuilder::add_diagnostic(Diagnostic diagnostic) {
    const std::lock_guard lock{mutex_};
    found_[diagnostic.block].push_back(std::move(diagnostic));
    // A fault of the kernel's shows in every block; the first ones tell all there is to tell.
    if (found_.size() > most_blocks_with_diagnostics) found_.erase(std::prev(found_.end()));
}

/// Block 0 tells what there will be of every block: steps and rows, and so the trace's size.
void TraceBuilder::learn_layout(const RecordedBlock& first) {
    for (std::size_t s = 0; s < first.step_count(); ++s) {
        const auto mark = first.step(s);
        data_.steps.push_back({std::string{mark.phase}, mark.stride});
    }
    data_.facts.expected = catalogue_counts(data_);
    first_rows_ = first.rows();
    RowTable table = join_row_tables({&first_rows_}, static_cast<int>(data_.steps.size()));
    data_.sites = std::move(table.sites);
    find_arrays_of_sites(data_);
    data_.rows = std::move(table.rows);
    final_row_ = std::move(table.final_row.front());
    global_row_ = number_global_rows(data_.rows, data_.sites);

    require_memory(trace_bytes(data_, data_.blocks), trace_bytes(data_, 1));
    const auto blocks = static_cast<std::size_t>(data_.blocks);
    lanes_ = recycled_array<std::uint16_t>(blocks * data_.rows.size() * width());
    addresses_ = recycled_array<std::uint32_t>(blocks * global_row_.back() * width());
    data_.snapshots = TypedArray::uninitialized(
        data_.experiment.type,
        blocks * data_.steps.size() * static_cast<std::size_t>(data_.cells()));
    data_.barriers.resize(blocks * data_.steps.size());
}

void TraceBuilder::require_room(const RecordedBlock& like) const {
    std::uint64_t bytes = like.step_count() * static_cast<std::uint64_t>(data_.cells()) *
                          size_of(data_.experiment.type);
    for (const RecordedRow& row : like.rows()) {
        const bool global = is_global(EventKey::event_of(row.place));
        bytes += width() * (sizeof(std::uint16_t) + (global ? sizeof(std::uint32_t) : 0));
    }
    require_memory(bytes * static_cast<std::uint64_t>(data_.blocks), bytes);
}

void TraceBuilder::require_memory(std::uint64_t bytes, std::uint64_t per_block) const {
    const std::uint64_t budget = memory_budget();
    if (bytes <= budget) return;
    const auto fewer = budget / 2 / std::max<std::uint64_t>(per_block, 1);
    const bool some = fewer >= 1 && fewer < static_cast<std::uint64_t>(data_.blocks);
    throw UsageError(
        fmt::format("Recording {} takes {:.1f} GB, more than this machine has to spare: {}.",
                    data_.blocks == 1 ? "this block" : fmt::format("all {} blocks", data_.blocks),
                    static_cast<double>(bytes) / 1e9,
                    some ? fmt::format("record fewer, e.g. --blocks first:{}", fewer)
                         : "give a smaller --block, --coarsen or --n"));
}

void TraceBuilder::set_grid_events(std::vector<GridEvent> events, std::string clock) {
    data_.grid_events = std::move(events);
    data_.clock = std::move(clock);
}

void TraceBuilder::keep(const RecordedBlock& recorded, int block) {
    const auto b = static_cast<std::size_t>(block);
    keep_rows(recorded, block);
    keep_snapshots(recorded, b);
    const std::size_t steps = std::min(recorded.step_count(), data_.steps.size());
    std::copy_n(recorded.barriers().begin(), steps,
                data_.barriers.begin() + static_cast<std::ptrdiff_t>(b * data_.steps.size()));
    if (recorded.complete()) compare_steps(recorded, block);
}

void TraceBuilder::keep_rows(const RecordedBlock& recorded, int block) {
    if (recorded.rows() == first_rows_) {
        std::uint16_t* block_lanes =
            lanes_.get() + static_cast<std::size_t>(block) * data_.rows.size() * width();
        std::uint32_t* block_addresses =
            addresses_.get() + static_cast<std::size_t>(block) * global_row_.back() * width();
        for (std::size_t row = 0; row < first_rows_.size(); ++row) {
            const std::size_t at = final_row_[row];
            std::copy_n(recorded.words(row), width(), block_lanes + at * width());
            if (!is_global(EventKey::event_of(first_rows_[row].place))) continue;
            std::copy_n(recorded.addresses(row), width(),
                        block_addresses + global_row_[at] * width());
        }
        return;
    }
    OddBlock odd{block, recorded.rows(), {}, {}};
    for (std::size_t row = 0; row < odd.rows.size(); ++row) {
        odd.words.insert(odd.words.end(), recorded.words(row), recorded.words(row) + width());
        if (!is_global(EventKey::event_of(odd.rows[row].place))) continue;
        odd.addresses.insert(odd.addresses.end(), recorded.addresses(row),
                             recorded.addresses(row) + width());
    }
    const std::lock_guard lock{mutex_};
    odd_.push_back(std::move(odd));
}

void TraceBuilder::keep_snapshots(const RecordedBlock& recorded, std::size_t block) {
    const std::size_t steps = std::min(recorded.step_count(), data_.steps.size());
    const std::size_t step_bytes =
        static_cast<std::size_t>(data_.cells()) * size_of(data_.experiment.type);
    std::byte* snapshots = data_.snapshots.bytes() + block * data_.steps.size() * step_bytes;
    if (steps > 0) std::memcpy(snapshots, recorded.snapshots(), steps * step_bytes);
    // A block that made fewer steps left its array as it was.
    for (std::size_t step = steps; step < data_.steps.size(); ++step) {
        std::byte* snapshot = snapshots + step * step_bytes;
        if (step == 0) {
            std::memset(snapshot, 0, step_bytes);
        } else {
            std::memcpy(snapshot, snapshot - step_bytes, step_bytes);
        }
    }
}

void TraceBuilder::compare_steps(const RecordedBlock& recorded, int block) {
    const std::size_t steps = data_.steps.size();
    if (recorded.step_count() != steps) {
        add_diagnostic({.kind = "contract",
                        .block = block,
                        .message = fmt::format("block {} marks {} steps, block 0 {}", block,
                                               recorded.step_count(), steps)});
        return;
    }
    for (std::size_t s = 0; s < steps; ++s) {
        const Step& first = data_.steps[s];
        const auto mark = recorded.step(s);
        if (first.stride == mark.stride && first.phase == mark.phase) continue;
        add_diagnostic({.kind = "contract",
                        .block = block,
                        .step = static_cast<int>(s),
                        .message = fmt::format(
                            "block {} names step {} \"{}\" stride {}, block 0 \"{}\" stride {}",
                            block, s, mark.phase, mark.stride, first.phase, first.stride)});
        return;
    }
}

/// Some blocks went another way than block 0: one row table for all, threads idle where a block
/// has no such row.
void TraceBuilder::join_odd_blocks() {
    if (odd_.empty()) return;
    std::ranges::sort(odd_, {}, &OddBlock::block);
    std::vector<const RecordedRows*> tables{&first_rows_};
    for (const OddBlock& odd : odd_) tables.push_back(&odd.rows);
    RowTable table = join_row_tables(tables, static_cast<int>(data_.steps.size()));

    const std::size_t old_rows = data_.rows.size(), rows = table.rows.size();
    const std::vector<std::size_t> old_global = std::move(global_row_);
    data_.sites = std::move(table.sites);
    find_arrays_of_sites(data_);
    data_.rows = std::move(table.rows);
    global_row_ = number_global_rows(data_.rows, data_.sites);

    const auto blocks = static_cast<std::size_t>(data_.blocks);
    auto lanes = recycled_array<std::uint16_t>(blocks * rows * width());
    std::fill_n(lanes.get(), blocks * rows * width(), Trace::idle);
    const std::size_t globals = blocks * global_row_.back() * width();
    auto addresses = recycled_array<std::uint32_t>(globals);
    std::fill_n(addresses.get(), globals, 0U);
    const auto place = [&](std::size_t block, std::uint32_t row, const std::uint16_t* words,
                           const std::uint32_t* reached) {
        if (row == RowTable::left_out) return;
        std::copy_n(words, width(), lanes.get() + (block * rows + row) * width());
        if (reached == nullptr) return;
        const std::size_t at = block * global_row_.back() + global_row_[row];
        std::copy_n(reached, width(), addresses.get() + at * width());
    };
    for (std::size_t block = 0, next = 0; block < blocks; ++block) {
        if (next < odd_.size() && static_cast<std::size_t>(odd_[next].block) == block) {
            const OddBlock& odd = odd_[next++];
            const std::uint32_t* reached = odd.addresses.data();
            for (std::size_t row = 0; row < odd.rows.size(); ++row) {
                const bool global = is_global(EventKey::event_of(odd.rows[row].place));
                place(block, table.final_row[next][row], odd.words.data() + row * width(),
                      global ? reached : nullptr);
                if (global) reached += width();
            }
        } else {
            for (std::size_t row = 0; row < first_rows_.size(); ++row) {
                const std::size_t from = final_row_[row];
                const std::size_t global = block * old_global.back() + old_global[from];
                place(block, table.final_row[0][row],
                      lanes_.get() + (block * old_rows + from) * width(),
                      is_global(EventKey::event_of(first_rows_[row].place))
                          ? addresses_.get() + global * width()
                          : nullptr);
            }
        }
    }
    lanes_ = std::move(lanes);
    addresses_ = std::move(addresses);
}

std::shared_ptr<const Trace> TraceBuilder::finish() {
    join_odd_blocks();
    for (auto& [block, found] : found_) {
        std::ranges::move(found, std::back_inserter(data_.diagnostics));
    }
    data_.lanes = std::move(lanes_);
    data_.addresses = std::move(addresses_);
    return std::make_shared<const Trace>(std::move(data_));
}

}  // namespace stridescope
