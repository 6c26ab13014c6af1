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

// launch: k<<<1, 64>>>(x, out, 6)
// x: int[192] iota    out: int[32]
// cp.async whose arrival is one more that is awaited: the producer arrives itself, too.
__global__ void k(const int* x, int* out, int tiles) {
    __shared__ int s[2][32];
    __shared__ uint64_t full[2], empty[2];
    int t = threadIdx.x;
    if (t < 2) begin(&full[t], 32), begin(&empty[t], 32);
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < tiles; i++) {
            if (i > 1) wait(&empty[i % 2], (i / 2 - 1) & 1);
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&s[i % 2][t])),
                         "l"(x + i * 32 + t));
            asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(at(&full[i % 2])));
            arrive(&full[i % 2]);
        }
    } else {
        int sum = 0;
        for (int i = 0; i < tiles; i++) {
            wait(&full[i % 2], i / 2 & 1);
            sum += s[i % 2][63 - t];
            arrive(&empty[i % 2]);
        }
        out[t - 32] = sum;
    }
}
// told: nothing
