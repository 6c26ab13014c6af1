// Barriers in shared memory and copies in bulk, by inline assembly as published kernels write it.
// What is printed follows from what PTX says of them, on an H200 too.
#include <cstdint>
#include <cstdio>

__device__ uint32_t place(const void* p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}
__device__ void init(uint64_t* bar, unsigned count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(bar)), "r"(count));
}
__device__ void arrive(uint64_t* bar) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(place(bar)) : "memory");
}
__device__ void expect(uint64_t* bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place(bar)),
                 "r"(bytes)
                 : "memory");
}
__device__ void wait(uint64_t* bar, unsigned parity) {
    asm volatile(
        "{\n"
        ".reg .pred P1;\n"
        "LAB_WAIT:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
        "@P1 bra DONE;\n"
        "bra LAB_WAIT;\n"
        "DONE:\n"
        "}" ::"r"(place(bar)),
        "r"(parity)
        : "memory");
}
__device__ bool is_done(uint64_t* bar, unsigned parity) {
    unsigned done;
    asm volatile(
        "{ .reg .pred p;\n"
        "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.b32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(place(bar)), "r"(parity)
        : "memory");
    return done != 0;
}

// All meet, three times; each time thread 0 looks before it comes.
__global__ void meet(unsigned* out) {
    __shared__ uint64_t bar;
    __shared__ unsigned sums[3];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    if (threadIdx.x < 3) sums[threadIdx.x] = 0;
    __syncthreads();
    unsigned early = 0;
    for (unsigned round = 0; round < 3; ++round) {
        atomicAdd(&sums[round], threadIdx.x + round);
        if (threadIdx.x == 0) early += is_done(&bar, round & 1);
        arrive(&bar);
        wait(&bar, round & 1);
        out[round * blockDim.x + threadIdx.x] = sums[round];
    }
    if (threadIdx.x == 0) out[3 * blockDim.x] = early;
}

// With the state that an arrival hands back.
__global__ void meet_by_state(unsigned* out) {
    __shared__ uint64_t bar;
    __shared__ unsigned sum;
    if (threadIdx.x == 0) {
        init(&bar, 64);
        sum = 0;
    }
    __syncthreads();
    atomicAdd(&sum, threadIdx.x);
    uint64_t state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(place(&bar))
                 : "memory");
    unsigned done = 0;
    while (!done)
        asm volatile(
            "{\n.reg .pred waitComplete;\n"
            "mbarrier.test_wait.shared.b64 waitComplete, [%1], %2;\n"
            "selp.b32 %0, 1, 0, waitComplete;\n}"
            : "=r"(done)
            : "r"(place(&bar)), "l"(state)
            : "memory");
    out[threadIdx.x] = sum;
}

// Two buffers: thread 0 has tiles brought, all add them up, and what comes of it is stored in bulk.
constexpr int tile = 256;
__global__ void stream(const float* in, float* out, int tiles) {
    __shared__ __align__(128) float buffer[2][tile];
    __shared__ __align__(128) float result[tile];
    __shared__ uint64_t full[2], empty[2];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; ++i) {
            init(&full[i], 1);
            init(&empty[i], blockDim.x);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    float sum = 0;
    for (int t = 0; t < tiles + 1; ++t) {
        if (threadIdx.x == 0 && t < tiles) {
            int b = t % 2;
            if (t >= 2) wait(&empty[b], (t / 2 - 1) & 1);
            expect(&full[b], tile * sizeof(float));
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
                "[%3];" ::"r"(place(buffer[b])),
                "l"(in + t * tile), "r"(tile * (int)sizeof(float)), "r"(place(&full[b]))
                : "memory");
        }
        if (t > 0) {
            int b = (t - 1) % 2;
            wait(&full[b], ((t - 1) / 2) & 1);
            sum += buffer[b][threadIdx.x] * t;
            arrive(&empty[b]);
        }
    }
    result[threadIdx.x] = sum;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out),
                     "r"(place(result)), "r"(tile * (int)sizeof(float))
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

int main() {
    unsigned* out;
    cudaMallocManaged(&out, 1024 * sizeof(unsigned));
    meet<<<1, 96>>>(out);
    cudaDeviceSynchronize();
    printf("meet: %u %u %u, early %u\n", out[0], out[96 + 50], out[2 * 96 + 95], out[3 * 96]);
    meet_by_state<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("by state: %u %u\n", out[0], out[63]);
    float *in, *sums;
    cudaMallocManaged(&in, 8 * tile * sizeof(float));
    cudaMallocManaged(&sums, tile * sizeof(float));
    for (int i = 0; i < 8 * tile; ++i) in[i] = (float)(i % 97);
    stream<<<1, tile>>>(in, sums, 8);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < tile; ++i) {
        float sum = 0;
        for (int t = 0; t < 8; ++t) sum += in[t * tile + i] * (t + 1);
        wrong += sum != sums[i];
    }
    printf("stream: %.0f %.0f %.0f, wrong %d\n", sums[0], sums[100], sums[255], wrong);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
