// title:   Reduction by modulo
// summary: Each thread whose number the stride divides adds two sums: all warps stay busy, with
//          fewer and fewer threads in them.
// source:  Harris, Optimizing Parallel Reduction in CUDA, 2007          family: reduction
// launch:  reduce_modulo<<<(N + 2 * BLOCK - 1) / (2 * BLOCK), BLOCK>>>(in, out, N)
// in:      float[N] random          out: float[1] expect sum(in)
// knob:    N 1 … 1000000            knob: BLOCK 32 64 … 1024
#define N 2048
#define BLOCK 1024

__global__ void reduce_modulo(const float* in, float* out, int n) {
    __shared__ float sums[2 * BLOCK];
    int t = threadIdx.x;
    int first = 2 * BLOCK * blockIdx.x;  // a block adds two elements for each thread
    sums[t] = first + t < n ? in[first + t] : 0.0f;
    sums[t + BLOCK] = first + t + BLOCK < n ? in[first + t + BLOCK] : 0.0f;

    for (int stride = 1; stride <= BLOCK; stride *= 2) {
        __syncthreads();
        if (t % stride == 0) {
            sums[2 * t] += sums[2 * t + stride];
        }
    }

    // step: add up
    if (t == 0) {
        atomicAdd(out, sums[0]);  // the blocks' sums, in whatever order they come
    }
}
