__global__ void k(char* x, size_t pitch, int w, int h) {
    int c = threadIdx.x, r = blockIdx.x;
    float* row = (float*)(x + r * pitch);
    if (c < w) row[c] *= 2;
}
int main() {
    char* x;
    size_t pitch;
    float h[8][100];
    for (int i = 0; i < 800; i++) h[i / 100][i % 100] = i;
    cudaMallocPitch((void**)&x, &pitch, 100 * 4, 8);
    cudaMemcpy2D(x, pitch, h, 400, 400, 8, cudaMemcpyHostToDevice);
    k<<<8, 128>>>(x, pitch, 100, 8);
    cudaMemcpy2D(h, 400, x, pitch, 400, 8, cudaMemcpyDeviceToHost);
    return h[7][99] != 799 * 2;
}
// told: nothing
