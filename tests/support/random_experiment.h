// Experiments drawn at random, for properties that hold for every one of them.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/scan_run.h"

namespace stridescope::testing {

/// Draws experiments from all that the correct scans of the library can run. The same seed draws
/// the same ones, on every machine.
class RandomExperiments {
  public:
    explicit RandomExperiments(std::uint64_t seed) : random_{seed} {}

    /// Any right kernel, shape, layout, type, operator and input; some 6 blocks at most, some of
    /// them not recorded, so that a trace stays within a few megabytes.
    ScanRun next();

    /// A whole number from low to high, both included.
    std::int64_t between(std::int64_t low, std::int64_t high);
    /// True once in `n` times.
    bool once_in(int n) { return between(1, n) == 1; }
    /// One of the entries of a list.
    template <class List>
    const auto& one_of(const List& list) {
        return list[static_cast<std::size_t>(
            between(0, static_cast<std::int64_t>(std::size(list)) - 1))];
    }

    /// `n` numbers as text for --input values. Integers from the whole range of their type, so that
    /// sums wrap; floats whole and small enough that every sum of 2^15 of them is exact.
    std::string exact_values(ElementType type, std::int64_t n);
    /// Zeros with a small number now and then.
    std::string mostly_zeros(std::int64_t n);
    /// `n` reals of either sign, over a few orders of magnitude (floating-point types only).
    std::string real_values(ElementType type, std::int64_t n);

  private:
    std::mt19937_64 random_;
};

/// A correct scan of the library, and what it takes.
struct ScanKernel {
    std::string id;
    std::vector<int> blocks, coarsenings;
    bool one_thread = false;  ///< its section is --block
    bool takes_exclusive = true;
    bool beyond_a_block = false;      ///< it scans the input as a whole
    bool takes_part = false;          ///< any block scan runs in it
    bool needs_all_resident = false;  ///< otherwise it deadlocks
    bool pads = true;                 ///< it has a section in shared memory
    /// Its trace grows with the square of the section: a thread alone, which makes a step, and so a
    /// snapshot, for each element; and threads that each add up all before them.
    bool slow_when_large = false;
};

/// All of them, those within a block first.
const std::vector<ScanKernel>& scan_kernels();
const ScanKernel& scan_kernel(std::string_view id);

/// Gives the machine room for all blocks at once where the kernel needs that.
void make_room(ScanRun& run);

}  // namespace stridescope::testing
