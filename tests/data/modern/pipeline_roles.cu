// cuda::pipeline with roles: a warp that copies, three that add, and three stages.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__global__ void by_role(const float* in, float* out, int tiles) {
    constexpr int stages = 3, width = 96;
    __shared__ alignas(16) float tile[stages][width];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    if (role == cuda::pipeline_role::producer) {
        for (int i = 0; i < tiles; i++) {
            pipe.producer_acquire();
            for (int j = threadIdx.x; j < width; j += 32)
                cuda::memcpy_async(&tile[i % stages][j], &in[i * width + j], sizeof(float), pipe);
            pipe.producer_commit();
        }
    } else {
        float sum = 0;
        int t = threadIdx.x - 32;
        for (int i = 0; i < tiles; i++) {
            pipe.consumer_wait();
            sum += tile[i % stages][t] * 2 + tile[i % stages][(t + 1) % width];
            pipe.consumer_release();
        }
        out[t] = sum;
    }
}

int main() {
    const int tiles = 7;
    float *in, *out;
    cudaMallocManaged(&in, tiles * 96 * sizeof(float));
    cudaMallocManaged(&out, 96 * sizeof(float));
    for (int i = 0; i < tiles * 96; i++) in[i] = (float)(i * 13 % 41);
    by_role<<<1, 128>>>(in, out, tiles);
    int wrong = cudaDeviceSynchronize() != cudaSuccess;
    for (int t = 0; t < 96; t++) {
        float sum = 0;
        for (int i = 0; i < tiles; i++) sum += in[i * 96 + t] * 2 + in[i * 96 + (t + 1) % 96];
        wrong += out[t] != sum;
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return wrong;
}
