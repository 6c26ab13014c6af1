#include <cuda/barrier>
__global__ void split(const int* in, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[96];
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    __syncthreads();
    int sum = 0;
    for (int r = 0; r < 3; r++) {
        s[t] = in[96 * r + t];
        auto token = bar.arrive();
        int own = s[(t + 40) % 96] * 2;
        bar.wait(std::move(token));
        sum += own + s[95 - t];
        bar.arrive_and_wait();
    }
    out[t] = sum;
}
int main() {
    int *a, *b, h[288];
    for (int i = 0; i < 288; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, 96 * 4);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    split<<<1, 96>>>(a, b);
    return cudaDeviceSynchronize();
}
// told: race on s\[
