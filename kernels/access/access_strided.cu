// title:   Access with a stride
// summary: With a stride of s words a warp's request takes s times as many sectors, up to one for
//          each lane.
// source:  Harris, How to Access Global Memory Efficiently in CUDA C/C++ Kernels, 2013
// family:  access
// launch:  access_strided<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N, STRIDE)
// in:      float[N * STRIDE] iota
// out:     float[N * STRIDE] expect i % STRIDE ? 0 : in + 1
// knob:    N 1 … 1000000          knob: STRIDE 1 … 64          knob: BLOCK 32 64 … 1024
#define N 1024
#define STRIDE 2
#define BLOCK 256

__global__ void access_strided(const float* in, float* out, int n, int stride) {
    // step: add one
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i * stride] = in[i * stride] + 1.0f;
    }
}
