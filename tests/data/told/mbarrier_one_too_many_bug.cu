#include <cstdint>
__global__ void k(int* out) {
    __shared__ uint64_t bar;
    uint32_t a = (uint32_t)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(a), "r"(65));
    __syncthreads();
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(a) : "memory");
    uint32_t done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, "
            "p; }"
            : "=r"(done)
            : "r"(a), "r"(0)
            : "memory");
    out[threadIdx.x] = 1;
}
int main() {
    int* d;
    cudaMalloc(&d, 256);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
}
// told: deadlocks.*line 9.*no block is left to end the wait
