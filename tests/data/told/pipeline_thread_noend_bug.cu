// a thread's pipeline goes on while others still read
// launch: k<<<2, 64>>>(a, b, 5)
// a: int[640] iota    b: int[640]
#include <cuda/pipeline>
__global__ void k(const int* a, int* b, int n) {
    __shared__ int buf[2][64];
    auto pipe = cuda::make_pipeline();
    const int* src = a + blockIdx.x * n * 64;
    int *dst = b + blockIdx.x * n * 64, t = threadIdx.x;
    for (int f = 0, c = 0; c < n; ++c) {
        for (; f < n && f < c + 2; ++f) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buf[f % 2][t], src + f * 64 + t, sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        dst[c * 64 + t] = buf[c % 2][63 - t];

        pipe.consumer_release();
    }
}
// told:  race on
