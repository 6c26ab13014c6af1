// what one thread works out is read by all at once
// launch: norm<<<3, 128>>>(x, y, 200)
// x: float[600] iota    y: float[600]

template <typename T>
__device__ __forceinline__ T warpReduce(T v) {
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}
template <typename T>
__device__ T blockReduce(T v) {
    static __shared__ T shared[32];
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    v = warpReduce(v);

    if (lane == 0) shared[wid] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? shared[lane] : T(0);
    if (wid == 0) v = warpReduce(v);
    return v;
}
__global__ void norm(const float* x, float* y, int n) {
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = x[blockIdx.x * n + i];
        s += v;
        q += v * v;
    }
    s = blockReduce(s);
    __syncthreads();
    q = blockReduce(q);
    __shared__ float mean, inv;
    if (threadIdx.x == 0) {
        mean = s / n;
        inv = rsqrtf(q / n - mean * mean + 1e-5f);
    }

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[blockIdx.x * n + i] = (x[blockIdx.x * n + i] - mean) * inv;
}
// told:  race on
