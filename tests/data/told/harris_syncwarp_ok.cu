// a warp's sum, each step read, then waited for, then written
// launch: reduce<<<4, 128>>>(x, y)
// x: int[1024] iota    y: int[4]
__device__ void warpReduce(volatile int* s, int t) {
    s[t] += s[t + 32];
    __syncwarp();
    {
        int v = s[t + 16];
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    {
        int v = s[t + 8];
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    {
        int v = s[t + 4];
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    {
        int v = s[t + 2];
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    {
        int v = s[t + 1];
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
}
__global__ void reduce(const int* x, int* y) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = x[i] + x[i + 128];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) warpReduce(s, t);
    if (t == 0) y[blockIdx.x] = s[0];
}
// told: nothing
