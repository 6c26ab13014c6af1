// neighbours write bytes and halves of one word
// launch: k<<<2, 64>>>(x, y, z)
// x: uchar[128] iota    y: uchar[128]    z: short[128]
__global__ void k(const unsigned char* x, unsigned char* y, short* z) {
    __shared__ unsigned char s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = x[i];
    y[i] = s[t] + 1;
    z[i] = x[i] * 2;
}
// told: nothing
