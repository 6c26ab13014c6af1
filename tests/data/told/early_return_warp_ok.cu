// whole warps return, and there is no barrier behind; ballots by whole warps
// launch: k<<<2, 64>>>(x, y, 96)
// x: int[128] iota    y: int[4] zeros
__global__ void k(const int* x, int* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned odd = __ballot_sync(0xffffffff, x[i] & 1);
    if (threadIdx.x % 32 == 0) y[i / 32] = __popc(odd);
}
// told: nothing
