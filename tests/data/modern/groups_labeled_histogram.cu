// A histogram in which the threads of one bin form a group, and only its leader adds.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kBins = 7;

__global__ void histogram(const unsigned char* data, const int* weights, int* counts, int* sums,
                          int* groups) {
    __shared__ int sharedCounts[kBins], sharedSums[kBins];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    for (int b = block.thread_rank(); b < kBins; b += block.size()) {
        sharedCounts[b] = sharedSums[b] = 0;
    }
    block.sync();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bin = data[i] % kBins;
    auto same = cg::labeled_partition(warp, bin);
    int sum = cg::reduce(same, weights[i], cg::plus<int>());
    if (same.thread_rank() == 0) {
        atomicAdd(&sharedCounts[bin], same.size());
        atomicAdd(&sharedSums[bin], sum);
    }
    groups[i] = same.size() * 100 + same.thread_rank();
    block.sync();

    if (block.thread_rank() < kBins) {
        atomicAdd(&counts[block.thread_rank()], sharedCounts[block.thread_rank()]);
        atomicAdd(&sums[block.thread_rank()], sharedSums[block.thread_rank()]);
    }
}

int main() {
    const int n = 512;
    unsigned char* data;
    int *weights, *counts, *sums, *groups;
    cudaMallocManaged(&data, n);
    cudaMallocManaged(&weights, n * sizeof(int));
    cudaMallocManaged(&groups, n * sizeof(int));
    cudaMallocManaged(&counts, kBins * sizeof(int));
    cudaMallocManaged(&sums, kBins * sizeof(int));
    int wantedCounts[kBins] = {}, wantedSums[kBins] = {};
    for (int i = 0; i < n; i++) {
        data[i] = (i * 13 + i / 17) & 255;
        weights[i] = i % 23 - 9;
        wantedCounts[data[i] % kBins]++;
        wantedSums[data[i] % kBins] += weights[i];
    }
    for (int b = 0; b < kBins; b++) counts[b] = sums[b] = 0;
    histogram<<<4, 128>>>(data, weights, counts, sums, groups);
    cudaDeviceSynchronize();
    for (int b = 0; b < kBins; b++) {
        bool ok = counts[b] == wantedCounts[b] && sums[b] == wantedSums[b];
        printf("bin %d: %d of weight %d %s\n", b, counts[b], sums[b], ok ? "ok" : "wrong");
    }
    for (int i = 0; i < 32; i++) printf("%d%c", groups[i], i % 8 == 7 ? '\n' : ' ');
    return 0;
}
