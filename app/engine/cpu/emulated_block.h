#pragma once

#include <span>

#include "app/engine/cpu/block_run.h"
#include "app/engine/trace_builder.h"

namespace stridescope {

/// A block that the emulator has run, as the trace's builder sees it.
class EmulatedBlock : public RecordedBlock {
  public:
    /// `complete`: its threads came to their ends.
    explicit EmulatedBlock(const BlockRun& run, bool complete = true)
        : run_{run}, complete_{complete} {}
    const RecordedRows& rows() const override { return run_.recorder().rows(); }
    const std::uint16_t* words(std::size_t row) const override {
        return run_.recorder().words(row);
    }
    const std::uint32_t* addresses(std::size_t row) const override {
        return run_.recorder().addresses(row);
    }
    std::size_t step_count() const override { return run_.steps().size(); }
    StepMark step(std::size_t step) const override {
        return {run_.steps()[step].phase, run_.steps()[step].stride};
    }
    std::span<const std::uint16_t> barriers() const override { return run_.barriers(); }
    const std::byte* snapshots() const override { return run_.snapshots().data(); }
    bool complete() const override { return complete_; }

  private:
    const BlockRun& run_;
    bool complete_;
};

}  // namespace stridescope
