__global__ void half_step(float* a, int n, int colour) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n - 1 && (i % 2 == colour)) a[i] = 0.5f * (a[i - 1] + a[i + 1]);
}
int main() {
    const int n = 1000;
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    for (int r = 0; r < 4; ++r) half_step<<<4, 256>>>(a, n, r % 2);
    return cudaDeviceSynchronize();
}
// told: nothing
