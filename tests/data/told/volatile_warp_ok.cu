// launch: red<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[2]
__device__ void warpRed(volatile int* v, int t) {
    int a = v[t];
    a += v[t + 32];
    __syncwarp();
    v[t] = a;
    __syncwarp();
    a += v[t + 16];
    __syncwarp();
    v[t] = a;
    __syncwarp();
    a += v[t + 8];
    __syncwarp();
    v[t] = a;
    __syncwarp();
    a += v[t + 4];
    __syncwarp();
    v[t] = a;
    __syncwarp();
    a += v[t + 2];
    __syncwarp();
    v[t] = a;
    __syncwarp();
    a += v[t + 1];
    __syncwarp();
    v[t] = a;
    __syncwarp();
}
__global__ void red(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) warpRed(s, t);
    if (t == 0) y[blockIdx.x] = s[0];
}
// told: nothing
