// launch: sum<<<4, 128>>>(in, out)
// in: int[512] ones    out: int[4]
__global__ void sum(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        volatile int* v = s;
        int x = v[t] + v[t + 32];
        __syncwarp();
        v[t] = x;
        __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            int y = v[t] + (t + d < 32 ? v[t + d] : 0);
            __syncwarp();
            v[t] = y;
            __syncwarp();
        }
        if (t == 0) out[blockIdx.x] = v[0];
    }
}
// told: nothing
