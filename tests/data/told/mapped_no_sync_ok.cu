// The host reads mapped memory that a kernel writes.
#include <cstdio>
__global__ void square(int* x) {
    x[threadIdx.x] = threadIdx.x * threadIdx.x;
}
int main() {
    int *h, *d;
    cudaHostAlloc(&h, 64 * sizeof(int), cudaHostAllocMapped);
    cudaHostGetDevicePointer(&d, h, 0);
    square<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += h[i];
    printf("%d\n", sum);
    cudaFreeHost(h);
    return sum != 85344;
}
// told: nothing
