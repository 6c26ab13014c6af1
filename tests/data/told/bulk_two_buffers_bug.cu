// It always asks the first buffer's barrier.
#include <cstdint>
// launch: k<<<1, 32>>>(x, out)
// x: int[256] iota    out: int[32]
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void wait(uint64_t* bar, int parity) {
    uint32_t done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, "
            "0, p; }"
            : "=r"(done)
            : "r"(at(bar)), "r"(parity));
}
__device__ void fetch(int* to, const int* from, uint64_t* bar) {
    asm volatile(
        "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], 128; }" ::"r"(at(bar)));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, "
        "[%2];" ::"r"(at(to)),
        "l"(from), "r"(at(bar)));
}
__global__ void k(const int* x, int* out) {
    __shared__ alignas(128) int s[2][32];
    __shared__ uint64_t bar[2];
    int t = threadIdx.x, sum = 0;
    if (t == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar[0])));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&bar[1])));
    }
    __syncthreads();
    if (t == 0) fetch(s[0], x, &bar[0]);
    for (int i = 0; i < 8; i++) {
        if (t == 0 && i + 1 < 8) fetch(s[(i + 1) % 2], x + (i + 1) * 32, &bar[(i + 1) % 2]);
        wait(&bar[0], i / 2 % 2);
        sum += s[i % 2][31 - t];
        __syncthreads();
    }
    out[t] = sum;
}
// told: s\[|deadlock
