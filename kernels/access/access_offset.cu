// title:   Access with an offset
// summary: A warp's 32 words fill four sectors of 32 bytes; shifted by a few words they reach into
//          a fifth.
// source:  Harris, How to Access Global Memory Efficiently in CUDA C/C++ Kernels, 2013
// family:  access
// launch:  access_offset<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N, OFFSET)
// in:      float[N + OFFSET] iota
// out:     float[N + OFFSET] expect i < OFFSET ? 0 : in + 1
// knob:    N 1 … 1000000          knob: OFFSET 0 … 64          knob: BLOCK 32 64 … 1024
#define N 1024
#define OFFSET 1
#define BLOCK 256

__global__ void access_offset(const float* in, float* out, int n, int offset) {
    // step: add one
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i + offset] = in[i + offset] + 1.0f;
    }
}
