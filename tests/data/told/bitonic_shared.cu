// a barrier after each stage
// launch: k<<<1, 64>>>(a)
// a: int[128] random:7
__global__ void k(int* a) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + 64] = a[t + 64];
    for (int size = 2; size <= 128; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (d - 1)), j = i + d;
            bool up = (i & size) == 0;
            if ((s[i] > s[j]) == up) {
                int x = s[i];
                s[i] = s[j];
                s[j] = x;
            }
        }
    __syncthreads();
    a[t] = s[t];
    a[t + 64] = s[t + 64];
}
// told: nothing
