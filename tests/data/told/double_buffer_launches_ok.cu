__global__ void step(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = 0.25f * from[(i + n - 1) % n] + 0.5f * from[i] + 0.25f * from[(i + 1) % n];
}
int main() {
    const int n = 500;
    float* buf[2];
    for (int b = 0; b < 2; b++) cudaMalloc(&buf[b], n * 4);
    float h[n];
    for (int i = 0; i < n; i++) h[i] = i % 2;
    cudaMemcpy(buf[0], h, sizeof h, cudaMemcpyHostToDevice);
    for (int r = 0; r < 6; r++) step<<<(n + 127) / 128, 128>>>(buf[r & 1], buf[1 - (r & 1)], n);
    cudaMemcpy(h, buf[0], sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(buf[0]);
    cudaFree(buf[1]);
    return !(h[0] > 0.49f && h[0] < 0.51f);
}
// told: nothing
