// a block turns its own piece around
// launch: k<<<2, 64>>>(a)
// a: int[128] iota
__global__ void k(int* a) {
    int b = blockIdx.x * 64, t = threadIdx.x;
    int v = a[b + 63 - t];
    __syncthreads();
    a[b + t] = v;
}
// told: nothing
