__global__ void k(int* out) {
    __shared__ volatile int f[8];
    if (threadIdx.x < 8) f[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        int at = 0;
        while (f[at] == 0) at = (at + 1) % 8;
        out[0] = at;
    } else if (threadIdx.x == 32) {
        float x = 1;
        for (int i = 0; i < 200000; ++i) x = x * 1.0001f + 1;
        out[1] = x;
        f[5] = 1;
    }
}
int main() {
    int* o;
    cudaMalloc(&o, 64);
    k<<<1, 64>>>(o);
    return cudaDeviceSynchronize();
}
// told: nothing
