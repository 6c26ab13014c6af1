#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void staged(const int* in, int* out, int rounds) {
    __shared__ int buf[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int t = threadIdx.x, sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(block, buf[0], in, sizeof(int) * 64, pipe);
    pipe.producer_commit();
    for (int r = 1; r < rounds; r++) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, buf[r % 2], in + 64 * r, sizeof(int) * 64, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        sum += buf[(r - 1) % 2][63 - t];
        pipe.consumer_release();
    }
    pipe.consumer_wait();
    sum += buf[(rounds - 1) % 2][63 - t];
    pipe.consumer_release();
    out[t] = sum;
}
int main() {
    int *a, *b, h[256];
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, 256);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    staged<<<1, 64>>>(a, b, 4);
    return cudaDeviceSynchronize();
}
// told: nothing
