// launch: k<<<1, 256>>>(in, out, count)
// in: int[256] iota    out: int[256] zeros    count: int[1]
__global__ void k(const int* in, int* out, int* count) {
    __shared__ int queue[256], tail;
    int t = threadIdx.x;
    if (t == 0) tail = 0;
    __syncthreads();
    if (in[t] % 5 == 0) queue[atomicAdd(&tail, 1)] = in[t];
    __syncthreads();
    if (t < tail) out[t] = queue[t] * 2;
    if (t == 0) *count = tail;
}
// told: nothing
