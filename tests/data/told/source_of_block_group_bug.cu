// It says that it has copied before it has waited.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__device__ int copied;
__global__ void k(int* x, int* out) {
    __shared__ alignas(16) int s[32];
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        cg::memcpy_async(cg::this_thread_block(), s, x, 128);
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(&copied, 1);
        }
        cg::wait(cg::this_thread_block());
        __syncthreads();
        out[t] = s[31 - t];
    } else {
        if (t == 0) {
            while (atomicAdd(&copied, 0) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        x[t] = -1;
    }
}

int main() {
    int *x, *out, h[32], got[32];
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<2, 32>>>(x, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got[0] != 31;
}
// told: overwrites x\[\d+\] while an asynchronous copy
