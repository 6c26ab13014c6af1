// two blocks share a tile: the second leaves its part and sets a flag, the first adds it
__global__ void k(const float* x, float* out, float* part, int* flag, int half) {
    int tile = blockIdx.x / 2, which = blockIdx.x % 2, t = threadIdx.x;
    float s = 0;
    for (int j = 0; j < half; j++) s += x[(tile * 2 + which) * half * 64 + j * 64 + t];
    if (which == 1) {
        part[tile * 64 + t] = s;
        __threadfence();
        __syncthreads();
        if (t == 0) atomicExch(&flag[tile], 1);
    } else {
        if (t == 0)
            while (atomicAdd(&flag[tile], 0) == 0) {
            }
        __syncthreads();
        __threadfence();
        out[tile * 64 + t] = s + __ldcg(&part[tile * 64 + t]);
    }
}
int main() {
    float *x, *o, *p;
    int* f;
    cudaMallocManaged(&x, 3 * 2 * 4 * 64 * 4);
    cudaMallocManaged(&o, 192 * 4);
    cudaMalloc(&p, 192 * 4);
    cudaMalloc(&f, 12);
    cudaMemset(f, 0, 12);
    for (int i = 0; i < 1536; i++) x[i] = 1;
    k<<<6, 64>>>(x, o, p, f, 4);
    cudaDeviceSynchronize();
    for (int i = 0; i < 192; i++)
        if (o[i] != 8) return 1;
    return 0;
}
// told: nothing
