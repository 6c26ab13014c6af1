// Compaction: one atomic a warp, whose result says where the warp writes.
#include <cstdio>
__global__ void compact(const int* in, int n, int* out, int* count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool keep = i < n && in[i] % 5 == 0;
    unsigned ballot = __ballot_sync(0xffffffff, keep);
    int base;
    if (lane == 0) base = atomicAdd(count, __popc(ballot));

    if (keep) out[base + __popc(ballot & ((1u << lane) - 1))] = in[i];
}
int main() {
    const int n = 500;
    int h[n], r, *in, *out, *count;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, 4);
    cudaMemset(count, 0, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    compact<<<4, 128>>>(in, n, out, count);
    cudaMemcpy(&r, count, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return r != 100;
}
// told: uses base, which has no value
