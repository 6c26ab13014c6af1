// Functions of two streams count in the same place: one thread runs them.
__global__ void fill(int* x, int v) {
    x[threadIdx.x] = v;
}
void count(void* data) {
    ++*(int*)data;
}
int main() {
    int *counted, *x[2];
    cudaMallocHost(&counted, sizeof(int));
    *counted = 0;
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], 256);
        cudaStreamCreate(&s[i]);
        fill<<<1, 64, 0, s[i]>>>(x[i], i);
        cudaLaunchHostFunc(s[i], count, counted);
    }
    cudaDeviceSynchronize();
    return *counted != 2;
}
// told: nothing
