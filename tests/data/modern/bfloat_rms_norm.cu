// Normalises rows of bfloat16 by their root mean square; sums and roots in float.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kColumns = 192;

template <int Threads>
__global__ void rmsNorm(const __nv_bfloat16* in, const __nv_bfloat16* gain, __nv_bfloat16* out) {
    __shared__ float partial[Threads / 32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const auto* row = reinterpret_cast<const __nv_bfloat162*>(in + blockIdx.x * kColumns);
    float squares = 0.0f;
    for (int c = threadIdx.x; c < kColumns / 2; c += Threads) {
        float2 v = __bfloat1622float2(row[c]);
        squares = __fmaf_rn(v.x, v.x, squares);
        squares = __fmaf_rn(v.y, v.y, squares);
    }
    for (int mask = 16; mask > 0; mask >>= 1) squares += warp.shfl_xor(squares, mask);
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = squares;
    block.sync();
    float total = 0.0f;
    for (float p : partial) total += p;
    float scale = __fdiv_rn(1.0f, __fsqrt_rn(__fadd_rn(total / kColumns, 1e-5f)));
    __nv_bfloat162 scales = __float2bfloat162_rn(scale);
    const auto* gains = reinterpret_cast<const __nv_bfloat162*>(gain);
    auto* result = reinterpret_cast<__nv_bfloat162*>(out + blockIdx.x * kColumns);
    for (int c = threadIdx.x; c < kColumns / 2; c += Threads) {
        result[c] = __hmul2(__hmul2(row[c], scales), gains[c]);
    }
}

int main() {
    const int rows = 6, n = rows * kColumns;
    __nv_bfloat16 *in, *gain, *out;
    cudaMallocManaged(&in, n * sizeof(__nv_bfloat16));
    cudaMallocManaged(&out, n * sizeof(__nv_bfloat16));
    cudaMallocManaged(&gain, kColumns * sizeof(__nv_bfloat16));
    for (int i = 0; i < n; i++) in[i] = __float2bfloat16((i * 73 % 509 - 250) * 0.0123f);
    for (int c = 0; c < kColumns; c++) gain[c] = __float2bfloat16(0.5f + c * 0.01f);
    rmsNorm<64><<<rows, 64>>>(in, gain, out);
    printf("%d\n", cudaDeviceSynchronize());
    for (int i = 0; i < n; i += 7) {
        printf("%d: %04x %04x\n", i, __bfloat16_as_ushort(in[i]), __bfloat16_as_ushort(out[i]));
    }
    return 0;
}
