// a block turns its own piece around, and does not wait
// launch: k<<<2, 64>>>(a)
// a: int[128] iota
__global__ void k(int* a) {
    int b = blockIdx.x * 64, t = threadIdx.x;
    int v = a[b + 63 - t];
    a[b + t] = v;
}
// told:  race on
