__global__ void twice(const int* x, int* y) {
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
int main() {
    int *x, *y, *dx, *dy;
    cudaHostAlloc(&x, 256, cudaHostAllocMapped);
    cudaHostAlloc(&y, 256, cudaHostAllocMapped);
    for (int i = 0; i < 64; ++i) x[i] = i;
    cudaHostGetDevicePointer(&dx, x, 0);
    cudaHostGetDevicePointer(&dy, y, 0);
    twice<<<1, 64>>>(dx, dy);
    return y[9] != 18;
}
// told: may not have written
