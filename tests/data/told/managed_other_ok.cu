// main works on other memory while the kernel runs
__global__ void inc(int* x) {
    x[threadIdx.x] += 1;
}
int main() {
    int *x, *y;
    cudaMallocManaged(&x, 64 * 4);
    cudaMallocManaged(&y, 64 * 4);
    for (int i = 0; i < 64; ++i) x[i] = y[i] = 0;
    inc<<<1, 64>>>(x);
    for (int i = 0; i < 64; ++i) y[i] = i;
    cudaDeviceSynchronize();
    return x[5] != 1 || y[5] != 5;
}
// told: nothing
