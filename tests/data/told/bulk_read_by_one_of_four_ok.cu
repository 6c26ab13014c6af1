#include <cstdint>
__device__ int read;
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
// A block's four warps wait for a bulk copy; the last of them to say so lets the other block
// overwrite.
__global__ void k(int* x, int* out) {
    __shared__ alignas(128) int s[128];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar)));
        __syncthreads();
        for (int i = 0; i < 2; i++) {
            if (t == 0) {
                asm volatile(
                    "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], 512; }" ::
                        "r"(at(&bar)));
                asm volatile(
                    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                    "512, [%2];" ::"r"(at(s)),
                    "l"(x + 128 * i), "r"(at(&bar)));
            }
            uint32_t done = 0;
            while (!done)
                asm volatile(
                    "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
                    "selp.u32 %0, 1, 0, p; }"
                    : "=r"(done)
                    : "r"(at(&bar)), "r"(i));
            out[128 * i + t] = s[127 - t];
            __syncwarp();
            if (t == 96) {
                __threadfence();
                atomicAdd(&read, 1);
            }
            __syncthreads();
        }
    } else {
        for (int i = 0; i < 2; i++) {
            if (t == 0) {
                while (atomicAdd(&read, 0) < i + 1) {
                }
                __threadfence();
            }
            __syncthreads();
            x[128 * i + t] = -1;
        }
    }
}
int main() {
    int *x, *out, h[256], got[256];
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<2, 128>>>(x, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got[0] != 127 || got[255] != 128;
}
// told: nothing
