// Experiments drawn at random, for properties that hold for every one of them.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "app/experiment/experiment.h"
#include "kernels/catalog.h"

namespace stridescope::testing {

/// Draws experiments from all that the right kernels of the catalogue can run. The same seed draws
/// the same ones, on every machine.
class RandomExperiments {
  public:
    explicit RandomExperiments(std::uint64_t seed) : random_{seed} {}

    /// Any right kernel, shape, layout, type, operator and input; some 6 blocks at most, some of
    /// them not recorded, so that a trace stays within a few megabytes.
    Experiment next();

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

/// Block sizes that a kernel takes: all powers of two within its limits.
std::vector<int> blocks_of(const KernelInfo& info);

/// Kernels whose trace grows with the square of the section: a thread alone, which makes a step,
/// and so a snapshot, for each element; and threads that each add up all before them.
bool slow_when_large(const KernelInfo& info);

/// Gives the emulated GPU room for all blocks at once where the kernel needs that.
void make_room(Experiment& experiment);

}  // namespace stridescope::testing
