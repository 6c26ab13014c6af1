// The host reads while the kernel may still write.
__global__ void twice(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main() {
    int* x;
    cudaMallocManaged(&x, 256 * sizeof(int));
    for (int i = 0; i < 256; i++) x[i] = i;
    twice<<<4, 32>>>(x, 128);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 128; i++) sum += x[i];
    twice<<<4, 32>>>(x + 128, 128);
    for (int i = 128; i < 256; i++) sum += x[i];
    cudaFree(x);
    return sum != 256 * 255;
}
// told: x\[|managed|host|main
