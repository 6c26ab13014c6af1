// title:   Reduction by consecutive threads
// summary: The threads that add are always the first ones: whole warps are done early, and no two
//          lanes meet in a bank.
// source:  Harris, Optimizing Parallel Reduction in CUDA, 2007          family: reduction
// launch:  reduce_consecutive<<<(N + 2 * BLOCK - 1) / (2 * BLOCK), BLOCK>>>(in, out, N)
// in:      float[N] random          out: float[1] expect sum(in)
// knob:    N 1 … 1000000            knob: BLOCK 32 64 … 1024
#define N 2048
#define BLOCK 1024

__global__ void reduce_consecutive(const float* in, float* out, int n) {
    __shared__ float sums[2 * BLOCK];
    int t = threadIdx.x;
    int first = 2 * BLOCK * blockIdx.x;
    sums[t] = first + t < n ? in[first + t] : 0.0f;
    sums[t + BLOCK] = first + t + BLOCK < n ? in[first + t + BLOCK] : 0.0f;

    for (int stride = BLOCK; stride >= 1; stride /= 2) {
        __syncthreads();
        if (t < stride) {
            sums[t] += sums[t + stride];
        }
    }

    // step: add up
    if (t == 0) {
        atomicAdd(out, sums[0]);
    }
}
