// a block asks for all its room at once
// launch: k<<<2, 64>>>(a, q, tail)
// a: int[128] iota    q: int[128]    tail: int[1] zeros
__global__ void k(const int* a, int* q, int* tail) {
    __shared__ int n, base;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    int v = a[blockIdx.x * 64 + threadIdx.x], slot = -1;
    if (v % 5 == 1) slot = atomicAdd(&n, 1);
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(tail, n);
    __syncthreads();
    if (slot >= 0) q[base + slot] = v;
}
// told: nothing
