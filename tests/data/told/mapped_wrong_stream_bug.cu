__global__ void k(int* a, int v) {
    a[threadIdx.x] = v;
}
int main() {
    int* h;
    cudaStream_t s[2];
    cudaMallocHost(&h, 256);
    for (int i = 0; i < 2; ++i) cudaStreamCreate(&s[i]);
    k<<<1, 64, 0, s[1]>>>(h, 5);
    cudaStreamSynchronize(s[0]);
    int v = h[0];
    cudaDeviceSynchronize();
    return v == 5 ? 0 : 1;
}
// told: wait|early|still
