// From the logs that one block's threads wrote on the device to the block as the trace's builder
// takes it. Plain C++: needs no CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/engine/trace_builder.h"
#include "kernels/device_log.h"

namespace stridescope::cuda {

/// What one block wrote, as it lies in the host's copy.
struct BlockLog {
    const DeviceEvent* events = nullptr;    ///< [event][thread]
    std::span<const DeviceThreadEnd> ends;  ///< [thread]
    const DeviceStep* steps = nullptr;      ///< [step]
    const std::byte* snapshots = nullptr;   ///< [step][word]
};

/// Sizes of the arrays that a kernel may miss, for its diagnostics.
struct ArraySizes {
    std::int64_t shared = 0, global = 0;  ///< elements
    std::vector<std::int64_t> scratch{};  ///< of the kernel's own, in global memory
};

/// One block's rows, joined from its threads' logs. Used again for the next block: the memory
/// stays.
class DeviceBlock : public RecordedBlock {
  public:
    explicit DeviceBlock(int threads) : threads_{static_cast<std::size_t>(threads)} {}

    /// Joins the logs; `log` must outlive what is asked afterwards. Threads are taken in order, and
    /// the events of each in the order in which they happened, so that the rows come out in the
    /// order in which the emulator meets them.
    void join(const BlockLog& log, int block, const ArraySizes& sizes);

    const RecordedRows& rows() const override { return rows_; }
    const std::uint16_t* words(std::size_t row) const override { return words_[row].get(); }
    const std::uint32_t* addresses(std::size_t row) const override { return addresses_[row].get(); }
    std::size_t step_count() const override { return barriers_.size(); }
    StepMark step(std::size_t step) const override {
        return {log_.steps[step].phase(), log_.steps[step].stride};
    }
    std::span<const std::uint16_t> barriers() const override { return barriers_; }
    const std::byte* snapshots() const override { return log_.snapshots; }
    /// What the kernel did wrong in this block.
    std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  private:
    struct Key {
        RecordedRow row;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };

    void join_thread(std::size_t thread, const ArraySizes& sizes);
    void judge_steps();
    std::uint32_t row_of(const RecordedRow& wanted);
    void report_out_of_bounds(const DeviceEvent& event, std::size_t thread,
                              const ArraySizes& sizes);
    void report(Diagnostic diagnostic);

    std::size_t threads_;
    BlockLog log_;
    int block_ = 0;
    RecordedRows rows_;
    std::vector<std::unique_ptr<std::uint16_t[]>> words_;  ///< [row][thread]; more than rows_ needs
    std::vector<std::unique_ptr<std::uint32_t[]>> addresses_;  ///< the same, of global rows
    std::unordered_map<Key, std::uint32_t, KeyHash> index_;
    std::vector<std::uint32_t> path_;    ///< rows that the last thread came to, in order
    std::vector<std::uint32_t> way_;     ///< rows that this thread has come to so far
    std::vector<std::uint32_t> values_;  ///< [event]: the row of the value that it made
    std::vector<std::uint16_t> barriers_;
    std::vector<Diagnostic> diagnostics_;
};

}  // namespace stridescope::cuda
