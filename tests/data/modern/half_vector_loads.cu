// Eight halves by one load of a float4: a residual addition and a rectifier, with a tail.
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

#define LOAD128(value) (reinterpret_cast<const float4*>(&(value))[0])
#define STORE128(value) (reinterpret_cast<float4*>(&(value))[0])

__global__ void addRelu(const half* a, const half* b, half* c, int n) {
    int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 7 < n) {
        half packA[8], packB[8], packC[8];
        STORE128(packA[0]) = LOAD128(a[first]);
        STORE128(packB[0]) = LOAD128(b[first]);
#pragma unroll
        for (int i = 0; i < 8; i += 2) {
            half2 sum =
                __hadd2(*reinterpret_cast<half2*>(&packA[i]), *reinterpret_cast<half2*>(&packB[i]));
            *reinterpret_cast<half2*>(&packC[i]) = __hmax2(sum, __float2half2_rn(0.0f));
        }
        STORE128(c[first]) = LOAD128(packC[0]);
    } else {
        for (int i = first; i < n; i++) c[i] = __hmax(__hadd(a[i], b[i]), __float2half(0.0f));
    }
}

__global__ void swapHalves(const uint4* in, uint4* out) {
    union {
        uint4 vector;
        half2 pairs[4];
    } u;
    u.vector = in[threadIdx.x];
    for (half2& p : u.pairs) p = __halves2half2(__high2half(p), __low2half(p));
    out[threadIdx.x] = u.vector;
}

int main() {
    const int n = 1003;
    std::vector<half> a(n), b(n), c(n), d(64);
    for (int i = 0; i < n; i++) {
        a[i] = __float2half((i % 97) * 0.37f - 12.0f);
        b[i] = __float2half((i % 61) * -0.11f + 4.0f);
    }
    half *da, *db, *dc, *dd;
    cudaMalloc(&da, n * sizeof(half));
    cudaMalloc(&db, n * sizeof(half));
    cudaMalloc(&dc, n * sizeof(half));
    cudaMalloc(&dd, 64 * sizeof(half));
    cudaMemcpy(da, a.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    addRelu<<<2, 64>>>(da, db, dc, n);
    swapHalves<<<1, 8>>>((const uint4*)dc, (uint4*)dd);
    cudaMemcpy(c.data(), dc, n * sizeof(half), cudaMemcpyDeviceToHost);
    cudaMemcpy(d.data(), dd, 64 * sizeof(half), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float sum = __half2float(a[i]) + __half2float(b[i]);
        half expected = __float2half(sum > 0 ? sum : 0.0f);
        wrong += __half_as_ushort(expected) != __half_as_ushort(c[i]);
        if (i % 20 < 2) printf("%d %04x\n", i, __half_as_ushort(c[i]));
    }
    for (int i = 0; i < 64; i++) wrong += __half_as_ushort(d[i]) != __half_as_ushort(c[i ^ 1]);
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
