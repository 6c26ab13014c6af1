#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
struct Odd {
    __device__ unsigned operator()(unsigned a, unsigned b) const { return a * 3u + b; }
};
template <int N>
__global__ void k(unsigned* out, float* sums, int* flags) {
    __shared__ cg::block_tile_memory<1024> room;
    auto block = cg::this_thread_block(room);
    auto tile = cg::tiled_partition<N>(block);
    unsigned t = block.thread_rank();
    unsigned v = t * 2654435761u >> 7;
    float f = (float)(v % 1000003u) * 0.37f;
    out[t * 8] = tile.thread_rank() * 1000 + tile.meta_group_rank() * 10 + tile.meta_group_size();
    out[t * 8 + 1] = tile.shfl(v, N / 2 + 3);
    out[t * 8 + 2] = cg::reduce(tile, v, cg::plus<unsigned>());
    out[t * 8 + 3] = cg::inclusive_scan(tile, v);
    out[t * 8 + 4] = cg::exclusive_scan(tile, v, cg::plus<unsigned>());
    out[t * 8 + 5] = cg::reduce(tile, v, cg::greater<unsigned>());
    out[t * 8 + 6] = cg::inclusive_scan(tile, v, cg::bit_xor<unsigned>()) + tile.num_threads();
    auto warp = cg::tiled_partition<32>(tile);
    auto half = cg::tiled_partition<16>(warp);
    out[t * 8 + 7] =
        warp.meta_group_rank() * 100 + warp.meta_group_size() + half.meta_group_rank() * 10000;
    sums[t * 3] = cg::reduce(tile, f, cg::plus<float>());
    sums[t * 3 + 1] = cg::inclusive_scan(tile, f, cg::plus<float>());
    sums[t * 3 + 2] = cg::exclusive_scan(tile, f, cg::plus<float>());
    flags[t] = tile.any(v % 97 == 0) + 2 * tile.all(v % 2 == 0 || true) + 4 * tile.all(v % 31 != 0);
    if (tile.meta_group_rank() % 2 == 0) {
        for (int i = 0; i < 5; ++i) {
            v = tile.shfl(v + i, i * 7);
            tile.sync();
        }
        flags[t] += v % 1024 * 8;
    }
}
int main() {
    unsigned* out;
    float* sums;
    int* flags;
    cudaMallocManaged(&out, 1024 * 8 * 4);
    cudaMallocManaged(&sums, 1024 * 3 * 4);
    cudaMallocManaged(&flags, 1024 * 4);
    for (int n = 64; n <= 512; n *= 2) {
        if (n == 64) k<64><<<1, 1024>>>(out, sums, flags);
        if (n == 128) k<128><<<1, 512>>>(out, sums, flags);
        if (n == 256) k<256><<<1, dim3(16, 32)>>>(out, sums, flags);
        if (n == 512) k<512><<<1, 1024>>>(out, sums, flags);
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        int threads = n == 64 || n == 512 ? 1024 : 512;
        unsigned long long hash = 1469598103934665603ull;
        for (int i = 0; i < threads; ++i) {
            for (int j = 0; j < 8; ++j) hash = (hash ^ out[i * 8 + j]) * 1099511628211ull;
            for (int j = 0; j < 3; ++j)
                hash = (hash ^ *(unsigned*)&sums[i * 3 + j]) * 1099511628211ull;
            hash = (hash ^ flags[i]) * 1099511628211ull;
        }
        printf("%d %llx\n", n, hash);
        for (int i : {0, 1, 31, 32, 63, 64, 100, 255, 256, 511}) {
            for (int j = 0; j < 8; ++j) printf("%u ", out[i * 8 + j]);
            printf("%a %a %a %d\n", sums[i * 3], sums[i * 3 + 1], sums[i * 3 + 2], flags[i]);
        }
    }
}
