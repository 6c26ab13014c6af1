// the next step begins before this one has ended
// launch: k<<<2, 64>>>(a, b)
// a: int[128] iota    b: int[128]
__global__ void k(const int* a, int* b) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t & 31;
    s[t] = a[blockIdx.x * 64 + t];
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int v = lane >= d ? s[t - d] : 0;
        __syncwarp();
        s[t] += v;
    }
    b[blockIdx.x * 64 + t] = s[t];
}
// told:  race on
