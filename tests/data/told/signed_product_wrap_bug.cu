// row * width overflows 32 bits for the last rows
__global__ void k(float* x, int width, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) x[(long long)(r * 1000000) % width] = r;
}
int main() {
    float* x;
    cudaMallocManaged(&x, 4000);
    k<<<80, 32>>>(x, 1000, 2560);
    cudaDeviceSynchronize();
    return 0;
}
// told: x\[|overflow
