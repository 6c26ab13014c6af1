// In the second round it waits for the phase that is over.
#include <cstdint>
// launch: k<<<1, 64>>>(x, out)
// x: int[128] iota    out: int[64]
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void wait(uint64_t* bar, int parity) {
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
        "@!p bra again;\n"
        "}" ::"r"(at(bar)),
        "r"(parity));
}
__global__ void k(const int* x, int* out) {
    __shared__ uint64_t bar;
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&bar)));
    __syncthreads();
    for (int round = 0; round < 2; round++) {
        s[t] = x[round * 64 + t];
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(at(&bar)));
        wait(&bar, 0);
        sum += s[63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
// told: race on s
