// compaction sizes by __syncthreads_count; the barrier it is orders the shared writes before
__global__ void k(const int* x, int* counts, int* firsts) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 128 + t];
    int n = __syncthreads_count(s[t] % 3 == 0);
    int right = s[(t + 1) % 128];
    if (t == 0) {
        counts[blockIdx.x] = n;
        firsts[blockIdx.x] = right;
    }
}
int main() {
    int *x, *c, *f;
    cudaMallocManaged(&x, 256 * 4);
    cudaMallocManaged(&c, 8);
    cudaMallocManaged(&f, 8);
    for (int i = 0; i < 256; i++) x[i] = i;
    k<<<2, 128>>>(x, c, f);
    cudaDeviceSynchronize();
    return c[0] != 43 || f[1] != 129;
}
// told: nothing
