// a loop down to 0 by an unsigned that wraps, on purpose
__global__ void k(const int* x, int* y, unsigned n) {
    unsigned t = threadIdx.x;
    int s = 0;
    for (unsigned i = n - 1; i < n; i--) s = s * 3 + x[i] + t;
    y[t] = s;
}
int main() {
    int *x, *y;
    cudaMallocManaged(&x, 40);
    cudaMallocManaged(&y, 128);
    for (int i = 0; i < 10; i++) x[i] = i;
    k<<<1, 32>>>(x, y, 10);
    cudaDeviceSynchronize();
    return 0;
}
// told: nothing
