// Rows quantised to fp8 by their largest value, four codes in a word, and read back.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>

constexpr int kWidth = 128;

__global__ void quantize(const float4* in, __nv_fp8x4_e4m3* codes, float* scales) {
    int row = blockIdx.x, lane = threadIdx.x;
    float4 v = in[row * 32 + lane];
    float most = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
    for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    // A scale that is a power of two keeps the division exact.
    float scale = exp2f(ceilf(log2f(most / 448.0f)));
    v = make_float4(v.x / scale, v.y / scale, v.z / scale, v.w / scale);
    codes[row * 32 + lane] = __nv_fp8x4_e4m3(v);
    if (lane == 0) scales[row] = scale;
}

__global__ void restore(const __nv_fp8x4_e4m3* codes, const float* scales, float4* out,
                        __half2* halves) {
    int row = blockIdx.x, at = row * 32 + threadIdx.x;
    float4 v = float4(codes[at]);
    float s = scales[row];
    out[at] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    __nv_fp8x2_storage_t low = codes[at].__x & 0xffff;
    halves[at] = __half2(__nv_cvt_fp8x2_to_halfraw2(low, __NV_E4M3));
}

int main() {
    const int rows = 5, n = rows * kWidth;
    float4 *in, *out;
    __nv_fp8x4_e4m3* codes;
    float* scales;
    __half2* halves;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    cudaMallocManaged(&codes, n);
    cudaMallocManaged(&scales, rows * sizeof(float));
    cudaMallocManaged(&halves, n / 4 * sizeof(__half2));
    float* x = reinterpret_cast<float*>(in);
    for (int i = 0; i < n; i++) x[i] = ((i * 37) % 201 - 100) * (0.3f + i / kWidth * 11.7f);
    quantize<<<rows, 32>>>(in, codes, scales);
    restore<<<rows, 32>>>(codes, scales, out, halves);
    cudaDeviceSynchronize();
    const float* y = reinterpret_cast<const float*>(out);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float error = y[i] > x[i] ? y[i] - x[i] : x[i] - y[i], size = x[i] < 0 ? -x[i] : x[i];
        wrong += error > size / 16 + scales[i / kWidth] * 0.001f;
    }
    for (int r = 0; r < rows; r++) printf("scale %d\n", (int)(scales[r] * 1024));
    for (int i = 0; i < n / 4; i += 3) {
        unsigned pair = __half_as_ushort(__low2half(halves[i])) |
                        (unsigned)__half_as_ushort(__high2half(halves[i])) << 16;
        printf("%08x %08x\n", (unsigned)codes[i].__x, pair);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
