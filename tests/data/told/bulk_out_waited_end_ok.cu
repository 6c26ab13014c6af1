#include <cstdint>
__global__ void k(int* out) {
    __shared__ alignas(128) int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out),
                     "r"((uint32_t)__cvta_generic_to_shared(s)), "r"(256)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}
int main() {
    int* o;
    cudaMalloc(&o, 256);
    k<<<1, 64>>>(o);
    return cudaDeviceSynchronize();
}
// told: nothing
