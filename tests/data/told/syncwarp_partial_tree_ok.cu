// a reduction by half of a warp: only the lanes of the mask write and wait
__global__ void k(const int* x, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    if (t < 16) {
        s[t] += s[t + 16];
        __syncwarp(0xffff);
        int v = t < 8 ? s[t] + s[t + 8] : 0;
        __syncwarp(0xffff);
        if (t < 8) s[t] = v;
        __syncwarp(0xffff);
        if (t == 0) {
            int sum = 0;
            for (int i = 0; i < 8; i++) sum += s[i];
            *out = sum;
        }
    }
}
int main() {
    int *x, *o;
    cudaMallocManaged(&x, 128);
    cudaMallocManaged(&o, 4);
    for (int i = 0; i < 32; i++) x[i] = i;
    k<<<1, 32>>>(x, o);
    cudaDeviceSynchronize();
    return *o != 496;
}
// told: nothing
