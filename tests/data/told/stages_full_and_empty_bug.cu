// It waits for the round before the last one.
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

// launch: k<<<2, 96>>>(x, out, 12)
// x: int[1536] iota    out: int[128]
// A warp whose first lane fetches three stages ahead; two warps add what has come and say when it
// is used.
__global__ void k(const int* x, int* out, int tiles) {
    __shared__ alignas(128) int s[3][64];
    __shared__ uint64_t full[3], empty[3];
    int t = threadIdx.x;
    const int* mine = x + blockIdx.x * 64 * tiles;
    if (t == 0)
        for (int i = 0; i < 3; i++) begin(&full[i], 1), begin(&empty[i], 64);
    __syncthreads();
    if (t < 32) {
        if (t == 0) {
            for (int i = 0; i < tiles; i++) {
                int stage = i % 3, round = i / 3;
                if (round > 1) wait(&empty[stage], round & 1);
                expect(&full[stage], 256);
                fetch(s[stage], mine + i * 64, 256, &full[stage]);
            }
        }
    } else {
        int sum = 0;
        for (int i = 0; i < tiles; i++) {
            int stage = i % 3, round = i / 3;
            wait(&full[stage], round & 1);
            sum += s[stage][(t + 9) % 64];
            arrive(&empty[stage]);
        }
        out[blockIdx.x * 64 + t - 32] = sum;
    }
}
// told: s\[|deadlock
