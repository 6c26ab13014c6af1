// The same maximum by tiles of every static size, and by tiles whose size is known at run time.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <unsigned Size>
__global__ void staticTiles(const int* in, int* out) {
    auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    int best = in[threadIdx.x];
    for (unsigned mask = 1; mask < Size; mask *= 2) best = max(best, tile.shfl_xor(best, mask));
    out[threadIdx.x] = best * 100 + tile.thread_rank();
}

__global__ void dynamicTiles(const int* in, int* out, int size) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_group tile = cg::tiled_partition(block, size);
    __shared__ int scratch[64];
    scratch[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    int first = threadIdx.x - tile.thread_rank();
    int best = scratch[first];
    for (unsigned i = 1; i < tile.size(); i++) best = max(best, scratch[first + i]);
    tile.sync();
    out[threadIdx.x] = best * 100 + tile.thread_rank();
}

int *in, *fixedOut, *freeOut;

template <unsigned Size>
void compare() {
    staticTiles<Size><<<1, 64>>>(in, fixedOut);
    dynamicTiles<<<1, 64>>>(in, freeOut, Size);
    cudaDeviceSynchronize();
    int same = 0;
    unsigned hash = 2166136261u;
    for (int i = 0; i < 64; i++) {
        same += fixedOut[i] == freeOut[i];
        hash = (hash ^ fixedOut[i]) * 16777619u;
    }
    printf("tiles of %2u: %d same, first %d, last %d, hash %08x\n", Size, same, fixedOut[0],
           fixedOut[63], hash);
}

int main() {
    cudaMallocManaged(&in, 64 * sizeof(int));
    cudaMallocManaged(&fixedOut, 64 * sizeof(int));
    cudaMallocManaged(&freeOut, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) in[i] = (i * 37 + 11) % 64;
    compare<1>();
    compare<2>();
    compare<4>();
    compare<8>();
    compare<16>();
    compare<32>();
    return cudaGetLastError();
}
