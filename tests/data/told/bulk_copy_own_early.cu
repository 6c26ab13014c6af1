// launch: k<<<2, 64>>>(in, out)
// in: float[128] iota    out: float[128] zeros
#include <cstdint>
// Who copies reads before it has come.
__device__ uint32_t at(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void wait(uint64_t* b, uint32_t phase) {
    asm volatile(
        "{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared.b64 p, [%0], %1;\n@p bra "
        "DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(at(b)),
        "r"(phase));
}
__global__ void k(const float* in, float* out) {
    __shared__ __align__(128) float s[64];
    __shared__ uint64_t full;
    int t = threadIdx.x;
    if (t == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at(&full)));
        asm volatile("fence.proxy.async.shared::cta;");
    }
    __syncthreads();
    float first = 0;
    if (t == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(at(&full)));
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, "
            "[%2];" ::"r"(at(s)),
            "l"(in + blockIdx.x * 64), "r"(at(&full)));
        first = s[5];
    }
    wait(&full, 0);
    out[blockIdx.x * 64 + t] = s[63 - t] + first;
}
// told: has come when
