__global__ void k(const int* in, unsigned long long* best, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMin(best, (unsigned long long)(in[i] * 7919 % 1009) << 32 | i);
}
int main() {
    int *in, h[600];
    unsigned long long* best;
    for (int i = 0; i < 600; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&best, 8);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(best, 0xff, 8);
    k<<<3, 256>>>(in, best, 600);
    unsigned long long found;
    cudaMemcpy(&found, best, 8, cudaMemcpyDeviceToHost);
    return (found & 0xffffffff) == 0 ? 0 : 1;
}
// told: nothing
