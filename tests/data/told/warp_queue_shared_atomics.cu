// shared atomics, and barriers round the queue
// launch: k<<<2, 64>>>(in, out)
// in: int[128] random:2    out: int[2]
__global__ void k(const int* in, int* out) {
    __shared__ int queue[64], n;
    int t = threadIdx.x;
    if (t == 0) n = 0;
    __syncthreads();
    int v = in[blockIdx.x * 64 + t];
    if (v > 3) queue[atomicAdd(&n, 1)] = v;
    __syncthreads();
    if (t == 0) {
        int s = 0;
        for (int i = 0; i < n; ++i) s += queue[i];
        out[blockIdx.x] = s;
    }
}
// told: nothing
