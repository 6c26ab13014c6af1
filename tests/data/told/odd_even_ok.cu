// launch: sort<<<1, 64>>>(x, 64)
// x: int[64] random
__global__ void sort(int* x, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int r = 0; r < n; ++r) {
        if ((t & 1) == (r & 1) && t + 1 < n && s[t] > s[t + 1]) {
            int a = s[t];
            s[t] = s[t + 1];
            s[t + 1] = a;
        }
        __syncthreads();
    }
    x[t] = s[t];
}
// told: nothing
