// A CUDA text, resolved and run on the machine: what its arrays hold afterwards.
#pragma once

#include <string>
#include <vector>

#include "app/experiment/text/text_run.h"
#include "app/machine/machine.h"

namespace stridescope {

struct SpecRun {
    TextRun text{};
    std::vector<machine::LaunchRecord> launches{};
    std::vector<TypedArray> after{};  ///< [TextRun::arrays]
    /// What is wrong: findings of the machine, and elements that are not as expected.
    std::vector<std::string> findings{};

    const TypedArray& array(const std::string& name) const;
};

/// Throws UsageError for what cannot be resolved, language::FaultError for what cannot be run.
SpecRun run_spec(const TextSpec& spec, const machine::Settings& settings = {});

}  // namespace stridescope
