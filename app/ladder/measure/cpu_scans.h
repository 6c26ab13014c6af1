// Inclusive scans on the CPU: what a ladder begins with.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace stridescope {

/// Threads that wait for work, as a scan on all cores has them.
class ScanThreads {
  public:
    /// At least one.
    explicit ScanThreads(unsigned count);
    ~ScanThreads();
    ScanThreads(const ScanThreads&) = delete;
    ScanThreads& operator=(const ScanThreads&) = delete;

    /// Each thread adds up its part; then each scans its part from what came before it.
    template <class T>
    void scan(std::span<const T> from, std::span<T> to);

  private:
    struct Team;
    std::unique_ptr<Team> team_;
};

extern template void ScanThreads::scan(std::span<const float>, std::span<float>);
extern template void ScanThreads::scan(std::span<const int>, std::span<int>);

}  // namespace stridescope
