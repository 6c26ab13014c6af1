// a warp's sum that trusts in lockstep
// launch: reduce<<<4, 128>>>(x, y)
// x: int[1024] iota    y: int[4]
__device__ void warpReduce(volatile int* s, int t) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
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
// told:  race on
