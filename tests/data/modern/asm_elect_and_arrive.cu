// By asm: elect.sync, cp.async.mbarrier.arrive with and without .noinc, nanosleep; and the
// reductions of whole warps, each held to what the host finds.
#include <cstdint>
#include <cstdio>

__device__ uint32_t address(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ bool elected(uint32_t mask, uint32_t& leader) {
    uint32_t chosen = 0;
    asm volatile(
        "{\n\t"
        ".reg .pred P;\n\t"
        "elect.sync %1|P, %2;\n\t"
        "selp.u32 %0, 1, 0, P;\n\t"
        "}"
        : "=r"(chosen), "=r"(leader)
        : "r"(mask));
    return chosen != 0;
}

__global__ void elections(int* chosen, int* leaders) {
    int t = threadIdx.x;
    uint32_t leader = 99;
    bool is = elected(0xffffffffu, leader);
    if (is) atomicAdd(&chosen[t / 32], 1);
    leaders[t] = (int)leader;
    if (t % 2 == 1) {
        is = elected(0xaaaaaaaau, leader);
        if (is) atomicAdd(&chosen[2 + t / 32], 1);
        leaders[t] += 100 * (int)leader;
    }
}

__global__ void copies(const int* in, int* out, int noinc) {
    __shared__ alignas(8) uint64_t bar;
    __shared__ alignas(16) int tile[128];
    int t = threadIdx.x;
    if (t == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(&bar)), "r"(128));
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(&tile[t])),
                     "l"(in + round * 128 + t));
        if (noinc) {
            asm volatile(
                "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(address(&bar)));
        } else {
            asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(address(&bar)));
            asm volatile(
                "{ .reg .b64 s; mbarrier.arrive.shared::cta.b64 s, [%0]; }" ::"r"(address(&bar)));
        }
        uint32_t done = 0;
        while (!done) {
            asm volatile(
                "{\n\t"
                ".reg .pred p;\n\t"
                "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                "selp.u32 %0, 1, 0, p;\n\t"
                "}"
                : "=r"(done)
                : "r"(address(&bar)), "r"(round & 1));
            if (!done) __nanosleep(20);
        }
        out[round * 128 + t] = tile[127 - t];
        __syncthreads();
    }
}

__global__ void reductions(const int* in, int* out) {
    int t = threadIdx.x, v = in[t];
    unsigned u = (unsigned)v;
    int* r = out + t * 8;
    r[0] = __reduce_add_sync(0xffffffffu, v);
    r[1] = __reduce_min_sync(0xffffffffu, v);
    r[2] = __reduce_max_sync(0xffffffffu, v);
    r[3] = (int)__reduce_max_sync(0xffffffffu, u);
    r[4] = (int)__reduce_and_sync(0xffffffffu, u);
    r[5] = (int)__reduce_or_sync(0xffffffffu, u);
    r[6] = (int)__reduce_xor_sync(0xffffffffu, u);
    r[7] = 0;
    unsigned thirds = __ballot_sync(0xffffffffu, t % 3 == 0);
    if (t % 3 == 0) r[7] = __reduce_add_sync(thirds, v);
}

int main() {
    int *chosen, *leaders, *in, *out, *sums, wrong = 0;
    cudaMallocManaged(&chosen, 4 * sizeof(int));
    cudaMallocManaged(&leaders, 64 * sizeof(int));
    cudaMallocManaged(&in, 384 * sizeof(int));
    cudaMallocManaged(&out, 384 * sizeof(int));
    cudaMallocManaged(&sums, 64 * 8 * sizeof(int));
    for (int i = 0; i < 4; i++) chosen[i] = 0;
    for (int i = 0; i < 384; i++) in[i] = i * 7919 % 1009 - 300;
    elections<<<1, 64>>>(chosen, leaders);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < 4; i++) wrong += chosen[i] != 1;
    for (int i = 0; i < 64; i++) {
        int all = leaders[i] % 100, odd = leaders[i] / 100, first = i / 32 * 32;
        wrong += all != leaders[first] % 100 || all > 31;
        if (i % 2 == 1) wrong += odd % 2 != 1 || odd != leaders[first + 1] / 100;
    }
    printf("elect: %s\n", wrong ? "wrong" : "ok");
    for (int noinc = 0; noinc < 2; noinc++) {
        wrong = 0;
        for (int i = 0; i < 384; i++) out[i] = 12345;
        copies<<<1, 128>>>(in, out, noinc);
        wrong += cudaDeviceSynchronize() != cudaSuccess;
        for (int i = 0; i < 384; i++) wrong += out[i] != in[i / 128 * 128 + 127 - i % 128];
        printf("copies, noinc %d: %s\n", noinc, wrong ? "wrong" : "ok");
    }
    wrong = 0;
    reductions<<<1, 64>>>(in, sums);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int w = 0; w < 2; w++) {
        int sum = 0, least = 1 << 30, most = -(1 << 30), thirds = 0;
        unsigned largest = 0, both = ~0u, any = 0, odd = 0;
        for (int i = w * 32; i < w * 32 + 32; i++) {
            int v = in[i];
            unsigned u = (unsigned)v;
            sum += v;
            least = v < least ? v : least;
            most = v > most ? v : most;
            largest = u > largest ? u : largest;
            both &= u, any |= u, odd ^= u;
            if (i % 3 == 0) thirds += v;
        }
        for (int i = w * 32; i < w * 32 + 32; i++) {
            const int* r = sums + i * 8;
            wrong += r[0] != sum || r[1] != least || r[2] != most || r[3] != (int)largest;
            wrong += r[4] != (int)both || r[5] != (int)any || r[6] != (int)odd ||
                     r[7] != (i % 3 == 0 ? thirds : 0);
        }
    }
    printf("reductions: %s\n", wrong ? "wrong" : "ok");
    return 0;
}
