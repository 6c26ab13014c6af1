// One thread copies a tile by cp.async.bulk, an mbarrier counts its bytes; back by a bulk group.
#include <cstdint>
#include <cstdio>

constexpr int kWords = 256;

__device__ uint32_t shared32(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void addRank(const int* in, int* out, int tiles) {
    __shared__ alignas(128) int tile[kWords];
    __shared__ alignas(8) uint64_t bar;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared32(&bar)));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    uint32_t phase = 0;
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        if (threadIdx.x == 0) {
            asm volatile(
                "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared32(&bar)),
                "r"(kWords * 4)
                : "memory");
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                "[%0], [%1], %2, [%3];" ::"r"(shared32(tile)),
                "l"(in + t * kWords), "r"(kWords * 4), "r"(shared32(&bar))
                : "memory");
        }
        uint32_t done = 0;
        while (!done) {
            asm volatile(
                "{\n.reg .pred p;\n"
                "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                "selp.b32 %0, 1, 0, p;\n}\n"
                : "=r"(done)
                : "r"(shared32(&bar)), "r"(phase)
                : "memory");
        }
        phase ^= 1;
        for (int i = threadIdx.x; i < kWords; i += blockDim.x) tile[i] = tile[i] * 2 + t;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                             out + t * kWords),
                         "r"(shared32(tile)), "r"(kWords * 4)
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        }
        __syncthreads();
    }
}

int main() {
    const int tiles = 5, n = tiles * kWords;
    int *in, *out, wrong = 0;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    int* host = new int[n];
    for (int i = 0; i < n; i++) host[i] = i * 7 - 300;
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    addRank<<<2, 64>>>(in, out, tiles);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int* result = new int[n];
    cudaMemcpy(result, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        wrong += result[i] != host[i] * 2 + i / kWords;
        if (i % 71 == 0) printf("%d: %d\n", i, result[i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    delete[] host;
    delete[] result;
    return 0;
}
