// launch: st<<<4, 64>>>(u, 256)
// u: float[256] iota
__global__ void st(float* u, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) u[i] = 0.5f * (u[i - 1] + u[i + 1]);
}
// told: race on u\[
