template <typename T, int B>
__device__ T warp_sum(T v) {
#pragma unroll
    for (int o = B / 2; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}
struct Pair {
    int a;
    float b;
};
__device__ unsigned count = 0;
__constant__ int table[4] = {1, 2, 3, 4};
__global__ void __launch_bounds__(64) reduce(const int* in, int* out, int n) {
    extern __shared__ int part[];
    Pair p = {threadIdx.x, 1.5f};
    int v = warp_sum<int, 32>(p.a < n ? in[p.a] : table[p.a & 3]);
    switch (threadIdx.x & 31) {
        case 0: part[threadIdx.x / 32] = v; break;
        default: break;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&out[0], part[0]);
        atomicInc(&count, 7);
        __threadfence();
    }
}
