// NVIDIA's driver, loaded when it is first asked for: this program neither links it nor needs its
// headers. Errors are exceptions, memory and code are objects; sentences are for people.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stridescope::nvrtc {

/// Why no GPU can be used through the driver, as a sentence that says how to mend it; empty if one
/// can. Asks the driver once and remembers.
std::string why_no_gpu();

/// What is known of the GPU in use. Only where why_no_gpu() is empty.
struct Gpu {
    std::string name{};
    int capability = 0;  ///< 90 is 9.0
    int multiprocessors = 0;
    int shared_bytes = 0;     ///< most a block may ask for
    int reserved_shared = 0;  ///< before the block's own shared memory
};
const Gpu& gpu();

/// Makes the GPU the calling thread's; to be called before anything below.
void use_gpu();
/// Bytes of its memory that are free now.
std::uint64_t free_memory();
/// Waits until all is done. Throws RunError where a kernel failed.
void wait(const std::string& doing);

class DeviceMemory {
  public:
    DeviceMemory() = default;
    explicit DeviceMemory(std::uint64_t bytes);
    /// Memory that the host reaches at the same address: its pages are where they were used last.
    static DeviceMemory managed(std::uint64_t bytes);
    DeviceMemory(DeviceMemory&& other) noexcept
        : address_{std::exchange(other.address_, 0)}, bytes_{std::exchange(other.bytes_, 0)} {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        std::swap(address_, other.address_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    std::uint64_t address() const { return address_; }
    std::uint64_t size() const { return bytes_; }

  private:
    std::uint64_t address_ = 0, bytes_ = 0;
};

void copy_to_device(std::uint64_t to, std::span<const std::byte> from);
void copy_from_device(std::span<std::byte> to, std::uint64_t from);
/// Starts a copy behind all that was started before.
void copy_on_device(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
void fill_with_zeros(std::uint64_t address, std::uint64_t bytes);

/// Compiled code, loaded.
class Module {
  public:
    using Kernel = struct KernelTag*;

    explicit Module(std::span<const std::byte> code);
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    ~Module();

    Kernel kernel(const std::string& name) const;
    struct Global {
        std::uint64_t address = 0, bytes = 0;  ///< 0: the compiler found nothing that uses it
    };
    Global global(const std::string& name) const;

  private:
    struct ModuleTag* module_ = nullptr;
};

struct KernelLaunch {
    Module::Kernel kernel = nullptr;
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t dynamic_shared = 0;
    std::vector<std::vector<std::byte>> arguments{};
};
/// A plain value as a kernel takes it.
template <class T>
std::vector<std::byte> bytes_of(const T& value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}
/// How many of its blocks a multiprocessor has room for at once.
int resident_blocks(const KernelLaunch& launch);
/// How many registers each of its threads takes.
int registers_of(Module::Kernel kernel);
/// Bytes of shared memory that each of its blocks has, besides what a launch asks for.
int static_shared_of(Module::Kernel kernel);
/// Starts it behind all that was started before; `wait` says how it went.
void start(const KernelLaunch& launch, const std::string& doing);
/// Starts both side by side; the first one's blocks go before the rest's wherever a place is free.
/// What is started later comes behind both. From compute capability 9.0 on `first` has to let the
/// rest begin, and the rest to wait for its end, as recording_text and rest_text do.
void start_both(const KernelLaunch& first, const KernelLaunch& rest, const std::string& doing);

/// A moment on the GPU's clock.
class Moment {
  public:
    Moment();
    Moment(const Moment&) = delete;
    Moment& operator=(const Moment&) = delete;
    ~Moment();
    void record();
    /// Milliseconds from that one to this one, which have to be over.
    double since(const Moment& before) const;

  private:
    struct EventTag* event_ = nullptr;
};

}  // namespace stridescope::nvrtc
