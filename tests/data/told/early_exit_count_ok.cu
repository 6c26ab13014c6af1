// a block votes whether it goes on
// launch: k<<<2, 64>>>(a, b, 100)
// a: int[128] iota    b: int[128]
__global__ void k(const int* a, int* b, int n) {
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = i < n ? a[i] : 0;
    int any = __syncthreads_or(i < n);
    if (!any) return;
    b[i] = s[63 - threadIdx.x];
}
// told: nothing
