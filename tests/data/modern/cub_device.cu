// cub's functions for the whole device: sums, scans, sorted pairs, what is selected, runs.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

struct IsOdd {
    __host__ __device__ bool operator()(int v) const { return v & 1; }
};

// Asks how much room a function needs, takes it, and calls the function again.
template <typename Call>
void withRoom(Call call) {
    void* room = nullptr;
    size_t bytes = 0;
    call(room, bytes);
    cudaMalloc(&room, bytes);
    call(room, bytes);
    cudaFree(room);
}

int main() {
    const int n = 1500;
    std::vector<int> host(n), result(n), keys(n);
    for (int i = 0; i < n; i++) host[i] = (i * 131 + 7) % 211;
    int *in, *out, *index, *order, *one;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&index, n * sizeof(int));
    cudaMalloc(&order, n * sizeof(int));
    cudaMalloc(&one, sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    auto single = [&] {
        int v;
        cudaMemcpy(&v, one, sizeof(int), cudaMemcpyDeviceToHost);
        return v;
    };
    auto fetch = [&](const int* from) {
        cudaMemcpy(result.data(), from, n * sizeof(int), cudaMemcpyDeviceToHost);
    };

    withRoom([&](void* r, size_t& b) { cub::DeviceReduce::Sum(r, b, in, one, n); });
    printf("sum %d %s\n", single(),
           single() == std::accumulate(host.begin(), host.end(), 0) ? "ok" : "wrong");
    withRoom([&](void* r, size_t& b) { cub::DeviceReduce::Max(r, b, in, one, n); });
    printf("largest %d\n", single());

    withRoom([&](void* r, size_t& b) { cub::DeviceScan::ExclusiveSum(r, b, in, out, n); });
    fetch(out);
    int before = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += result[i] != before;
        before += host[i];
    }
    printf("scan %d %s\n", result[n - 1], wrong ? "wrong" : "ok");

    std::vector<int> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    cudaMemcpy(index, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    withRoom([&](void* r, size_t& b) {
        cub::DeviceRadixSort::SortPairs(r, b, in, out, index, order, n);
    });
    fetch(order);
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](int a, int b) { return host[a] < host[b]; });
    printf("order %d %d %d %s\n", result[0], result[n / 2], result[n - 1],
           result == numbers ? "ok" : "wrong");

    withRoom([&](void* r, size_t& b) {
        cub::DeviceRunLengthEncode::Encode(r, b, out, index, order, one, n);
    });
    fetch(order);
    printf("runs %d, first of %d\n", single(), result[0]);
    withRoom([&](void* r, size_t& b) { cub::DeviceSelect::If(r, b, in, out, one, n, IsOdd()); });
    fetch(out);
    printf("odd %d, first %d, last %d\n", single(), result[0], result[single() - 1]);
    return 0;
}
