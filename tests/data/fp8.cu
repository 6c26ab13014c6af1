// Numbers of eight bits: what <cuda_fp8.h> makes of all halves and of many floats and doubles, on
// the device and on the host. What is printed is what the functions of CUDA's own header give.
#include <cuda_fp8.h>
#include <cstdio>
#include <cstring>

// All in one number: one that is wrong anywhere makes it another.
__host__ __device__ unsigned mixed(unsigned sum, unsigned value) {
    return (sum ^ value) * 16777619u;
}

__host__ __device__ float float_of(unsigned bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

__host__ __device__ void convert(unsigned part, unsigned* sums) {
    for (int kind = 0; kind < 2; ++kind) {
        __nv_fp8_interpretation_t to = kind == 0 ? __NV_E4M3 : __NV_E5M2;
        for (int finite = 0; finite < 2; ++finite) {
            __nv_saturation_t cut = finite ? __NV_SATFINITE : __NV_NOSAT;
            unsigned sum = 2166136261u;
            // Every 16th float around where the numbers are, and all exponents.
            for (unsigned i = 0; i < 512; ++i) {
                unsigned bits = (part * 512 + i) * 65537u + i * 4096u;
                sum = mixed(sum, __nv_cvt_float_to_fp8(float_of(bits), cut, to));
                float near = ldexpf((float)(part * 512 + i) - 8192.0f, -12 - (int)(i % 9));
                sum = mixed(sum, __nv_cvt_float_to_fp8(near, cut, to));
                sum = mixed(sum, __nv_cvt_double_to_fp8((double)near + 1e-9, cut, to));
                sum = mixed(sum, __nv_cvt_double_to_fp8((double)near * 32.0, cut, to));
            }
            for (unsigned h = part * 2048; h < part * 2048 + 2048; ++h) {
                __half_raw raw;
                raw.x = (unsigned short)h;
                sum = mixed(sum, __nv_cvt_halfraw_to_fp8(raw, cut, to));
            }
            sums[kind * 2 + finite] = sum;
        }
        unsigned back = 2166136261u;
        for (unsigned b = part * 8; b < part * 8 + 8; ++b)
            back = mixed(back, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)b, to).x);
        sums[4 + kind] = back;
    }
    // The types.
    float2 two = make_float2(0.3f * part, -1.7f * part);
    __nv_fp8x2_e4m3 x2(two);
    __nv_fp8x4_e5m2 x4(make_float4(two.x, two.y, two.x * 100.0f, 3.0f));
    float4 four = (float4)x4;
    float2 again = (float2)x2;
    __nv_fp8_e4m3 one(1.1f * part);
    __nv_fp8_e5m2 other((double)part / 7.0);
    sums[6] = mixed(mixed(x2.__x, x4.__x), one.__x * 256 + other.__x);
    float all = four.x + four.y * 3.0f + four.z * 5.0f + four.w * 7.0f + again.x * 11.0f +
                again.y * 13.0f + (float)one * 17.0f + (float)other * 19.0f;
    memcpy(&sums[7], &all, sizeof all);
}

__global__ void on_device(unsigned* sums) {
    convert(threadIdx.x, sums + threadIdx.x * 8);
}

int main() {
    unsigned *device, sums[32 * 8], own[32 * 8];
    cudaMalloc(&device, sizeof sums);
    on_device<<<1, 32>>>(device);
    cudaMemcpy(sums, device, sizeof sums, cudaMemcpyDeviceToHost);
    for (int part = 0; part < 32; ++part) convert(part, own + part * 8);
    int differ = 0;
    for (int i = 0; i < 32 * 8; ++i) differ += sums[i] != own[i];
    unsigned all[8];
    for (int k = 0; k < 8; ++k) {
        all[k] = 2166136261u;
        for (int part = 0; part < 32; ++part) all[k] = mixed(all[k], own[part * 8 + k]);
        printf("%d: %08x\n", k, all[k]);
    }
    printf("device and host differ in %d\n", differ);
    return 0;
}
