// cub's BlockScan and BlockReduce: several items a thread, prefixes carried on, other operators.
#include <cstdio>
#include <cub/cub.cuh>

constexpr int kThreads = 64, kItems = 3, kTile = kThreads * kItems;

struct RunningTotal {
    int total;
    __device__ int operator()(int tile) {
        int before = total;
        total += tile;
        return before;
    }
};

struct Smaller {
    __device__ int operator()(int a, int b) const { return a < b ? a : b; }
};

__global__ void scanTiles(const int* in, int* out, int* summary, int n) {
    using Scan = cub::BlockScan<int, kThreads>;
    using Reduce = cub::BlockReduce<int, kThreads>;
    __shared__ typename Scan::TempStorage scanStorage;
    __shared__ typename Reduce::TempStorage reduceStorage;
    RunningTotal carried{0};
    int least = 1 << 30;
    for (int tile = 0; tile < n; tile += kTile) {
        int items[kItems];
        for (int i = 0; i < kItems; i++) items[i] = in[tile + threadIdx.x * kItems + i];
        least = min(
            least, Reduce(reduceStorage).Reduce(min(items[0], min(items[1], items[2])), Smaller()));
        Scan(scanStorage).ExclusiveSum(items, items, carried);
        __syncthreads();
        for (int i = 0; i < kItems; i++) out[tile + threadIdx.x * kItems + i] = items[i];
    }
    int best, whole;
    Scan(scanStorage).InclusiveScan(in[threadIdx.x], best, [](int a, int b) {
        return a > b ? a : b;
    });
    __syncthreads();
    int place;
    Scan(scanStorage).ExclusiveSum(in[threadIdx.x] % 2, place, whole);
    __syncthreads();
    int firstTen = Reduce(reduceStorage).Sum(in[threadIdx.x], 10);
    summary[threadIdx.x * 2] = best;
    summary[threadIdx.x * 2 + 1] = place * 1000 + whole;
    if (threadIdx.x == 0) {
        summary[kThreads * 2] = least;
        summary[kThreads * 2 + 1] = firstTen;
    }
}

int main() {
    const int n = 4 * kTile;
    int *in, *out, *summary;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&summary, (kThreads * 2 + 2) * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = (i * 31 + 8) % 53 + i / 100;
    scanTiles<<<1, kThreads>>>(in, out, summary, n);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int sum = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += out[i] != sum;
        sum += in[i];
        if (i % 59 == 0) printf("%d: %d\n", i, out[i]);
    }
    for (int i = 0; i < kThreads * 2 + 2; i++) printf("%d%c", summary[i], i % 10 == 9 ? '\n' : ' ');
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
