// Keeps the elements that pass a test; the threads that passed share one atomic addition.
#include <cooperative_groups.h>
#include <algorithm>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__device__ int appendIndex(int* counter) {
    cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
    return active.shfl(first, 0) + active.thread_rank();
}

template <typename Predicate>
__global__ void filter(const int* in, int n, int* out, int* counter, Predicate keep) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keep(in[i])) out[appendIndex(counter)] = in[i];
}

struct DivisibleBy {
    int divisor;
    __device__ bool operator()(int v) const { return v % divisor == 0; }
};

int main() {
    const int n = 1000;
    std::vector<int> host(n);
    for (int i = 0; i < n; i++) host[i] = (i * i + 3 * i) % 977;
    int *in, *out, *counter;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    for (int divisor : {2, 5, 31, 500}) {
        cudaMemset(counter, 0, sizeof(int));
        filter<<<(n + 127) / 128, 128>>>(in, n, out, counter, DivisibleBy{divisor});
        int count = 0;
        cudaMemcpy(&count, counter, sizeof(int), cudaMemcpyDeviceToHost);
        std::vector<int> kept(count), wanted;
        cudaMemcpy(kept.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
        std::sort(kept.begin(), kept.end());
        std::copy_if(host.begin(), host.end(), std::back_inserter(wanted),
                     [divisor](int v) { return v % divisor == 0; });
        std::sort(wanted.begin(), wanted.end());
        printf("divisible by %d: %d kept, from %d to %d, %s\n", divisor, count, kept.front(),
               kept.back(), kept == wanted ? "ok" : "wrong");
    }
    return 0;
}
