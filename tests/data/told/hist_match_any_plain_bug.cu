// the leader of each group adds without an atomic: warps and blocks meet
__global__ void k(const unsigned* x, int* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned b = x[i] & 15;
    unsigned peers = __match_any_sync(0xffffffffu, b);
    if ((int)(threadIdx.x & 31) == __ffs(peers) - 1) bins[b] += __popc(peers);
}
int main() {
    unsigned* x;
    int* b;
    cudaMallocManaged(&x, 1024 * 4);
    cudaMallocManaged(&b, 64);
    for (int i = 0; i < 1024; i++) x[i] = i * 7;
    for (int i = 0; i < 16; i++) b[i] = 0;
    k<<<4, 256>>>(x, b, 1024);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
