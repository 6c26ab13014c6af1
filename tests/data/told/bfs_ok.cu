#include <cstdio>
#include <vector>
__global__ void step(const int* start, const int* next, int* depth, int level, int n, bool* again) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n || depth[v] != level) return;
    for (int e = start[v]; e < start[v + 1]; ++e)
        if (atomicCAS(&depth[next[e]], -1, level + 1) == -1) *again = true;
}
int main() {
    const int n = 100;
    std::vector<int> start(n + 1), next, depth(n, -1);
    for (int v = 0; v < n; ++v) {
        start[v] = next.size();
        for (int k = 1; k <= 2; ++k)
            if (2 * v + k < n) next.push_back(2 * v + k);
    }
    start[n] = next.size();
    depth[0] = 0;
    int *s, *x, *d;
    bool *a, again = true;
    cudaMalloc(&s, (n + 1) * 4);
    cudaMalloc(&x, next.size() * 4);
    cudaMalloc(&d, n * 4);
    cudaMalloc(&a, 1);
    cudaMemcpy(s, start.data(), (n + 1) * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(x, next.data(), next.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d, depth.data(), n * 4, cudaMemcpyHostToDevice);
    for (int level = 0; again; ++level) {
        again = false;
        cudaMemcpy(a, &again, 1, cudaMemcpyHostToDevice);
        step<<<2, 64>>>(s, x, d, level, n, a);
        cudaMemcpy(&again, a, 1, cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(depth.data(), d, n * 4, cudaMemcpyDeviceToHost);
    printf("%d\n", depth[n - 1]);
    return depth[n - 1] != 6;
}
// told: at most mildly
