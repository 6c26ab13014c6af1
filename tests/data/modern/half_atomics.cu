// Histograms weighted by half, half2 and bfloat16 atomics; all sums are exact in any order.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

__global__ void add(const int* in, half* single, half2* pairs, __nv_bfloat16* brains,
                    __nv_bfloat162* brainPairs) {
    __shared__ half2 local[4];
    if (threadIdx.x < 4) local[threadIdx.x] = __float2half2_rn(0.0f);
    __syncthreads();
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    float weight = (v % 5 - 2) * 0.5f;
    atomicAdd(&single[v % 6], __float2half(weight));
    atomicAdd(&local[v % 4], __floats2half2_rn(weight, 1.0f));
    atomicAdd(&brains[v % 3], __float2bfloat16(v % 2 ? 1.0f : 0.0f));
    atomicAdd(&brainPairs[v % 2], __floats2bfloat162_rn(1.0f, v % 3 == 0 ? -1.0f : 0.0f));
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&pairs[threadIdx.x], local[threadIdx.x]);
}

int main() {
    const int n = 192;
    int* in;
    half* single;
    half2* pairs;
    __nv_bfloat16* brains;
    __nv_bfloat162* brainPairs;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&single, 6 * sizeof(half));
    cudaMallocManaged(&pairs, 4 * sizeof(half2));
    cudaMallocManaged(&brains, 4 * sizeof(__nv_bfloat16));
    cudaMallocManaged(&brainPairs, 2 * sizeof(__nv_bfloat162));
    cudaMemset(single, 0, 12);
    cudaMemset(pairs, 0, 16);
    cudaMemset(brains, 0, 8);
    cudaMemset(brainPairs, 0, 8);
    float weights[6] = {}, sums[4] = {}, odd[3] = {};
    int counts[4] = {};
    for (int i = 0; i < n; i++) {
        int v = in[i] = (i * 7 + i / 9) % 60;
        weights[v % 6] += (v % 5 - 2) * 0.5f;
        sums[v % 4] += (v % 5 - 2) * 0.5f;
        counts[v % 4]++;
        odd[v % 3] += v % 2;
    }
    add<<<3, 64>>>(in, single, pairs, brains, brainPairs);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int b = 0; b < 6; b++) {
        wrong += __half2float(single[b]) != weights[b];
        printf("%04x ", __half_as_ushort(single[b]));
    }
    for (int b = 0; b < 4; b++) {
        wrong += __low2float(pairs[b]) != sums[b] || __high2float(pairs[b]) != counts[b];
        printf("%04x ", __half_as_ushort(__low2half(pairs[b])));
    }
    for (int b = 0; b < 3; b++) {
        wrong += __bfloat162float(brains[b]) != odd[b];
        printf("%04x ", __bfloat16_as_ushort(brains[b]));
    }
    for (int b = 0; b < 2; b++) {
        printf("%04x %04x ", __bfloat16_as_ushort(__low2bfloat16(brainPairs[b])),
               __bfloat16_as_ushort(__high2bfloat16(brainPairs[b])));
    }
    printf("\n%s\n", wrong ? "wrong" : "ok");
    return 0;
}
