// A text's kernels on the GPU: printed, compiled, loaded, with its arrays in the GPU's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/nvrtc/driver.h"
#include "app/engine/nvrtc/thread_logs.h"
#include "app/experiment/text/text_run.h"
#include "app/language/print_tree.h"

namespace stridescope::nvrtc {

inline constexpr int most_registers = 255;  ///< of a thread
/// The text's kernels as the compiler gets them.
struct PreparedText {
    language::Printed printed{};
    std::string text{};
    std::vector<std::string> options{};
};
/// What recording a text needs; without it there is less to do at each access.
struct RecordingNeeds {
    bool times = true;    ///< blocks have to do with each other: when something was, is told
    bool repeats = true;  ///< threads may look at one word in vain, very often
    bool grid = true;     ///< a grid may have more than one dimension
    // Where times are told (times_text.h):
    bool barriers = true;  ///< barriers do, not only begins and ends
    int kept = 2;  ///< lanes keep barriers' times: 2 to the end, 1 for a while, 0 not at all
    bool counted = false;  ///< clocks depend on what barriers count
    bool asked = false;    ///< a lane reads the clock only where it keeps it
    int turns = 0;         ///< of a loop with barriers, laid out one behind another; 0: as it likes
    int registers = 0;     ///< that a thread may have; 0: as many as a block has room for
};
PreparedText prepare(const TextRun& text, language::Printing as, const RecordingNeeds& needs = {});
/// Compiled for the GPU in use, and loaded.
std::unique_ptr<Module> loaded(const TextRun& text, const PreparedText& prepared);
/// Words of dynamic shared memory that are the text's own: behind them recording has its.
std::uint32_t words_of_own(const TextLaunch& launch);
/// A scalar or struct as the kernel takes it.
std::vector<std::byte> argument_bytes(const language::Type* type, const TextArgument& argument);

class GpuText {
  public:
    /// Throws RunError where that fails, UsageError where the GPU's limits forbid it.
    GpuText(const TextRun& text, language::Printing as, const RecordingNeeds& needs = {});

    const language::Printed& printed() const { return printed_; }
    std::size_t launches() const { return launches_.size(); }
    /// How many blocks of a launch have room on the whole GPU at once.
    std::uint64_t resident(std::size_t launch) const;
    /// Registers that each of its threads takes.
    int registers(std::size_t launch) const { return registers_of(launches_[launch].kernel); }
    /// How many they could take with room for as many blocks.
    int registers_to_spare(std::size_t launch) const;
    /// Bytes of shared memory that each of its blocks takes, the text's own, static and dynamic.
    std::uint64_t shared_bytes(std::size_t launch) const;

    /// The launch is to be this one, of the same kernel.
    void replace(std::size_t launch, const TextLaunch& by);
    /// All arrays hold again what they held at first.
    void reset();
    /// Sets where the next launches record.
    void record_into(std::span<const std::byte> log);
    /// Where the last launch had its shared variables, as ss_places tells it.
    std::vector<std::uint32_t> shared_places() const;
    /// Starts a launch. If its blocks are independent and only the first are to be recorded, so
    /// many, the others run plainly beside these; not in a text with variables of its own.
    void start(std::size_t launch, std::uint64_t recorded_blocks = 0);
    /// Copies what the arrays hold to where the machine has them, or the other way. Arrays that the
    /// machine has no memory for yet are left out.
    void read_arrays(machine::GlobalMemory& memory, const MachineRun& run) const;
    void write_arrays(const machine::GlobalMemory& memory, const MachineRun& run) const;
    /// Where the machine has what. `run` as place_arrays left it.
    std::vector<Placed> placed(const machine::GlobalMemory& memory, const MachineRun& run) const;

  private:
    struct Array {
        DeviceMemory own{};  ///< empty of the text's variables
        std::uint64_t address = 0, bytes = 0;
        const TypedArray* before = nullptr;
        DeviceMemory ready{};  ///< what it held at first; empty until that is wanted often
    };
    struct Variable {
        const language::Variable* variable = nullptr;
        Module::Global global{};
        std::vector<std::byte> before{};
    };
    Module::Global global_of(const language::Variable& variable) const;
    void place_variables(const TextRun& text);
    KernelLaunch placed_launch(const TextLaunch& launch) const;
    /// The same launch, which records nothing.
    KernelLaunch rest_of(std::size_t launch, const TextLaunch& text, Module::Kernel kernel) const;
    /// Calls visit(allocation, device's address, bytes) for all that both have.
    template <class Visit>
    void for_each_placed(const machine::GlobalMemory& memory, const MachineRun& run,
                         Visit visit) const;
    /// The launch of all blocks but so many.
    const KernelLaunch& rest(std::size_t launch, std::uint64_t recorded_blocks);

    const TextRun& text_;
    RecordingNeeds needs_;
    language::Printing as_;
    language::Printed printed_;
    std::unique_ptr<Module> module_;
    std::vector<Array> arrays_;
    std::vector<Variable> variables_;
    std::vector<KernelLaunch> launches_;
    int resets_ = 0;
    std::unique_ptr<Module> rest_;  ///< once it is needed
    std::vector<KernelLaunch> rest_launches_;
    std::uint64_t not_of_rest_ = 0;
};

}  // namespace stridescope::nvrtc
