// a pipeline of the block's
// launch: k<<<2, 64>>>(a, b, 5)
// a: int[640] iota    b: int[640]
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(const int* a, int* b, int n) {
    __shared__ int buf[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int* src = a + blockIdx.x * n * 64;
    int *dst = b + blockIdx.x * n * 64, t = threadIdx.x;
    for (int f = 0, c = 0; c < n; ++c) {
        for (; f < n && f < c + 2; ++f) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[f % 2], src + f * 64, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        dst[c * 64 + t] = buf[c % 2][63 - t];
        pipe.consumer_release();
    }
}
// told: nothing
