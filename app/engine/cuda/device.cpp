#include "app/engine/cuda/device.h"

#include <fmt/format.h>

namespace stridescope::cuda {
namespace {

std::string version(int number) {
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

constexpr const char* emulator = "use --engine cpu (the emulator runs the same kernels)";

}  // namespace

std::string sentence(cudaError_t error, std::string_view doing) {
    switch (error) {
        case cudaErrorMemoryAllocation:
            return fmt::format(
                "The GPU ran out of memory while {}: record fewer blocks, e.g. --blocks first:8, "
                "or {}.",
                doing, emulator);
        case cudaErrorDevicesUnavailable:
            return fmt::format("Another program is using the GPU (busy while {}): close it, or {}.",
                               doing, emulator);
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorUnsupportedPtxVersion:
            return fmt::format(
                "This build has no code for this GPU ({}): build with "
                "-DCMAKE_CUDA_ARCHITECTURES=native, or {}.",
                cudaGetErrorString(error), emulator);
        case cudaErrorIllegalAddress:
        case cudaErrorMisalignedAddress:
        case cudaErrorAssert:
        case cudaErrorLaunchFailure:
        case cudaErrorIllegalInstruction:
            return fmt::format(
                "The kernel failed on the GPU while {} ({}): restart the program to use the GPU, "
                "or {}.",
                doing, cudaGetErrorString(error), emulator);
        case cudaErrorLaunchTimeout:
            return fmt::format(
                "The GPU stopped the kernel because it ran too long (while {}): choose a smaller "
                "--n, or {}.",
                doing, emulator);
        default:
            return fmt::format("The GPU failed while {}: {} ({}); {}.", doing,
                               cudaGetErrorString(error), cudaGetErrorName(error), emulator);
    }
}

void check(cudaError_t error, std::string_view doing) {
    if (error == cudaSuccess) return;
    (void)cudaGetLastError();  // an error that passes is not told twice
    throw RunError(sentence(error, doing));
}

Surroundings look_around() {
    Surroundings s;
    (void)cudaDriverGetVersion(&s.driver);
    (void)cudaRuntimeGetVersion(&s.runtime);
    s.found = cudaGetDeviceCount(&s.devices);
    if (s.found == cudaSuccess && s.devices > 0) {
        cudaDeviceProp device{};
        s.found = cudaGetDeviceProperties(&device, 0);
        s.capability = device.major * 10 + device.minor;
        s.name = device.name;
        // Brings the device up: says now, not later, that another program holds it.
        if (s.found == cudaSuccess) s.found = cudaFree(nullptr);
    }
    (void)cudaGetLastError();
    return s;
}

std::string why_unusable(const Surroundings& s) {
    if (s.driver == 0) {
        return fmt::format("No NVIDIA driver found: install one, or {}.", emulator);
    }
    if (s.found == cudaErrorInsufficientDriver || s.found == cudaErrorCallRequiresNewerDriver ||
        s.found == cudaErrorSystemDriverMismatch) {
        return fmt::format(
            "The NVIDIA driver is too old: it supports CUDA {}, and this program needs {}; update "
            "the driver, or {}.",
            version(s.driver), version(s.runtime), emulator);
    }
    if (s.found == cudaErrorNoDevice || (s.found == cudaSuccess && s.devices == 0)) {
        return fmt::format("The NVIDIA driver finds no GPU: {}.", emulator);
    }
    if (s.found != cudaSuccess) return sentence(s.found, "looking for a GPU");
    if (s.capability < 75) {
        return fmt::format(
            "The GPU ({}) is too old: it has compute capability {}.{}, and this program needs 7.5; "
            "{}.",
            s.name, s.capability / 10, s.capability % 10, emulator);
    }
    return {};
}

Limits limits_of_device() {
    const auto ask = [](cudaDeviceAttr attribute) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, attribute, 0), "querying its limits");
        return value;
    };
    Limits limits;
    limits.shared_bytes = static_cast<std::size_t>(ask(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    limits.threads = ask(cudaDevAttrMaxThreadsPerBlock);
    limits.warp = ask(cudaDevAttrWarpSize);
    check(cudaMemGetInfo(&limits.free_bytes, &limits.total_bytes), "querying its memory");
    return limits;
}

DeviceMemory::DeviceMemory(std::size_t bytes) : bytes_{bytes} {
    if (bytes == 0) return;
    check(cudaMalloc(&data_, bytes),
          fmt::format("allocating {:.1f} MB", static_cast<double>(bytes) / 1e6));
}

DeviceMemory::~DeviceMemory() {
    if (data_) (void)cudaFree(data_);
}

Stream::Stream() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
}

Stream::~Stream() {
    if (stream_) (void)cudaStreamDestroy(stream_);
}

void Stream::wait(std::string_view doing) const {
    check(cudaStreamSynchronize(stream_), doing);
}

}  // namespace stridescope::cuda
