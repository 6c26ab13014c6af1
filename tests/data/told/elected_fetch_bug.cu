// Nobody waits for what was fetched.
#include <cstdint>
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void begin(uint64_t* bar, int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count));
}
__device__ void arrive(uint64_t* bar) {
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(at(bar))
                 : "memory");
}
__device__ void expect(uint64_t* bar, int bytes) {
    asm volatile(
        "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], %1; }" ::"r"(at(bar)),
        "r"(bytes)
        : "memory");
}
__device__ void wait(uint64_t* bar, int parity) {
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
        "@p bra done;\n"
        "bra again;\n"
        "done:\n"
        "}" ::"r"(at(bar)),
        "r"(parity)
        : "memory");
}
__device__ void fetch(void* to, const void* from, int bytes, uint64_t* bar) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(at(to)),
        "l"(from), "r"(bytes), "r"(at(bar))
        : "memory");
}

// launch: k<<<1, 64>>>(x, out)
// x: int[128] iota    out: int[128]
// In each warp one lane, which one does not matter, fetches for all of it.
__global__ void k(const int* x, int* out) {
    __shared__ alignas(128) int s[2][64];
    __shared__ uint64_t bar[2];
    int t = threadIdx.x, w = t / 32;
    uint32_t chosen;
    asm volatile("{ .reg .pred P; elect.sync _|P, 0xffffffff; selp.u32 %0, 1, 0, P; }"
                 : "=r"(chosen));
    if (chosen) {
        begin(&bar[w], 1);
        expect(&bar[w], 256);
        fetch(s[w], x + w * 64, 256, &bar[w]);
    }
    __syncwarp();
    out[t * 2] = s[w][t % 32];
    out[t * 2 + 1] = s[w][63 - t % 32];
}
// told: s\[
