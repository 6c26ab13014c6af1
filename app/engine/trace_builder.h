// From what engines record, block by block, to one trace: the same for every engine, so that the
// same run gives the same trace whoever carried it out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/engine/row_table.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One block as an engine recorded it.
class RecordedBlock {
  public:
    struct StepMark {
        std::string_view phase;
        int stride;
    };

    RecordedBlock() = default;
    RecordedBlock(const RecordedBlock&) = delete;
    RecordedBlock& operator=(const RecordedBlock&) = delete;
    virtual ~RecordedBlock() = default;

    virtual const RecordedRows& rows() const = 0;
    /// What each thread reached in that row: a word of the shared array, or Trace::idle.
    virtual const std::uint16_t* words(std::size_t row) const = 0;
    /// Of a row of global memory: which element each thread reached; 0 for idle ones.
    virtual const std::uint32_t* addresses(std::size_t row) const = 0;
    virtual std::size_t step_count() const = 0;
    virtual StepMark step(std::size_t step) const = 0;
    /// [step]: barriers passed.
    virtual std::span<const std::uint16_t> barriers() const = 0;
    /// [step][word], elements of the experiment's type: the array after each step.
    virtual const std::byte* snapshots() const = 0;
    /// Whether it came to its end, and so has marked all steps.
    virtual bool complete() const { return true; }
};

/// Builds the trace of one run. Block 0 comes first and tells the layout; the others may come in
/// any order, from any thread, and never change the result.
class TraceBuilder {
  public:
    /// Resolves shape, layout and input. Throws UsageError for an impossible experiment.
    TraceBuilder(const Experiment& experiment, std::string engine, std::string device);

    /// What is known so far; the engine writes the output.
    const TraceData& data() const { return data_; }
    TypedArray& input() { return data_.input; }
    TypedArray& output() { return data_.output; }

    /// Learns steps and rows from block 0, and makes room for all blocks. Throws UsageError, with
    /// the number and what to choose instead, if they do not fit in half of this machine's memory.
    void learn_layout(const RecordedBlock& first);
    /// Throws as learn_layout does if all recorded blocks take as much as this one.
    void require_room(const RecordedBlock& like) const;
    /// What happened between blocks, and what the events' times count.
    void set_grid_events(std::vector<GridEvent> events, std::string clock);
    /// Copies a recorded block to its place. Thread-safe.
    void keep(const RecordedBlock& recorded, int block);
    /// Thread-safe. Of very many blocks with diagnostics the first ones are kept.
    void add_diagnostic(Diagnostic diagnostic);
    /// All blocks are kept: the trace.
    std::shared_ptr<const Trace> finish();

  private:
    /// A block whose rows were not those of block 0: kept whole until all are known.
    struct OddBlock {
        int block = 0;
        RecordedRows rows;
        std::vector<std::uint16_t> words;
        std::vector<std::uint32_t> addresses;  ///< of its global rows, one after the other
    };

    static constexpr std::size_t most_blocks_with_diagnostics = 16;

    void require_memory(std::uint64_t bytes, std::uint64_t per_block) const;
    void keep_rows(const RecordedBlock& recorded, int block);
    void keep_snapshots(const RecordedBlock& recorded, std::size_t block);
    void compare_steps(const RecordedBlock& recorded, int block);
    void join_odd_blocks();
    std::size_t width() const { return static_cast<std::size_t>(data_.shape.threads); }

    TraceData data_;
    RecordedRows first_rows_;               ///< block 0's, in order of arrival
    std::vector<std::uint32_t> final_row_;  ///< of those, in the trace's table
    std::vector<std::size_t> global_row_;   ///< see number_global_rows
    std::shared_ptr<std::uint16_t[]> lanes_;
    std::shared_ptr<std::uint32_t[]> addresses_;

    std::mutex mutex_;                              ///< guards what is below
    std::map<int, std::vector<Diagnostic>> found_;  ///< by block
    std::vector<OddBlock> odd_;
};

}  // namespace stridescope
