#include <utility>
#include <vector>
__global__ void st(const float* u, float* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) v[i] = 0.5f * (u[i - 1] + u[i + 1]);
}
int main() {
    const int n = 200;
    std::vector<float> h(n, 0.f);
    h[0] = 1;
    float *u, *v;
    cudaMalloc(&u, n * sizeof(float));
    cudaMalloc(&v, n * sizeof(float));
    cudaMemcpy(u, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int k = 0; k < 10; ++k) {
        st<<<(n + 63) / 64, 64>>>(u, v, n);
        std::swap(u, v);
    }
    cudaMemcpy(h.data(), u, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(u);
    cudaFree(v);
    return h[0] != 1;
}
// told: nobody has written
