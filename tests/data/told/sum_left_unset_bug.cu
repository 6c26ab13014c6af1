// The sum that all blocks' results are added to begins with what nobody has written.
__global__ void total(const float* in, float* part, float* sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = 2 * in[i];
    __syncthreads();
    if (i == 0)
        for (int k = 0; k < gridDim.x * blockDim.x; k++) {
            float value = part[k];
            *sum += value;
        }
}

int main() {
    float *in, *part, *sum;
    cudaMalloc(&in, 1024 * sizeof(float));
    cudaMalloc(&part, 1024 * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(in, 0, 1024 * sizeof(float));
    cudaMemset(part, 0, 1024 * sizeof(float));
    total<<<8, 128>>>(in, part, sum);
    return cudaDeviceSynchronize();
}
// told: Line 9: thread 0 of block 0 reads sum\[0\], which nobody has written
