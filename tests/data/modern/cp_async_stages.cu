// A ring of three stages filled by cp.async: two groups under way while a third is used.
#include <cstdio>
#include <cstring>

constexpr int kStages = 3, kThreads = 64;

__device__ void copy16(void* to, const void* from) {
    unsigned address = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(address), "l"(from));
}

__device__ void commit() {
    asm volatile("cp.async.commit_group;\n" ::);
}

template <int Pending>
__device__ void waitFor() {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(Pending));
}

__global__ void weigh(const float4* in, float* out, int tiles) {
    __shared__ float4 ring[kStages][kThreads];
    const float4* mine = in + blockIdx.x * tiles * kThreads;
    int t = threadIdx.x;
    for (int s = 0; s < kStages - 1; s++) {
        if (s < tiles) copy16(&ring[s][t], &mine[s * kThreads + t]);
        commit();
    }
    float sum = 0.0f;
    for (int i = 0; i < tiles; i++) {
        waitFor<kStages - 2>();
        __syncthreads();
        int ahead = i + kStages - 1;
        if (ahead < tiles) copy16(&ring[ahead % kStages][t], &mine[ahead * kThreads + t]);
        commit();
        float4 v = ring[i % kStages][kThreads - 1 - t];
        sum += (i + 1) * (v.x + v.y - v.z - v.w);
    }
    out[blockIdx.x * kThreads + t] = sum;
}

int main() {
    const int blocks = 2, tiles = 7, n = blocks * tiles * kThreads;
    float4* in;
    float* out;
    cudaMallocManaged(&in, n * sizeof(float4));
    cudaMallocManaged(&out, blocks * kThreads * sizeof(float));
    for (int i = 0; i < n; i++) {
        in[i] = make_float4(i % 31, i % 17, i % 13 * 0.5f, i % 7 * 0.25f);
    }
    weigh<<<blocks, kThreads>>>(in, out, tiles);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int b = 0; b < blocks; b++) {
        for (int t = 0; t < kThreads; t++) {
            float sum = 0.0f;
            for (int i = 0; i < tiles; i++) {
                float4 v = in[(b * tiles + i) * kThreads + kThreads - 1 - t];
                sum += (i + 1) * (v.x + v.y - v.z - v.w);
            }
            unsigned u;
            memcpy(&u, &out[b * kThreads + t], 4);
            wrong += out[b * kThreads + t] != sum;
            if (t % 5 == 0) printf("%d %d %08x\n", b, t, u);
        }
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
