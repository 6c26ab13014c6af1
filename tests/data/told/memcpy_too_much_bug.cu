// sizeof of a pointer's array: the copy is longer than what the host has
__global__ void k(double* x) {
    x[threadIdx.x] *= 2;
}
int main() {
    float h[64];
    double* d;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&d, 64 * sizeof(double));
    cudaMemcpy(d, h, 64 * sizeof(double), cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    return 0;
}
// told: h|bytes
