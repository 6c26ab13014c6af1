// n where n * sizeof(int) is wanted
__global__ void k(int* x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] += 1;
}
int main() {
    int h[100], *d;
    for (int i = 0; i < 100; i++) h[i] = i;
    cudaMalloc(&d, 400);
    cudaMemcpy(d, h, 100, cudaMemcpyHostToDevice);
    k<<<1, 128>>>(d, 100);
    cudaMemcpy(h, d, 400, cudaMemcpyDeviceToHost);
    return 0;
}
// told: nobody has written
