__global__ void k(const int* in, int* slots, int* count, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2 == 0) slots[atomicAdd(count, 1)] = in[i];
    __syncthreads();
    if (i < *count) out[i] = slots[i];
}
__global__ void use(const int* slots, const int* count, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < *count) out[i] = slots[i];
}
int main() {
    int *in, *slots, *count, *out, h[256];
    for (int i = 0; i < 256; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&slots, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<4, 64>>>(in, slots, count, out, 256);
    use<<<4, 64>>>(slots, count, out);
    return cudaDeviceSynchronize();
}
// told: [Rr]ace on (count|slots)
