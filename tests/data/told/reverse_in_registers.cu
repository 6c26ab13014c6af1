// a shuffle hands over values, and no memory
// launch: k<<<2, 64>>>(a)
// a: int[128] iota
__global__ void k(int* a) {
    int i = blockIdx.x * 64 + threadIdx.x;
    int v = a[i];
    a[i] = __shfl_xor_sync(0xffffffffu, v, 31);
}
// told: nothing
