// cuda::pipeline of the block with two stages: a batch is copied while the last one is used.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

template <int Stages>
__global__ void pairProducts(const float* a, const float* b, float* out, int batches) {
    extern __shared__ float shared[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int size = block.size(), offsets[Stages];
    for (int s = 0; s < Stages; s++) offsets[s] = s * 2 * size;

    int fetched = 0;
    for (int batch = 0; batch < batches; batch++) {
        for (; fetched < batches && fetched < batch + Stages; fetched++) {
            pipe.producer_acquire();
            float* stage = shared + offsets[fetched % Stages];
            cuda::memcpy_async(block, stage, a + fetched * size, sizeof(float) * size, pipe);
            cuda::memcpy_async(block, stage + size, b + fetched * size, sizeof(float) * size, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        const float* stage = shared + offsets[batch % Stages];
        int mirrored = size - 1 - threadIdx.x;
        out[batch * size + threadIdx.x] = stage[mirrored] * stage[size + threadIdx.x];
        pipe.consumer_release();
    }
}

int main() {
    const int threads = 64, batches = 6, n = threads * batches;
    float *a, *b, *out;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        a[i] = 1.0f + i * 0.37f;
        b[i] = 3.0f - i * 0.011f;
    }
    pairProducts<2><<<1, threads, 2 * 2 * threads * sizeof(float)>>>(a, b, out, batches);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float expected = a[i / threads * threads + threads - 1 - i % threads] * b[i];
        wrong += out[i] != expected;
        unsigned u;
        memcpy(&u, &out[i], 4);
        if (i % 11 == 0) printf("%d %08x\n", i, u);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
