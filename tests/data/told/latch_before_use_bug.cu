// The threads of a block fill a table and count down a latch before anybody reads.
#include <cstdio>
#include <cuda/latch>
__global__ void k(int* out) {
    __shared__ int table[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::latch<cuda::thread_scope_block> filled;
    if (threadIdx.x == 0) new (&filled) cuda::latch<cuda::thread_scope_block>(64);
    __syncthreads();
    table[threadIdx.x] = threadIdx.x * threadIdx.x;
    filled.count_down();
    out[threadIdx.x] = table[63 - threadIdx.x];
}
int main() {
    int h[64], *out;
    cudaMalloc(&out, sizeof h);
    k<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    return h[0] != 3969;
}
// told: race on table\[
