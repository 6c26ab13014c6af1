#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
// launch: k<<<1, 64>>>(x)
// x: float[256] iota
// A pipeline of the block, in place.
__global__ void k(float* x) {
    __shared__ float s[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int t = threadIdx.x, next = 0;
    for (int k = 0; k < 4; ++k) {
        for (; next < 4 && next < k + 2; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[next % 2], x + next * 64, sizeof(float) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        x[k * 64 + t] = s[k % 2][63 - t] + 1;
        pipe.consumer_release();
    }
}
// told: nothing
