// It arrives itself, and not when its copy does.
#include <cstdint>
// launch: k<<<1, 64>>>(x, out)
// x: int[128] iota    out: int[32]
// A warp copies, another one waits for the barrier at which the copies arrive.
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__global__ void k(const int* x, int* out) {
    __shared__ uint64_t full[4];
    __shared__ int s[4][32];
    int t = threadIdx.x;
    if (t < 4) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full[t])));
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < 4; i++) {
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&s[i][t])),
                         "l"(x + i * 32 + t));
            asm volatile(
                "{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(at(&full[i])));
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            uint32_t done = 0;
            while (!done)
                asm volatile(
                    "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; "
                    "selp.u32 %0, 1, 0, p; }"
                    : "=r"(done)
                    : "r"(at(&full[i])));
            sum += s[i][63 - t];
        }
        out[t - 32] = sum;
    }
}
// told: s\[
