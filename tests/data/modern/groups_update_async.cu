// cg::reduce_update_async, reduce_store_async and the scans with an update, partitions and
// invoke_one, by the host's sums.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__device__ cuda::atomic<int, cuda::thread_scope_device> total;
__device__ cuda::atomic<int, cuda::thread_scope_device> most;

__global__ void sums(const int* in, int n) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? in[i] : 0;
    cg::reduce_update_async(tile, total, v, cg::plus<int>());
    cg::reduce_update_async(tile, most, v, cg::greater<int>());
}
__global__ void stored(const int* in, int* out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sums[8];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    cg::reduce_store_async(tile, sums[tile.meta_group_rank()], in[threadIdx.x], cg::plus<int>());
    block.sync();
    if (threadIdx.x < 8) out[threadIdx.x] = sums[threadIdx.x].load(cuda::memory_order_relaxed);
}
// Each thread that wants them gets places of its own in a list.
__global__ void places(const int* wanted, int* owner, int* used, int n) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> next;
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    cg::invoke_one(block, [&] { next.store(0, cuda::memory_order_relaxed); });
    block.sync();
    int mine = wanted[threadIdx.x];
    int first = cg::exclusive_scan_update(tile, next, mine, cg::plus<int>());
    for (int i = 0; i < mine; i++) owner[first + i] = threadIdx.x;
    block.sync();
    if (block.thread_rank() == 0) *used = next.load();
}
__global__ void parts(const int* in, int* out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto odd = cg::binary_partition(tile, in[threadIdx.x] % 2 != 0);
    auto same = cg::labeled_partition(tile, in[threadIdx.x] % 5);
    int* r = out + threadIdx.x * 6;
    r[0] = cg::reduce(odd, in[threadIdx.x], cg::plus<int>());
    r[1] = (int)odd.size();
    r[2] = (int)same.size();
    r[3] = cg::reduce(same, in[threadIdx.x], cg::less<int>());
    r[4] = cg::inclusive_scan(tile, in[threadIdx.x], cg::plus<int>());
    r[5] = cg::exclusive_scan(tile, in[threadIdx.x], cg::greater<int>()) * 2 +
           cg::invoke_one_broadcast(same, [&] { return (int)same.thread_rank() + 1; });
}

int main() {
    int *in, *out, wrong = 0;
    cudaMallocManaged(&in, 1000 * sizeof(int));
    cudaMallocManaged(&out, 1000 * sizeof(int));
    for (int i = 0; i < 1000; i++) in[i] = i * 31 % 97;
    sums<<<8, 128>>>(in, 1000);
    int host_total, host_most, sum = 0, greatest = 0;
    cudaMemcpyFromSymbol(&host_total, total, sizeof(int));
    cudaMemcpyFromSymbol(&host_most, most, sizeof(int));
    for (int i = 0; i < 1000; i++) sum += in[i], greatest = in[i] > greatest ? in[i] : greatest;
    wrong += host_total != sum || host_most != greatest;
    printf("update: %s\n", wrong ? "wrong" : "ok");
    wrong = 0;
    stored<<<1, 128>>>(in, out);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int part = 0; part < 8; part++) {
        sum = 0;
        for (int i = 0; i < 16; i++) sum += in[part * 16 + i];
        wrong += out[part] != sum;
    }
    printf("store: %s\n", wrong ? "wrong" : "ok");
    wrong = 0;
    int counts[64] = {}, all = 0;
    for (int i = 0; i < 64; i++) in[i] %= 7, all += in[i];
    for (int i = 0; i < 1000; i++) out[i] = -1;
    places<<<1, 64>>>(in, out, out + 999, 64);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    wrong += out[999] != all;
    for (int i = 0; i < all; i++) {
        if (out[i] < 0 || out[i] > 63)
            wrong++;
        else
            counts[out[i]]++;
    }
    for (int i = 0; i < 64; i++) wrong += counts[i] != in[i];
    printf("places: %s\n", wrong ? "wrong" : "ok");
    wrong = 0;
    for (int i = 0; i < 32; i++) in[i] = i * 31 % 97;
    parts<<<1, 32>>>(in, out);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    sum = greatest = 0;
    for (int i = 0; i < 32; i++) {
        int odds = 0, n = 0, same = 0, least = 1000;
        for (int j = 0; j < 32; j++) {
            if (in[j] % 2 == in[i] % 2) odds += in[j], n++;
            if (in[j] % 5 == in[i] % 5) same++, least = in[j] < least ? in[j] : least;
        }
        sum += in[i];
        const int* r = out + i * 6;
        wrong += r[0] != odds || r[1] != n || r[2] != same || r[3] != least || r[4] != sum;
        wrong += r[5] != greatest * 2 + 1;
        greatest = in[i] > greatest ? in[i] : greatest;
    }
    printf("parts: %s\n", wrong ? "wrong" : "ok");
    return 0;
}
