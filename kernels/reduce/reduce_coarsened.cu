// title:   Coarsened reduction
// summary: Each thread first adds several elements by itself, which takes no barrier and leaves no
//          lane idle; the tree is only for what remains.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors       family: reduction
// launch:  reduce_coarsened<<<(N + COARSEN * BLOCK - 1) / (COARSEN * BLOCK), BLOCK>>>(in, out, N)
// in:      float[N] random          out: float[1] expect sum(in)
// knob:    N 1 … 1000000            knob: BLOCK 32 64 … 1024          knob: COARSEN 1 2 4 … 32
#define N 8192
#define BLOCK 256
#define COARSEN 8

__global__ void reduce_coarsened(const float* in, float* out, int n) {
    __shared__ float sums[BLOCK];
    int t = threadIdx.x;
    int first = COARSEN * BLOCK * blockIdx.x;

    // step: add alone
    float sum = 0.0f;
    for (int c = 0; c < COARSEN; c++) {
        int i = first + c * BLOCK + t;  // neighbours in a warp read neighbours in memory
        if (i < n) {
            sum += in[i];
        }
    }
    sums[t] = sum;

    for (int stride = BLOCK / 2; stride >= 1; stride /= 2) {
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
