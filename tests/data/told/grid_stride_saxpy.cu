// each element has one thread
// launch: k<<<4, 64>>>(x, y, 1000)
// x: float[1000] random:1    y: float[1000] random:2
__global__ void k(const float* x, float* y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 2.5f * x[i] + y[i];
}
// told: nothing
