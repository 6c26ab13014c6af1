#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void k(const int* in, int* out, int rounds) {
    __shared__ int s[256];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    block.sync();
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
        s[t] = in[r * blockDim.x + t];
        auto token = bar.arrive();
        int own = t * r;
        bar.wait(std::move(token));
        sum += s[(t + 37) % blockDim.x] + own;
        bar.arrive_and_wait();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}
template <int STAGES>
__global__ void staged(const float* in, float* out, int tiles) {
    extern __shared__ float data[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int n = blockDim.x;
    float sum = 0;
    for (int compute = 0, fetch = 0; compute < tiles; compute++) {
        for (; fetch < tiles && fetch < compute + STAGES; fetch++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, data + fetch % STAGES * n, in + fetch * n, sizeof(float) * n,
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += data[compute % STAGES * n + (threadIdx.x + 1) % n];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
__global__ void roles(const float* in, float* out, int tiles) {
    __shared__ float data[2 * 64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    if (role == cuda::pipeline_role::producer) {
        for (int i = 0; i < tiles; i++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&data[i % 2 * 64 + threadIdx.x * 2], in + i * 64 + threadIdx.x * 2,
                               sizeof(float2), pipe);
            pipe.producer_commit();
        }
    } else {
        float sum = 0;
        for (int i = 0; i < tiles; i++) {
            pipe.consumer_wait();
            sum += data[i % 2 * 64 + (threadIdx.x - 32 + i) % 64];
            pipe.consumer_release();
        }
        out[threadIdx.x - 32] = sum;
    }
}
int main() {
    int *in, *out;
    float *fin, *fout;
    cudaMallocManaged(&in, 5 * 96 * 4);
    cudaMallocManaged(&out, 2 * 96 * 4);
    cudaMallocManaged(&fin, 1024 * 4);
    cudaMallocManaged(&fout, 64 * 4);
    for (int i = 0; i < 480; i++) in[i] = i * 7 % 31;
    for (int i = 0; i < 1024; i++) fin[i] = i * 3 % 17 * 0.5f;
    k<<<2, 96>>>(in, out, 5);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 192; i++) printf("%d ", out[i]);
    printf("\n");
    staged<3><<<1, 64, 3 * 64 * 4>>>(fin, fout, 9);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 64; i++) printf("%g ", fout[i]);
    printf("\n");
    roles<<<1, 96>>>(fin, fout, 7);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 64; i++) printf("%g ", fout[i]);
    printf("\n");
}
