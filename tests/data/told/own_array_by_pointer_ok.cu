__device__ void fill(int* a, int t) {
    for (int i = 0; i < 4; i++) a[i] = t + i;
}
__device__ int pick(const int* a, int i) {
    return a[i];
}
__global__ void k(int* y) {
    int a[4];
    fill(a, threadIdx.x);
    y[threadIdx.x] = pick(a, threadIdx.x % 4);
}
int main() {
    int* y;
    cudaMallocManaged(&y, 128);
    k<<<1, 32>>>(y);
    cudaDeviceSynchronize();
    return y[5] != 6;
}
// told: nothing
