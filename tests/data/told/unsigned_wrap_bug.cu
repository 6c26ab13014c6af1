// i - 1 of an unsigned 0 is a large number, and the test lets it pass
__global__ void k(const int* x, int* y, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned left = i - 1;
        y[i] = left >= 0 ? x[i] - x[left] : x[i];
    }
}
int main() {
    int *x, *y;
    cudaMallocManaged(&x, 400);
    cudaMallocManaged(&y, 400);
    for (int i = 0; i < 100; i++) x[i] = i;
    k<<<1, 128>>>(x, y, 100);
    cudaDeviceSynchronize();
    return 0;
}
// told: x\[
