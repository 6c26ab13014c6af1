// It fills what may still be read.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
// launch: k<<<1, 64>>>(x, out)
// x: int[256] iota    out: int[32]
__global__ void k(const int* x, int* out) {
    __shared__ int s[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    int t = threadIdx.x % 32, sum = 0;
    for (int i = 0; i < 8; i++) {
        if (role == cuda::pipeline_role::producer) {
            if (i < 2) pipe.producer_acquire();
            cuda::memcpy_async(&s[i % 2][t], &x[i * 32 + t], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += s[i % 2][31 - t];
            pipe.consumer_release();
        }
    }
    if (threadIdx.x >= 32) out[t] = sum;
}
// told: s\[
