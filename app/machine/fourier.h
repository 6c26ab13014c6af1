// Discrete Fourier transforms of numbers in the host's memory, for what <cufft.h> computes.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace stridescope::machine {

/// Σ x[k] exp(sign 2πi jk / n) for each j, not divided by n. In O(n log n) for every n.
/// @param sign −1 forward, +1 back
std::vector<std::complex<double>> fourier(std::span<const std::complex<double>> x, int sign);

/// The same along each of the three axes of an array, in place; the last axis lies side by side.
void fourier(std::span<std::complex<double>> x, const std::array<std::int64_t, 3>& extents,
             int sign);

}  // namespace stridescope::machine
