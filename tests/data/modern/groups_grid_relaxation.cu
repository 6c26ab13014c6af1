// Heat on a rod, all steps in one cooperative launch: the grid meets after each step.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

__global__ void relax(float* a, float* b, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    for (int s = 0; s < steps; s++) {
        for (int i = grid.thread_rank(); i < n; i += grid.size()) {
            bool edge = i == 0 || i == n - 1;
            b[i] = edge ? a[i] : 0.5f * a[i] + 0.25f * (a[i - 1] + a[i + 1]);
        }
        grid.sync();
        float* t = a;
        a = b;
        b = t;
    }
}

int main() {
    int n = 300, steps = 12;
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++) x[i] = i % 50 == 0 ? 100.0f : (float)(i % 7);
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    void* arguments[] = {&a, &b, &n, &steps};
    cudaError_t e =
        cudaLaunchCooperativeKernel((const void*)relax, dim3(4), dim3(64), arguments, 0, 0);
    printf("launch: %s\n", cudaGetErrorName(e));
    std::vector<float> result(n);
    cudaMemcpy(result.data(), steps % 2 ? b : a, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++) {
            bool edge = i == 0 || i == n - 1;
            y[i] = edge ? x[i] : 0.5f * x[i] + 0.25f * (x[i - 1] + x[i + 1]);
        }
        std::swap(x, y);
    }
    float largest = 0;
    for (int i = 0; i < n; i++) {
        float d = result[i] - x[i];
        largest = std::max(largest, d < 0 ? -d : d);
        unsigned u;
        memcpy(&u, &result[i], 4);
        if (i % 13 == 0) printf("%3d %08x\n", i, u);
    }
    printf("%s\n", largest < 1e-4f ? "ok" : "wrong");
    return 0;
}
