// cuda::barrier counts the bytes of copies: one thread asks for them, all wait.
#include <cstdio>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void sums(const int* in, int* out, int rounds) {
    __shared__ alignas(16) int a[64], b[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier come;
    if (threadIdx.x == 0) {
        init(&come, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        const int* from = in + (round * gridDim.x + blockIdx.x) * 128;
        barrier::arrival_token token;
        if (threadIdx.x == 0) {
            cuda::memcpy_async(a, from, cuda::aligned_size_t<16>(sizeof a), come);
            cuda::device::memcpy_async_tx(b, from + 64, cuda::aligned_size_t<16>(sizeof b), come);
            token = cuda::device::barrier_arrive_tx(come, 1, sizeof b);
        } else {
            token = come.arrive();
        }
        come.wait(static_cast<barrier::arrival_token&&>(token));
        sum = 3 * sum + a[threadIdx.x] - b[63 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void experimental(const int* in, int* out) {
    __shared__ alignas(128) int tile[128];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier come;
    if (threadIdx.x == 0) {
        init(&come, 1);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(tile, in + blockIdx.x * 128, sizeof tile, come);
        (void)cuda::device::barrier_arrive_tx(come, 1, sizeof tile);
    }
    come.wait_parity(0);
    tile[threadIdx.x] = tile[threadIdx.x] * 2 + 1;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(out + blockIdx.x * 128, tile, sizeof tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

int main() {
    const int rounds = 4, blocks = 2, n = rounds * blocks * 128;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 101;
    sums<<<blocks, 64>>>(in, out, rounds);
    cudaDeviceSynchronize();
    for (int i = 0; i < blocks * 64; i += 9) std::printf("%d\n", out[i]);
    experimental<<<4, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 512; i += 31) std::printf("%d\n", out[i]);
}
