#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(const int* in, int* out) {
    __shared__ int s[64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(
        block, &state,
        threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    if (threadIdx.x < 32) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
        // producer_commit is missing
    } else {
        pipe.consumer_wait();
        out[threadIdx.x - 32] = s[threadIdx.x - 32];
        pipe.consumer_release();
    }
}
int main() {
    int *d, *e;
    cudaMalloc(&d, 256);
    cudaMalloc(&e, 256);
    cudaMemset(d, 0, 256);
    k<<<1, 64>>>(d, e);
    cudaDeviceSynchronize();
}
// told: deadlocks
