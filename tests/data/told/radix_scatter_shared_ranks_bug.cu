// ranks within the block by a shared atomic cursor that is cleared for the next digit too early
__global__ void pass(const unsigned* x, unsigned* y, int rounds) {
    __shared__ int count[4];
    int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        if (t < 4) count[t] = 0;
        __syncthreads();
        unsigned d = x[r * 64 + t] & 3;
        int rank = atomicAdd(&count[d], 1);
        __syncthreads();
        int base = 0;
        for (unsigned j = 0; j < d; j++) base += count[j];
        y[r * 64 + base + rank] = x[r * 64 + t];
    }
}
int main() {
    unsigned* m;
    cudaMallocManaged(&m, 512 * 4);
    for (int i = 0; i < 256; i++) m[i] = i * 7;
    pass<<<1, 64>>>(m, m + 256, 4);
    cudaDeviceSynchronize();
    return 0;
}
// told: race.*count
