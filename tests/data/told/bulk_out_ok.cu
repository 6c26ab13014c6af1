// launch: k<<<2, 64>>>(out)
// out: float[512] zeros
#include <cstdint>
// Copied to global memory in bulk: what is copied is overwritten when it has been read.
__global__ void k(float* out) {
    __shared__ __align__(128) float s[64];
    int t = threadIdx.x;
    for (int round = 0; round < 4; ++round) {
        s[t] = round + t;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (t == 0) {
            uint32_t at = (uint32_t)__cvta_generic_to_shared(s);
            float* to = out + (blockIdx.x * 4 + round) * 64;
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(to),
                         "r"(at)
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;");
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
}
// told: nothing
