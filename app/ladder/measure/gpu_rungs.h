// The ladder's rungs on a GPU: what each of them runs, and how long it takes. Without a GPU nothing
// here is called but without_flags.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/engine/scan_on_gpu.h"
#include "app/ladder/ladder.h"
#include "app/ladder/measure/measure.h"

namespace stridescope {

/// What the engine says of its own flags is not said here.
std::string without_flags(std::string sentence);

/// Names the GPU, its compiler and its library, and counts what each rung's text does.
void describe_gpu(const LadderPlan& plan, Ladder& ladder);

/// A rung's text as it stands when nothing is sized yet.
struct RungText {
    TextSpec text{};
    std::vector<std::string> knobs{};
    ScanText scan{};
    std::string left_out{};  ///< why it is not run at any size
};

class GpuRungs {
  public:
    GpuRungs(const LadderPlan& plan, const Ladder& ladder) : plan_{plan}, ladder_{ladder} {}

    /// These numbers, and what their scan is. Returns why they cannot be had there; empty: they
    /// are.
    std::string prepare(std::span<const std::byte> numbers, std::span<const std::byte> scan);
    void forget() { gpu_.reset(); }
    bool ready() const { return gpu_ != nullptr; }

    GpuTiming time(int rung, std::int64_t n, const TimingLimits& limits);

  private:
    const RungText& text_of_rung(int index);

    const LadderPlan& plan_;
    const Ladder& ladder_;
    std::unique_ptr<ScanOnGpu> gpu_;
    std::map<int, RungText> texts_;
};

/// What came of it.
void take(const GpuTiming& timing, RungResult& result);

}  // namespace stridescope
