// Main waits for the stream, and so for the function.
__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
void total(void* data) {
    int* x = (int*)data;
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += x[i];
    x[64] = sum;
}
int main() {
    int* x;
    cudaMallocHost(&x, 65 * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<1, 64, 0, s>>>(x);
    cudaLaunchHostFunc(s, total, x);
    cudaStreamSynchronize(s);
    return x[64] != 2016;
}
// told: nothing
