// one launch per row: the left neighbour of the same row is another thread's
__global__ void row(int* c, const int* a, const int* b, int i, int n) {
    int j = threadIdx.x + blockIdx.x * blockDim.x + 1;
    if (j > n) return;
    int w = n + 1;
    c[i * w + j] = a[i - 1] == b[j - 1] ? c[(i - 1) * w + j - 1] + 1
                                        : max(c[(i - 1) * w + j], c[i * w + j - 1]);
}
int main() {
    const int n = 40;
    int *c, *s;
    cudaMallocManaged(&c, (n + 1) * (n + 1) * 4);
    cudaMallocManaged(&s, 2 * n * 4);
    for (int i = 0; i < (n + 1) * (n + 1); i++) c[i] = 0;
    for (int i = 0; i < n; i++) {
        s[i] = i % 5;
        s[n + i] = i % 3;
    }
    for (int i = 1; i <= n; i++) row<<<2, 32>>>(c, s, s + n, i, n);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
