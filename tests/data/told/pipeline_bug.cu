// launch: k<<<1, 64>>>(x, y)
// x: int[512] iota    y: int[64]
#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void k(const int* x, int* y) {
    constexpr int stages = 2;
    __shared__ int buf[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int fetch = 0, use = 0; use < 8; ++use) {
        for (; fetch < 8 && fetch < use + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[fetch % stages], x + 64 * fetch, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        sum += buf[use % stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
    y[threadIdx.x] = sum;
}
// told: buf\[
