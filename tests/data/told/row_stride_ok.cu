__global__ void k(int* m, int stride) {
    int* row = m + blockIdx.x * stride;
    row[threadIdx.x] = blockIdx.x;
    row[threadIdx.x] += threadIdx.x;
}
int main() {
    int* m;
    cudaMalloc(&m, 8 * 64 * sizeof(int));
    cudaMemset(m, 0, 8 * 64 * sizeof(int));
    k<<<8, 64>>>(m, 64);
    return cudaDeviceSynchronize();
}
// told: nothing
