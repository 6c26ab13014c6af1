// each thread has its own byte of a word
// launch: k<<<2, 64>>>(in, out)
// in: unsigned char[128] iota    out: unsigned char[128]
__global__ void k(const unsigned char* in, unsigned char* out) {
    __shared__ unsigned char s[64];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t] ^ 0x55;
}
// told: nothing
