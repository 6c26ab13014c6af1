// launch: k<<<4, 64>>>(x, queue, tail)
// x: int[256] iota    queue: int[256]    tail: int[1] zeros
__global__ void k(const int* x, int* queue, int* tail) {
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    if (v % 5 == 1) queue[(*tail)++] = v;
}
// told: race on tail
