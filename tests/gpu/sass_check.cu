// Kernels of the catalogue as the plain build makes them, each beside the same kernel written by
// hand without the lane contract: sass_test.py and scripts/gpu_check want the same machine code.
#include "kernels/simt.h"
//
#include "kernels/brent_kung.h"
#include "kernels/kogge_stone.h"

namespace {

using stridescope::Op;
using stridescope::Padding;
using stridescope::PlainLane;
using stridescope::kernels::BrentKung;
using stridescope::kernels::KoggeStone;

template <class Kernel, class T, Padding padding, int coarsening>
__device__ __forceinline__ void ours(T* A, T* P, int n, int section) {
    using Lane = PlainLane<T, Op::add, padding, coarsening>;
    using Value = typename Lane::Value;
    Lane lane{section};
    Kernel::scan(lane, reinterpret_cast<Value*>(A), reinterpret_cast<Value*>(P), n);
}

__device__ __forceinline__ int every32(int i) {
    return i + (i >> 5);
}

}  // namespace

extern "C" {

__global__ void __launch_bounds__(1024) ours_kogge_stone_1(float* A, float* P, int n, int section) {
    ours<KoggeStone, float, Padding::none, 1>(A, P, n, section);
}
__global__ void __launch_bounds__(1024) hand_kogge_stone_1(float* A, float* P, int n, int) {
    extern __shared__ float X[];
    const int B = blockDim.x, t = threadIdx.x, first = blockIdx.x * B;
    X[t] = first + t < n ? A[first + t] : 0.0F;
    for (int s = 1; s < B; s *= 2) {
        __syncthreads();
        float sum;
        if (t >= s) sum = X[t - s] + X[t];
        __syncthreads();
        if (t >= s) X[t] = sum;
    }
    __syncthreads();
    if (first + t < n) P[first + t] = X[t];
}

__global__ void __launch_bounds__(1024) ours_kogge_stone_4(float* A, float* P, int n, int section) {
    ours<KoggeStone, float, Padding::none, 4>(A, P, n, section);
}
__global__ void __launch_bounds__(1024) hand_kogge_stone_4(float* A, float* P, int n, int) {
    extern __shared__ float X[];
    constexpr int C = 4;
    const int B = blockDim.x, L = C * B, t = threadIdx.x, first = blockIdx.x * L;
    for (int i = 0; i < C; ++i) {
        const int k = t + i * B;
        X[k] = first + k < n ? A[first + k] : 0.0F;
    }
    for (int s = 1; s < L; s *= 2) {
        __syncthreads();
        float sum[C];
        for (int i = 0; i < C; ++i) {
            const int k = t + i * B;
            if (k >= s) sum[i] = X[k - s] + X[k];
        }
        __syncthreads();
        for (int i = 0; i < C; ++i) {
            const int k = t + i * B;
            if (k >= s) X[k] = sum[i];
        }
    }
    __syncthreads();
    for (int i = 0; i < C; ++i) {
        const int k = t + i * B;
        if (first + k < n) P[first + k] = X[k];
    }
}

__global__ void __launch_bounds__(1024) ours_brent_kung_1(float* A, float* P, int n, int section) {
    ours<BrentKung, float, Padding::none, 1>(A, P, n, section);
}
__global__ void __launch_bounds__(1024) hand_brent_kung_1(float* A, float* P, int n, int) {
    extern __shared__ double memory[];  // one declaration for all types, as is usual
    auto* X = reinterpret_cast<float*>(memory);
    const int B = blockDim.x, t = threadIdx.x, first = blockIdx.x * B;
    X[t] = first + t < n ? A[first + t] : 0.0F;
    int s = 1;
    for (; 2 * s <= B; s *= 2) {
        __syncthreads();
        for (int j = 2 * (t + 1) * s - 1, by = 2 * s * B; j < B; j += by) X[j] = X[j - s] + X[j];
    }
    for (s /= 2; s > 0; s /= 2) {
        if (3 * s > B) continue;
        __syncthreads();
        for (int j = 2 * (t + 1) * s - 1, end = B - s, by = 2 * s * B; j < end; j += by)
            X[j + s] = X[j] + X[j + s];
    }
    __syncthreads();
    if (first + t < n) P[first + t] = X[t];
}

__global__ void __launch_bounds__(1024)
    ours_brent_kung_4_every32(double* A, double* P, int n, int section) {
    ours<BrentKung, double, Padding::every32, 4>(A, P, n, section);
}
__global__ void __launch_bounds__(1024)
    hand_brent_kung_4_every32(double* A, double* P, int n, int) {
    extern __shared__ double Y[];
    constexpr int C = 4;
    const int B = blockDim.x, L = C * B, t = threadIdx.x, first = blockIdx.x * L;
    for (int i = 0; i < C; ++i) {
        const int k = t + i * B;
        Y[every32(k)] = first + k < n ? A[first + k] : 0.0;
    }
    int s = 1;
    for (; 2 * s <= L; s *= 2) {
        __syncthreads();
        for (int j = 2 * (t + 1) * s - 1, by = 2 * s * B; j < L; j += by)
            Y[every32(j)] += Y[every32(j - s)];
    }
    for (s /= 2; s > 0; s /= 2) {
        if (3 * s > L) continue;
        __syncthreads();
        for (int j = 2 * (t + 1) * s - 1, end = L - s, by = 2 * s * B; j < end; j += by)
            Y[every32(j + s)] += Y[every32(j)];
    }
    __syncthreads();
    for (int i = 0; i < C; ++i) {
        const int k = t + i * B;
        if (first + k < n) P[first + k] = Y[every32(k)];
    }
}

}  // extern "C"
