// the flag's barrier comes before the write of the next round, but not between write and read
__global__ void smooth(float* x, int rounds) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        float left = s[(t + 127) % 128];
        float mine = s[t];
        s[t] = 0.5f * (left + mine);
        if (!__syncthreads_or(fabsf(left - mine) > 1e-3f)) break;
    }
    x[t] = s[t];
}
int main() {
    float* x;
    cudaMallocManaged(&x, 128 * 4);
    for (int i = 0; i < 128; i++) x[i] = i % 5;
    smooth<<<1, 128>>>(x, 10);
    cudaDeviceSynchronize();
    return 0;
}
// told: race
