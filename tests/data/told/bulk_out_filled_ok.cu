#include <cstdint>
// launch: k<<<1, 64>>>(out)
// out: int[64]
__global__ void k(int* out) {
    __shared__ alignas(16) int s[64];
    int t = threadIdx.x;
    s[t] = t * t;
    asm volatile("fence.proxy.async.shared::cta;");
    __syncthreads();
    if (t == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(out),
                     "r"((uint32_t)__cvta_generic_to_shared(s)));
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;");
    }
}
// told: nothing
