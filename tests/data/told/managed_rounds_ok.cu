// main changes managed memory between rounds, behind a synchronisation
#include <cstdio>
__global__ void step(int* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = v[i] * 2 + 1;
}
int main() {
    const int n = 300;
    int* v;
    cudaMallocManaged(&v, n * sizeof(int));
    for (int i = 0; i < n; ++i) v[i] = i;
    for (int r = 0; r < 3; ++r) {
        step<<<3, 128>>>(v, n);
        cudaDeviceSynchronize();
        v[0] += r;
    }
    printf("%d %d\n", v[0], v[n - 1]);
    cudaFree(v);
    return 0;
}
// told: nothing
