// <cuda.h>: what the driver says of the device, and its memory. Modules are refused: a text has its
// kernels itself.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> cuda_driver_parts() {
    static constexpr LibraryPart parts[] = {
        {"CUdevice", "typedef int CUdevice;", true},
        {"CUresult", "typedef int CUresult;", true},
        {"CUcontext", "struct __cuda_context; typedef __cuda_context *CUcontext;", true},
        {"CUdeviceptr", "typedef unsigned long long CUdeviceptr;", true},
        {"CUstream", "typedef cudaStream_t CUstream;", true},
        {"CUDA_SUCCESS", "const int CUDA_SUCCESS = 0;"},
        {"cuInit", "CUresult cuInit(unsigned flags) { return 0; }"},
        {"cuDriverGetVersion", "CUresult cuDriverGetVersion(int *v) { *v = 13000; return 0; }"},
        {"cuDeviceGetCount", "CUresult cuDeviceGetCount(int *n) { return cudaGetDeviceCount(n); }"},
        {"cuDeviceGet", R"(
CUresult cuDeviceGet(CUdevice *device, int number) {
    if (number < 0 || number >= __devices()) return 101;
    *device = number;
    return 0;
}
)"},
        {"cuDeviceGetName", R"(
CUresult cuDeviceGetName(char *name, int room, CUdevice device) {
    cudaDeviceProp all;
    int error = cudaGetDeviceProperties(&all, device);
    if (error == 0) snprintf(name, room, "%s", all.name);
    return error;
}
)"},
        {"cuDeviceTotalMem", R"(
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    cudaDeviceProp all;
    int error = cudaGetDeviceProperties(&all, device);
    *bytes = all.totalGlobalMem;
    return error;
}
)"},
        {"cuDeviceComputeCapability", R"(
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    cudaDeviceProp all;
    int error = cudaGetDeviceProperties(&all, device);
    *major = all.major;
    *minor = all.minor;
    return error;
}
)"},
        {"cuDeviceGetAttribute", R"(
CUresult cuDeviceGetAttribute(int *value, int which, CUdevice device) {
    return cudaDeviceGetAttribute(value, which, device);
}
)"},
        {"cuCtxCreate", R"(
CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) {
    *context = nullptr;
    return cudaSetDevice(device);
}
)"},
        {"cuCtxDestroy", "CUresult cuCtxDestroy(CUcontext context) { return 0; }"},
        {"cuCtxSynchronize", "CUresult cuCtxSynchronize() { return cudaDeviceSynchronize(); }"},
        {"cuGetErrorString", R"(
CUresult cuGetErrorString(CUresult error, const char **text) {
    *text = cudaGetErrorString(error);
    return 0;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language
