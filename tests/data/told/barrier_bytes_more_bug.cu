// More bytes are awaited than come: the phase never ends.
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(const int* in, int* out, int rounds) {
    __shared__ alignas(16) int s[128];
    __shared__ barrier come;
    if (threadIdx.x == 0) init(&come, blockDim.x);
    __syncthreads();
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
        barrier::arrival_token token;
        if (threadIdx.x == 0) {
            cuda::device::memcpy_async_tx(s, in + r * 128, cuda::aligned_size_t<16>(sizeof s),
                                          come);
            token = cuda::device::barrier_arrive_tx(come, 1, 2 * sizeof s);
        } else {
            token = come.arrive();
        }
        come.wait(static_cast<barrier::arrival_token&&>(token));
        sum += s[127 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 512 * 4);
    cudaMallocManaged(&out, 512);
    for (int i = 0; i < 512; i++) in[i] = i;
    k<<<1, 128>>>(in, out, 4);
    cudaDeviceSynchronize();
    return 0;
}
// told: wait
