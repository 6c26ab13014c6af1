// Each thread's own cuda::pipeline copies its vector of four, then its warp shuffles them.
#include <cstdio>
#include <cuda/pipeline>

constexpr int kThreads = 64, kDepth = 4;

__global__ void running(const int4* in, int4* out, int rounds) {
    __shared__ int4 stage[kDepth][kThreads];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, stride = gridDim.x * kThreads;
    const int4* mine = in + blockIdx.x * kThreads + t;
    int issued = 0;
    int4 sum = make_int4(0, 0, 0, 0);
    for (int r = 0; r < rounds; r++) {
        while (issued < rounds && issued - r < kDepth) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[issued % kDepth][t], mine + issued * stride,
                               cuda::aligned_size_t<16>(16), pipe);
            pipe.producer_commit();
            issued++;
        }
        pipe.consumer_wait();
        int4 v = stage[r % kDepth][t];
        pipe.consumer_release();
        sum.x += v.x;
        sum.y += v.y * (r + 1);
        sum.z ^= v.z;
        sum.w = max(sum.w, v.w);
    }
    sum.x += __shfl_xor_sync(0xffffffff, sum.x, 1);
    sum.y -= __shfl_down_sync(0xffffffff, sum.y, 4);
    out[blockIdx.x * kThreads + t] = sum;
}

int main() {
    const int blocks = 2, rounds = 7, n = blocks * kThreads * rounds;
    int4 *in, *out;
    cudaMallocManaged(&in, n * sizeof(int4));
    cudaMallocManaged(&out, blocks * kThreads * sizeof(int4));
    for (int i = 0; i < n; i++) in[i] = make_int4(i % 101, i % 37 - 18, i * 77, i * 31 % 997);
    running<<<blocks, kThreads>>>(in, out, rounds);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < blocks * kThreads; i++) {
        int x = 0, bits = 0;
        for (int r = 0; r < rounds; r++) {
            x += in[r * blocks * kThreads + i].x + in[r * blocks * kThreads + (i ^ 1)].x;
            bits ^= in[r * blocks * kThreads + i].z;
        }
        wrong += out[i].x != x || out[i].z != bits;
        if (i % 3 == 0) printf("%d: %d %d %d %d\n", i, out[i].x, out[i].y, out[i].z, out[i].w);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
