// a whole block returns before its barriers
// launch: k<<<4, 32>>>(in, out, 64)
// in: int[64] iota    out: int[64]
__global__ void k(const int* in, int* out, int n) {
    if (blockIdx.x * blockDim.x >= n) return;
    __shared__ int s[32];
    int i = blockIdx.x * 32 + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[31 - threadIdx.x];
}
// told: nothing
