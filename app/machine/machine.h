// The warp machine: runs a kernel's blocks, or a host's main with all it launches.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/language/compile.h"
#include "app/machine/block.h"
#include "app/machine/host_library.h"
#include "app/machine/memory.h"
#include "app/machine/rows.h"

namespace stridescope::machine {

/// When blocks see what others store to global memory. `weak`: late and in any order, but for what
/// a fence puts into one (see weak_memory.h).
enum class MemoryOrder : std::uint8_t { immediate, weak };

class Tape;

/// How to run.
struct Settings {
    bool record = true;
    bool origins = true;  ///< with what is needed to know where values come from
    std::uint64_t recorded_blocks = std::numeric_limits<std::uint64_t>::max();  ///< the first ones
    /// Of a launch so many first blocks are recorded as fit into this, but one at least.
    std::uint64_t recorded_bytes = std::numeric_limits<std::uint64_t>::max();
    /// Of one block no more is recorded, however long it goes on; not of a run that is followed.
    std::uint64_t block_bytes = std::numeric_limits<std::uint64_t>::max();
    bool judge = true;     ///< tell what nothing orders (see order.h)
    bool contract = true;  ///< fused multiply-add, as nvcc makes it
    WarpOrder order = WarpOrder::ascending;
    TurnRange turns{};  ///< in which `order` holds
    MemoryOrder memory = MemoryOrder::immediate;
    std::uint64_t seed = 1;         ///< of the order, where it is left to chance
    std::uint64_t memory_seed = 1;  ///< of when stores arrive
    StoreRange late_stores{};       ///< of each block's, counted from 1: all others arrive at once
    std::uint64_t budget = std::uint64_t{1} << 33;  ///< rounds of loops in a launch
    std::uint32_t resident = 64;  ///< blocks that run together, if they have to do with each other
    std::uint32_t multiprocessors = 4;  ///< on which these are resident
    bool grows = false;  ///< where all these wait, there is room for more: resident_at_most()
    std::uint64_t most_shared = 227 * 1024;  ///< bytes a block may have
    std::uint64_t most_memory = std::uint64_t{8} << 30;
    unsigned workers = 1;  ///< threads, where blocks do not cooperate; they never change the result
    /// Arrays, as numbers of allocations, that hand values from launch to launch: what blocks do
    /// there is recorded, too.
    std::vector<std::int32_t> handed_on{};
    int devices = 1;  ///< that main is told of; all of them are the one there is
    /// That main is told of; 0: those that there are.
    std::uint32_t told_multiprocessors = 0;
    std::vector<std::string> arguments{};  ///< of main: argv, with the program's name
    std::string standard_input{};          ///< of main
    FileReader read_file{};                ///< that main opens; without it there are none
    /// Rounds after which a loop of main's becomes the processor's own code (native_loops.h); 0:
    /// never.
    std::uint32_t native_rounds = 1000;
    const std::atomic<bool>* cancel = nullptr;
    /// Set where a sum of tensor cores is none that every order and width of adding comes to.
    std::atomic<bool>* rounds_sums = nullptr;
    /// Called before `cancel` is asked, where no other thread may set it; `workers` is 1 then.
    const std::function<void()>* look_on = nullptr;
    std::atomic<std::uint64_t>* done = nullptr;  ///< blocks that have finished
    std::optional<WatchedThread> watch{};        ///< of each launch; `workers` counts as 1 then
    Tape* tape = nullptr;  ///< a run to follow; blocks that are not recorded do not run then
};

/// Runs one launch. Throws LaunchError for sizes that no launch has, language::FaultError for what
/// cannot be compiled.
LaunchRecord run(language::Unit& unit, const language::Function& kernel,
                 const language::Launch& launch, GlobalMemory& memory,
                 const Settings& settings = {});

/// Memory for the text's __device__ and __constant__ variables, with their initial values.
void allocate_globals(language::Unit& unit, GlobalMemory& memory);

/// What a host's main did.
struct HostRecord {
    std::vector<LaunchRecord> launches{};
    std::vector<Diagnostic> diagnostics{};  ///< of main itself
    std::size_t early_diagnostics = 0;      ///< so many of them before the first launch
    std::string output{};                   ///< what it and its kernels printed, in order
    int result = 0;                         ///< of main
    bool ended_at_fault = false;            ///< at the last of `diagnostics`
    /// [allocation]: what the first launch found there; empty where that is much.
    std::vector<std::vector<std::byte>> before{};
    /// Launches that did what one of `launches` did, from the same memory, and are not among these.
    std::uint64_t repeated = 0;
    /// Rounds of its loops that the processor went by code of its own.
    std::uint64_t native_rounds = 0;
    bool rounds_sums = false;            ///< of Settings
    bool asked_devices = false;          ///< main wanted to know how many there are
    bool asked_multiprocessors = false;  ///< the same, or to know something that has them in it
    std::vector<std::string> written{};  ///< files, of which nobody sees what is in them
    std::vector<std::string> windows{};  ///< which nobody sees: their names
    std::string guessed{};               ///< what of its input nobody has said; empty: nothing
    bool asked_input = false;            ///< main wanted to read what is typed
    std::size_t asked_seconds = 0;       ///< so often main asked for the time
    /// Why it did not come to its end, and where it was then: what is not understood, or nobody
    /// wanted to wait any longer (then the message is empty).
    std::optional<language::Fault> stopped{};
};

/// Thrown where a launch asks for what no GPU gives: too many threads, too much shared memory.
class LaunchError : public language::FaultError {
  public:
    /// `error`: what CUDA says of such a launch (see language/cuda_names.h); 0: the limit is this
    /// run's, not CUDA's.
    LaunchError(language::Place place, std::string message, std::int32_t error)
        : FaultError(place, std::move(message)), error_(error) {}
    std::int32_t error() const { return error_; }

  private:
    std::int32_t error_ = 0;
};

/// Carries out what a main launches.
using Launcher =
    std::function<LaunchRecord(language::Function& kernel, const language::Launch& launch)>;

/// Runs the text's main with all that it launches, by `launcher` if there is one.
HostRecord run_main(language::Unit& unit, GlobalMemory& memory, const Settings& settings = {},
                    const Launcher& launcher = {});

/// Has the context note what is to be watched into the record, from its beginning.
void watch_locals(Context& context, const Settings& settings, LaunchRecord& record);

/// Bytes that the launch's rows take.
std::uint64_t recorded_bytes(const LaunchRecord& record);

/// Of several launches that share settings.recorded_bytes: how the next one is to run, after
/// launches whose rows took `used`. Half of it goes to those that come first, as a whole; of all
/// others a few blocks are recorded as long as there is room. Where a number of blocks is asked for
/// instead, of each launch: of 512 MB the same.
Settings share_of(const Settings& settings, std::uint64_t used);

}  // namespace stridescope::machine
