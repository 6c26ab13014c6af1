// What the machine recorded of a text's run, before it is a trace.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/engine.h"
#include "app/experiment/text/text_run.h"
#include "app/machine/machine.h"
#include "app/trace/trace.h"

namespace stridescope {

/// An array in global memory.
struct MachineArray {
    ArrayFacts facts{};
    std::size_t allocation = 0;  ///< which of the machine's
    bool shared = false;         ///< by blocks: events tell what they do there
    ArrayContents contents{};
};

struct MachineRun {
    std::string title{};
    BrokenFacts broken{};
    std::vector<StepForm> forms{};
    std::vector<IncludedText> includes{};
    std::string engine = "machine", device = "warp machine";  ///< where it was recorded
    std::vector<MachineArray> arrays{};  ///< the kernel's parameters; others are found by and by
    std::vector<machine::LaunchRecord> launches{};
    std::vector<machine::Diagnostic> host_findings{};  ///< of main itself
    std::size_t early_findings = 0;                    ///< of these, before the first launch
    std::string printed{};
    std::string guessed{}, stopped{}, shortened{};  ///< sentences: see TraceData
    std::optional<int> exit_code{};                 ///< of main
    bool reads_input = false;                       ///< see TraceData
    bool measures_time = false;                     ///< see TraceData
    bool rounded_sums = false;                      ///< see TraceData
    int multiprocessors = 0;                        ///< see TraceData
    const machine::GlobalMemory* memory = nullptr;  ///< as the run left it
    /// [allocation]: what a main's only launch found there; empty: that is not known.
    std::vector<std::vector<std::byte>> before{};
    ThreadLocals* locals = nullptr;  ///< see RunOptions
    /// Called for each block that becomes part of a trace; what it throws ends that.
    std::function<void()> check{};
    /// Whether there is time to find what further accesses are; empty: there is.
    std::function<bool()> has_time{};
    /// That are left to make the trace in; empty: as many as it takes.
    std::function<double()> seconds_left{};
};

/// The texts that the text includes, as the trace carries them.
std::vector<IncludedText> included_texts(const TextRun& text);

/// What a trace says of a text that is broken on purpose.
BrokenFacts broken_facts(const TextBug& bug, const Experiment& experiment);

/// The type of an array's elements as a trace tells it: numbers, and how many of them one element
/// is (of a float4 four).
struct NumberType {
    ElementType type = ElementType::f32;
    std::int64_t components = 1;
};
NumberType number_type_of(const language::Type* element);

}  // namespace stridescope
