// The primitives of cuda_pipeline.h: a matrix transposed tile by tile, the next tile on its way.
#include <cuda_pipeline.h>
#include <cstdio>

constexpr int kTile = 16;

__global__ void transpose(const int* in, int* out, int width, int height) {
    __shared__ int tile[2][kTile][kTile + 1];
    int tx = threadIdx.x, ty = threadIdx.y, count = width / kTile;
    int y = blockIdx.x * kTile + ty;
    __pipeline_memcpy_async(&tile[0][ty][tx], &in[y * width + tx], sizeof(int));
    __pipeline_commit();
    for (int i = 0; i < count; i++) {
        if (i + 1 < count) {
            __pipeline_memcpy_async(&tile[(i + 1) & 1][ty][tx],
                                    &in[y * width + (i + 1) * kTile + tx], sizeof(int));
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[(i * kTile + ty) * height + blockIdx.x * kTile + tx] = tile[i & 1][tx][ty];
        __syncthreads();
    }
}

__global__ void tail(const int4* in, int4* out, int words) {
    __shared__ int4 kept[8];
    int missing = min(max((threadIdx.x + 1) * 4 - words, 0u), 4u);
    __pipeline_memcpy_async(&kept[threadIdx.x], &in[threadIdx.x], 16, missing * 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = kept[threadIdx.x];
}

int main() {
    const int width = 80, height = 48, n = width * height;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i * 9 + 4;
    transpose<<<height / kTile, dim3(kTile, kTile)>>>(in, out, width, height);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += out[i] != in[i % height * width + i / height];
        if (i % 211 == 0) printf("%d: %d\n", i, out[i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    tail<<<1, 8>>>((const int4*)in, (int4*)out, 27);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) printf("%d%c", out[i], i % 8 == 7 ? '\n' : ' ');
    return 0;
}
