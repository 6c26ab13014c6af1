// cub's BlockLoad of several kinds, BlockExchange, BlockDiscontinuity and BlockHistogram.
#include <cstdio>
#include <cub/cub.cuh>

struct Differs {
    __device__ bool operator()(int a, int b) const { return a != b; }
};

template <cub::BlockLoadAlgorithm Algorithm>
__global__ void runs(const int* in, int* flags, int* striped, unsigned* bins) {
    using Load = cub::BlockLoad<int, 32, 4, Algorithm>;
    using Exchange = cub::BlockExchange<int, 32, 4>;
    using Heads = cub::BlockDiscontinuity<int, 32>;
    using Histogram = cub::BlockHistogram<unsigned char, 32, 4, 8>;
    __shared__ typename Load::TempStorage load;
    __shared__ typename Exchange::TempStorage exchange;
    __shared__ typename Heads::TempStorage heads;
    __shared__ typename Histogram::TempStorage histogram;
    __shared__ unsigned counts[8];
    int items[4], isHead[4];
    Load(load).Load(in, items);
    Heads(heads).FlagHeads(isHead, items, Differs());
    unsigned char small[4];
    for (int i = 0; i < 4; i++) {
        flags[threadIdx.x * 4 + i] = isHead[i];
        small[i] = items[i] % 8;
    }
    Histogram(histogram).Histogram(small, counts);
    __syncthreads();
    if (threadIdx.x < 8) bins[threadIdx.x] = counts[threadIdx.x];
    Exchange(exchange).BlockedToStriped(items);
    for (int i = 0; i < 4; i++) striped[threadIdx.x * 4 + i] = items[i];
}

int *in, *flags, *striped;
unsigned* bins;

int judge() {
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int wrong = 0;
    unsigned counts[8] = {};
    for (int i = 0; i < 128; i++) {
        counts[in[i] % 8]++;
        wrong += flags[i] != (i == 0 || in[i] != in[i - 1]);
        wrong += striped[i] != in[i % 4 * 32 + i / 4];
    }
    for (int b = 0; b < 8; b++) {
        wrong += counts[b] != bins[b];
        printf("%u ", bins[b]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return wrong;
}

int main() {
    cudaMallocManaged(&in, 128 * sizeof(int));
    cudaMallocManaged(&flags, 128 * sizeof(int));
    cudaMallocManaged(&striped, 128 * sizeof(int));
    cudaMallocManaged(&bins, 8 * sizeof(unsigned));
    for (int i = 0; i < 128; i++) in[i] = (i / 3 * 5 + i / 11) % 29;
    runs<cub::BLOCK_LOAD_DIRECT><<<1, 32>>>(in, flags, striped, bins);
    judge();
    runs<cub::BLOCK_LOAD_VECTORIZE><<<1, 32>>>(in, flags, striped, bins);
    judge();
    runs<cub::BLOCK_LOAD_WARP_TRANSPOSE><<<1, 32>>>(in, flags, striped, bins);
    judge();
    for (int i = 0; i < 128; i++)
        printf("%d:%d%c", flags[i], striped[i], i % 16 == 15 ? '\n' : ' ');
    return 0;
}
