// the pitch in bytes is used as if it were one in elements
__global__ void k(float* x, size_t pitch, int w, int h) {
    int c = threadIdx.x, r = blockIdx.x;
    if (c < w && r < h) x[r * pitch + c] = r;
}
int main() {
    float* x;
    size_t pitch;
    cudaMallocPitch(&x, &pitch, 100 * 4, 8);
    k<<<8, 128>>>(x, pitch, 100, 8);
    cudaDeviceSynchronize();
    return 0;
}
// told: beyond|outside|which has|x\[
