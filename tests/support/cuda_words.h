// CUDA's words as g++ takes them: enough to check that a text is C++, nothing that runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __restrict__

struct uint3 {
    unsigned x, y, z;
};
struct float2 {
    float x, y;
};
struct float4 {
    float x, y, z, w;
};
struct uint4 {
    unsigned x, y, z, w;
};
float2 make_float2(float, float);
extern const uint3 threadIdx, blockIdx, blockDim, gridDim;
using std::max;
using std::min;

void __syncthreads();
void __syncwarp(unsigned = 0xffffffff);
void __threadfence();
std::size_t __cvta_generic_to_shared(const void*);
unsigned __ballot_sync(unsigned, int);
int __popc(unsigned);
int __clz(int);
int __ffs(int);
template <class T>
T __shfl_sync(unsigned, T, int, int = 32);
template <class T>
T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T>
T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T>
T __shfl_xor_sync(unsigned, T, int, int = 32);
template <class T>
T atomicAdd(T*, T);
template <class T>
T atomicExch(T*, T);
template <class T>
T atomicCAS(T*, T, T);
