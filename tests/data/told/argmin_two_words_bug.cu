__global__ void k(const int* in, int* best, int* where, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] < atomicMin(best, in[i])) *where = i;
}
int main() {
    int *in, *best, *where, h[600];
    for (int i = 0; i < 600; ++i) h[i] = 600 - i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&best, 4);
    cudaMalloc(&where, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(best, 0x7f, 4);
    cudaMemset(where, 0, 4);
    k<<<3, 256>>>(in, best, where, 600);
    return cudaDeviceSynchronize();
}
// told: [Rr]ace on where\[
