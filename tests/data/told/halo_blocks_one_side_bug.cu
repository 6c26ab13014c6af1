// waits for the left neighbour only: the right one's halo may be old, or overwritten
__global__ void k(float* a, float* b, int* flags, int rounds) {
    int blk = blockIdx.x, n = gridDim.x, t = threadIdx.x, i = blk * 32 + t, all = n * 32;
    float *from = a, *to = b;
    for (int r = 1; r <= rounds; r++) {
        float left = i == 0 ? 0 : __ldcg(&from[i - 1]);
        float right = i == all - 1 ? 0 : __ldcg(&from[i + 1]);
        to[i] = (left + right) * 0.5f;
        __threadfence();
        __syncthreads();
        if (t == 0) atomicExch(&flags[blk], r);
        if (t == 0 && blk > 0)
            while (atomicAdd(&flags[blk - 1], 0) < r) {
            }
        __threadfence();
        __syncthreads();
        float* x = from;
        from = to;
        to = x;
    }
}
int main() {
    float* m;
    int* f;
    cudaMallocManaged(&m, 256 * 4);
    cudaMallocManaged(&f, 16);
    for (int i = 0; i < 256; i++) m[i] = i % 3;
    for (int i = 0; i < 4; i++) f[i] = 0;
    k<<<4, 32>>>(m, m + 128, f, 4);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
