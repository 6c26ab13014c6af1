// strides below a warp wait for nothing
// launch: sort<<<1, 64>>>(a)
// a: int[128] iota
__global__ void sort(int* a) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t] * 37 % 101;
    s[t + 64] = a[t + 64] * 37 % 101;
    __syncthreads();
    for (int k = 2; k <= 128; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int i = 2 * t - (t & (j - 1));
            bool up = (i & k) == 0;
            int x = s[i], y = s[i + j];
            if ((x > y) == up) {
                s[i] = y;
                s[i + j] = x;
            }
            if (j > 32) __syncthreads();
        }
        __syncthreads();
    }
    a[t] = s[t];
    a[t + 64] = s[t + 64];
}
// told: race on s\[
