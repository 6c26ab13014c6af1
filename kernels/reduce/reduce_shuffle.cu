// title:   Reduction by shuffles
// summary: Within a warp sums go from register to register; shared memory holds one number for
//          each warp.
// source:  Luitjens, Faster Parallel Reductions on Kepler, 2014          family: reduction
// launch:  reduce_shuffle<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N)
// in:      float[N] random          out: float[1] expect sum(in)
// knob:    N 1 … 1000000            knob: BLOCK 32 64 … 1024
#define N 2048
#define BLOCK 1024

__device__ float sum_of_warp(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(0xffffffff, value, offset);
    }
    return value;  // lane 0 has the sum
}

__global__ void reduce_shuffle(const float* in, float* out, int n) {
    __shared__ float sums[32];  // a block has at most 32 warps
    int i = BLOCK * blockIdx.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    // step: sum of each warp
    float sum = sum_of_warp(i < n ? in[i] : 0.0f);
    if (lane == 0) {
        sums[warp] = sum;
    }
    __syncthreads();

    // step: sum of all
    if (warp == 0) {
        sum = sum_of_warp(lane < BLOCK / 32 ? sums[lane] : 0.0f);
        if (lane == 0) {
            atomicAdd(out, sum);
        }
    }
}
