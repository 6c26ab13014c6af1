// A dot product of halves three ways: all in half, in half2 lanes, and added up in float.
#include <cuda_fp16.h>
#include <cstdio>

template <typename T>
__device__ T warpSum(T v) {
    for (int offset = 16; offset; offset >>= 1) v = v + __shfl_down_sync(~0u, v, offset);
    return v;
}

__global__ void dots(const half* x, const half* y, int n, half* narrow, half2* paired,
                     float* wide) {
    half h = __float2half(0.0f);
    float f = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        h = __hfma(x[i], y[i], h);
        f = fmaf(__half2float(x[i]), __half2float(y[i]), f);
    }
    half2 h2 = __float2half2_rn(0.0f);
    const half2 *x2 = (const half2*)x, *y2 = (const half2*)y;
    for (int i = threadIdx.x; i < n / 2; i += 32) h2 = __hfma2(x2[i], y2[i], h2);
    h = warpSum(h);
    f = warpSum(f);
    h2 = warpSum(h2);
    if (threadIdx.x == 0) {
        narrow[blockIdx.x] = h;
        paired[blockIdx.x] = h2;
        wide[blockIdx.x] = f;
    }
}

unsigned floatBits(float f) {
    union {
        float f;
        unsigned u;
    } both = {f};
    return both.u;
}

int main() {
    const int n = 512;
    half *x, *y, *narrow;
    half2* paired;
    float* wide;
    cudaMallocManaged(&x, n * sizeof(half));
    cudaMallocManaged(&y, n * sizeof(half));
    cudaMallocManaged(&narrow, sizeof(half));
    cudaMallocManaged(&paired, sizeof(half2));
    cudaMallocManaged(&wide, sizeof(float));
    for (int round = 0; round < 5; round++) {
        double exact = 0;
        for (int i = 0; i < n; i++) {
            x[i] = __float2half(((i * (round + 3)) % 41 - 20) * 0.0625f * (round + 1));
            y[i] = __float2half(((i * 7 + round) % 29 - 11) * 0.125f);
            exact += (double)__half2float(x[i]) * (double)__half2float(y[i]);
        }
        dots<<<1, 32>>>(x, y, n, narrow, paired, wide);
        cudaDeviceSynchronize();
        half2 p = *paired;
        printf("%04x %04x %04x %08x %s\n", __half_as_ushort(*narrow),
               __half_as_ushort(__low2half(p)), __half_as_ushort(__high2half(p)), floatBits(*wide),
               (double)*wide == exact ? "ok" : "wrong");
    }
    return 0;
}
