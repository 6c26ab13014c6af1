// cub::DeviceScan as functions of C, in a shared library of its own: compiled by nvcc where the
// CUDA Toolkit is, loaded by app/engine/nvrtc/library_scan.cpp.
#include <cub/device/device_scan.cuh>
#include <cub/version.cuh>

#include <climits>

extern "C" int ss_cub_version() {
    return CUB_VERSION;
}

extern "C" int ss_cub_scan(int type, unsigned long long temporary, unsigned long long* bytes,
                           unsigned long long from, unsigned long long to, long long n) {
    void* room = reinterpret_cast<void*>(temporary);
    size_t size = *bytes;
    // As few as that are counted in 32 bits, which CUB is faster with.
    if (n > INT_MAX) return cudaErrorInvalidValue;
    const int count = static_cast<int>(n);
    const cudaError_t result =
        type == 0 ? cub::DeviceScan::InclusiveSum(room, size, reinterpret_cast<const float*>(from),
                                                  reinterpret_cast<float*>(to), count)
                  : cub::DeviceScan::InclusiveSum(room, size, reinterpret_cast<const int*>(from),
                                                  reinterpret_cast<int*>(to), count);
    *bytes = size;
    return result;
}
