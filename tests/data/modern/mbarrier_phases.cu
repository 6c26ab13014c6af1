// mbarrier by hand: init, arrive, waiting by state and by parity, over several phases.
#include <cstdint>
#include <cstdio>

__device__ uint32_t shared32(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ void waitParity(uint64_t* bar, uint32_t parity) {
    uint32_t done = 0;
    while (!done) {
        asm volatile(
            "{\n"
            ".reg .pred p;\n"
            "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
            "selp.u32 %0, 1, 0, p;\n"
            "}\n"
            : "=r"(done)
            : "r"(shared32(bar)), "r"(parity)
            : "memory");
    }
}

__global__ void rotate(const int* in, int* out, int rounds) {
    __shared__ uint64_t bar;
    __shared__ int ring[2][96];
    int t = threadIdx.x, n = blockDim.x;
    if (t == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared32(&bar)), "r"(n));
    }
    ring[0][t] = in[t];
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        ring[(r + 1) % 2][(t + 5) % n] = ring[r % 2][t] + r;
        uint64_t state;
        asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
                     : "=l"(state)
                     : "r"(shared32(&bar))
                     : "memory");
        waitParity(&bar, r & 1);
    }
    // The last phase is waited for by the state of the arrival.
    out[n + t] = 0;
    ring[(rounds + 1) % 2][t] = t * t;
    uint64_t state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(shared32(&bar))
                 : "memory");
    uint32_t over = 0;
    do {
        asm volatile(
            "{ .reg .pred q; mbarrier.test_wait.shared::cta.b64 q, [%1], %2; selp.u32 %0, 1, 0, q; "
            "}"
            : "=r"(over)
            : "r"(shared32(&bar)), "l"(state)
            : "memory");
    } while (over == 0);
    out[t] = ring[rounds % 2][t];
    out[n + t] = ring[(rounds + 1) % 2][n - 1 - t];
}

int main() {
    const int n = 96, rounds = 9;
    int *in, *out, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 2 * n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 100;
    rotate<<<1, n>>>(in, out, rounds);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < n; i++) {
        int from = (i + 10 * n - 5 * rounds) % n;
        wrong += out[i] != in[from] + rounds * (rounds - 1) / 2;
        wrong += out[n + i] != (n - 1 - i) * (n - 1 - i);
        if (i % 7 == 0) printf("%d %d\n", out[i], out[n + i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
