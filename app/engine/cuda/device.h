// CUDA's runtime with its errors as exceptions and its memory as objects. Sentences are for people.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "app/engine/engine.h"

namespace stridescope::cuda {

/// What the runtime's error means and how to mend it; `doing` completes "while …".
std::string sentence(cudaError_t error, std::string_view doing);

/// Throws RunError with that sentence unless all is well.
void check(cudaError_t error, std::string_view doing);

/// What the driver and the runtime say of themselves (CUDA's numbers: 12040 is 12.4; 0: no driver),
/// and what came of looking for devices.
struct Surroundings {
    int driver = 0;
    int runtime = 0;
    cudaError_t found = cudaSuccess;
    int devices = 0;
    int capability = 0;  ///< of device 0: 90 is 9.0
    std::string name;
};
Surroundings look_around();

/// Why these cannot run kernels, as a sentence; empty if they can.
std::string why_unusable(const Surroundings& surroundings);

/// Limits of the device in use.
struct Limits {
    std::size_t shared_bytes = 0;  ///< most a block may ask for
    int threads = 0;               ///< most in a block
    int warp = 32;
    std::size_t free_bytes = 0, total_bytes = 0;  ///< of the device's memory, now
};
Limits limits_of_device();

/// Device memory; freed with its owner.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    /// Throws RunError naming the number if the device has not that much left.
    explicit DeviceMemory(std::size_t bytes);
    DeviceMemory(DeviceMemory&& other) noexcept
        : data_{std::exchange(other.data_, nullptr)}, bytes_{std::exchange(other.bytes_, 0)} {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    void* data() const { return data_; }
    template <class T>
    T* as() const {
        return static_cast<T*>(data_);
    }
    std::size_t size() const { return bytes_; }

  private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

class Stream {
  public:
    Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream();
    cudaStream_t get() const { return stream_; }
    void wait(std::string_view doing) const;

  private:
    cudaStream_t stream_ = nullptr;
};

}  // namespace stridescope::cuda
