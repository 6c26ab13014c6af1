// each warp has a histogram of its own; lanes of the same bin by shared atomics
__global__ void k(const unsigned char* x, int* bins, int n) {
    __shared__ int h[4][16];
    int w = threadIdx.x / 32, l = threadIdx.x % 32;
    if (l < 16) h[w][l] = 0;
    __syncwarp();
    for (int i = threadIdx.x; i < n; i += 128) atomicAdd(&h[w][x[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) {
        int sum = 0;
        for (int j = 0; j < 4; j++) sum += h[j][threadIdx.x];
        bins[threadIdx.x] = sum;
    }
}
int main() {
    unsigned char* x;
    int* b;
    cudaMallocManaged(&x, 999);
    cudaMallocManaged(&b, 64);
    for (int i = 0; i < 999; i++) x[i] = i * 3;
    k<<<1, 128>>>(x, b, 999);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += b[i];
    return sum != 999;
}
// told: nothing
