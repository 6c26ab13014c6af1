// histogram with warp aggregation by __match_any_sync
__global__ void k(const unsigned* x, int* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned active = __ballot_sync(0xffffffffu, i < n);
    if (i < n) {
        unsigned b = x[i] & 15;
        unsigned peers = __match_any_sync(active, b);
        if ((int)(threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&bins[b], __popc(peers));
    }
}
int main() {
    unsigned* x;
    int* b;
    cudaMallocManaged(&x, 1000 * 4);
    cudaMallocManaged(&b, 64);
    for (int i = 0; i < 1000; i++) x[i] = i * 7;
    for (int i = 0; i < 16; i++) b[i] = 0;
    k<<<4, 256>>>(x, b, 1000);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 16; i++) sum += b[i];
    return sum != 1000;
}
// told: nothing
