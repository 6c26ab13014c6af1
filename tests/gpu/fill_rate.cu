// How many bytes a second the device fills: the floor for whatever writes as many.
//   nvcc -arch=native -o fill_rate fill_rate.cu && fill_rate
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    constexpr std::size_t bytes = std::size_t{1} << 30;
    constexpr int rounds = 11;
    void* memory = nullptr;
    cudaEvent_t begin, end;
    if (cudaMalloc(&memory, bytes) != cudaSuccess || cudaEventCreate(&begin) != cudaSuccess ||
        cudaEventCreate(&end) != cudaSuccess) {
        std::fprintf(stderr, "no device with a free GiB found\n");
        return 1;
    }
    std::vector<float> times(rounds);
    for (float& milliseconds : times) {
        cudaEventRecord(begin);
        cudaMemset(memory, 1, bytes);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&milliseconds, begin, end);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.0f\n", static_cast<double>(bytes) / times[rounds / 2] * 1000);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
