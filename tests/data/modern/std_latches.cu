// cuda::std::latch and its kin, which are told no scope.
#include <cstdio>
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <new>

__global__ void reversed(int* out) {
    __shared__ alignas(cuda::std::latch) char room[sizeof(cuda::std::latch)];
    __shared__ int s[128];
    auto& all = *reinterpret_cast<cuda::std::latch*>(room);
    if (threadIdx.x == 0) new (&all) cuda::std::latch(128);
    __syncthreads();
    s[threadIdx.x] = 3 * threadIdx.x;
    all.arrive_and_wait();
    out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void guarded(int* out) {
    __shared__ alignas(16) char room[128];
    auto& one = *reinterpret_cast<cuda::std::binary_semaphore*>(room);
    auto& two = *reinterpret_cast<cuda::std::counting_semaphore<8>*>(room + 64);
    if (threadIdx.x == 0) {
        new (&one) cuda::std::binary_semaphore(1);
        new (&two) cuda::std::counting_semaphore<8>(2);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        two.acquire();
        one.acquire();
        out[0] = out[0] * 2 + 1;
        one.release();
        two.release();
    }
}

int main() {
    int* out;
    cudaMallocManaged(&out, 128 * sizeof(int));
    reversed<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i += 11) std::printf("%d\n", out[i]);
    out[0] = 1;
    guarded<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    std::printf("%d\n", out[0]);
}
