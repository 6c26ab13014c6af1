// launch: k<<<1, 64>>>(out)
// out: float[64] zeros
#include <cstdint>
// Sums are added in bulk, from two buffers by turns: the older copy is waited for.
__global__ void k(float* out) {
    __shared__ __align__(128) float s[2][64];
    int t = threadIdx.x;
    for (int round = 0; round < 6; ++round) {
        if (t == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
        __syncthreads();
        s[round % 2][t] = round + t;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (t == 0) {
            uint32_t at = (uint32_t)__cvta_generic_to_shared(s[round % 2]);
            asm volatile(
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(
                    out),
                "r"(at), "r"(256)
                : "memory");
            asm volatile("cp.async.bulk.commit_group;");
        }
    }
    if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
// told: nothing
