__global__ void k(int* a) {
    a[threadIdx.x] = 2 * threadIdx.x;
}
static int seen;
void look(void* data) {
    seen = ((int*)data)[63];
}
int main() {
    int *d, *h;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 256);
    cudaMallocHost(&h, 256);
    k<<<1, 64, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 256, cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, look, h);
    cudaStreamSynchronize(s);
    return seen == 126 ? 0 : 1;
}
// told: nothing
