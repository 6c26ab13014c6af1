// It says that it has copied before its bytes have come.
#include <cstdint>
__device__ int copied;
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__global__ void k(int* x, int* out) {
    __shared__ alignas(128) int s[32];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar)));
        __syncthreads();
        if (t == 0) {
            asm volatile(
                "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], 128; }" ::"r"(
                    at(&bar)));
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                "128, [%2];" ::"r"(at(s)),
                "l"(x), "r"(at(&bar)));
        }
        if (t == 0) {
            __threadfence();
            atomicExch(&copied, 1);
        }
        uint32_t done = 0;
        while (!done)
            asm volatile(
                "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, "
                "1, 0, p; }"
                : "=r"(done)
                : "r"(at(&bar)));
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
