#include "app/machine/fourier.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace stridescope::machine {
namespace {

using Complex = std::complex<double>;

/// exp(sign 2πi k / n), exact where it is 1, −1, i or −i.
Complex root(std::uint64_t k, std::uint64_t n, int sign) {
    // The angle is brought below an eighth of the circle, where sine and cosine are at their best.
    const std::uint64_t eighths = 8 * k / n;
    const std::uint64_t quarter = (eighths + 1) / 2;  // the nearest multiple of 90°
    const double rest = (static_cast<double>(4 * k) - static_cast<double>(quarter * n)) /
                        static_cast<double>(n) * (std::numbers::pi / 2);
    const double c = std::cos(rest), s = std::sin(rest);
    switch (quarter % 4) {
        case 0: return {c, sign * s};
        case 1: return {-s, sign * c};
        case 2: return {-c, -sign * s};
        default: return {s, -sign * c};
    }
}

std::vector<Complex> roots(std::uint64_t n, int sign) {
    std::vector<Complex> all(n);
    for (std::uint64_t k = 0; k < n; ++k) all[k] = root(k, n, sign);
    return all;
}

/// Written out: the product of std::complex asks for what is infinite at each step.
Complex product(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::uint64_t least_factor(std::uint64_t n) {
    if (n % 4 == 0) return 4;
    for (std::uint64_t p = 2; p * p <= n; ++p)
        if (n % p == 0) return p;
    return n;
}

std::uint64_t greatest_prime(std::uint64_t n) {
    std::uint64_t greatest = 1;
    for (std::uint64_t p = 2; p * p <= n; ++p)
        for (; n % p == 0; n /= p) greatest = p;
    return n > 1 ? n : greatest;
}

/// Stockham's: a pass for each factor, sorted on the way.
std::vector<Complex> by_factors(std::span<const Complex> x, int sign) {
    const std::uint64_t size = x.size();
    const std::vector<Complex> unit = roots(size, sign);
    std::vector<Complex> from(x.begin(), x.end()), to(size);
    std::uint64_t n = size, apart = 1;
    while (n > 1) {
        const std::uint64_t p = least_factor(n), m = n / p;
        for (std::uint64_t j = 0; j < m; ++j) {
            for (std::uint64_t k = 0; k < p; ++k) {
                for (std::uint64_t q = 0; q < apart; ++q) {
                    Complex sum = 0;
                    for (std::uint64_t r = 0; r < p; ++r) {
                        const std::uint64_t turn = k * (j * apart + r * (size / p)) % size;
                        sum += product(from[q + apart * (j + m * r)], unit[turn]);
                    }
                    to[q + apart * (p * j + k)] = sum;
                }
            }
        }
        std::swap(from, to);
        n = m;
        apart *= p;
    }
    return from;
}

/// Bluestein's, where a great prime divides n: a convolution, by transforms of a power of two.
std::vector<Complex> by_convolution(std::span<const Complex> x, int sign) {
    const std::uint64_t n = x.size(), size = std::bit_ceil(2 * n - 1);
    std::vector<Complex> chirp(n), a(size), b(size);
    for (std::uint64_t k = 0; k < n; ++k) {
        chirp[k] = root(k * k % (2 * n), 2 * n, sign);
        a[k] = product(x[k], chirp[k]);
        b[k] = std::conj(chirp[k]);
        if (k > 0) b[size - k] = b[k];
    }
    a = by_factors(a, -1);
    b = by_factors(b, -1);
    for (std::uint64_t i = 0; i < size; ++i) a[i] = product(a[i], b[i]);
    a = by_factors(a, 1);
    std::vector<Complex> result(n);
    for (std::uint64_t k = 0; k < n; ++k)
        result[k] = product(a[k], chirp[k]) / static_cast<double>(size);
    return result;
}

}  // namespace

std::vector<Complex> fourier(std::span<const Complex> x, int sign) {
    constexpr std::uint64_t great = 64;
    if (x.size() < 2) return {x.begin(), x.end()};
    return greatest_prime(x.size()) > great ? by_convolution(x, sign) : by_factors(x, sign);
}

void fourier(std::span<Complex> x, const std::array<std::int64_t, 3>& extents, int sign) {
    std::size_t apart = 1;
    for (std::size_t axis = extents.size(); axis-- > 0;) {
        const auto n = static_cast<std::size_t>(extents[axis]);
        std::vector<Complex> line(n);
        for (std::size_t first = 0; first < x.size() && n > 1; ++first) {
            if (first / apart % n != 0) continue;
            for (std::size_t i = 0; i < n; ++i) line[i] = x[first + i * apart];
            const std::vector<Complex> made = fourier(line, sign);
            for (std::size_t i = 0; i < n; ++i) x[first + i * apart] = made[i];
        }
        apart *= n;
    }
}

}  // namespace stridescope::machine
