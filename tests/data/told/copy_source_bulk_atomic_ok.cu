#include <cstdint>
// launch: k<<<1, 64>>>(x, out)
// x: int[64] iota    out: int[64]
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__global__ void k(int* x, int* out) {
    __shared__ alignas(128) int s[64];
    __shared__ uint64_t full;
    int t = threadIdx.x;
    if (t == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at(&full)));
        asm volatile("fence.proxy.async.shared::cta;");
    }
    __syncthreads();
    if (t == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(at(&full)));
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, "
            "[%2];" ::"r"(at(s)),
            "l"(x), "r"(at(&full)));
    }
    asm volatile(
        "{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra "
        "DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(at(&full)),
        "r"(0));
    if (t == 40) atomicAdd(&x[5], 1);
    out[t] = s[63 - t];
}
// told: nothing
