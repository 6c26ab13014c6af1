// Flags of how the warp machine runs a CUDA text.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <optional>
#include <string>

#include "app/experiment/experiment.h"

namespace stridescope {

/// Adds --schedule, --sms and --resident to a command.
class MachineFlags {
  public:
    explicit MachineFlags(CLI::App& app) {
        const auto group = "CUDA text";
        app.add_option("--schedule", schedule_,
                       "Order in which blocks start and their warps run between barriers: "
                       "ascending, descending, random:SEED or lane-random:SEED")
            ->group(group);
        const Experiment usual;
        app.add_option("--sms", sms_,
                       fmt::format("Multiprocessors of the machine, for blocks that have to "
                                   "do with each other ({})",
                                   usual.sms))
            ->group(group);
        app.add_option("--resident", resident_,
                       fmt::format("Resident blocks per multiprocessor ({})", usual.resident))
            ->group(group);
    }

    bool any() const { return !schedule_.empty() || sms_ || resident_; }
    /// Throws UsageError for a schedule that there is not.
    void set(Experiment& experiment) const {
        if (!schedule_.empty()) experiment.schedule = parse_schedule(schedule_);
        if (sms_) experiment.sms = *sms_;
        if (resident_) experiment.resident = *resident_;
    }

  private:
    std::string schedule_;
    std::optional<int> sms_, resident_;
};

}  // namespace stridescope
