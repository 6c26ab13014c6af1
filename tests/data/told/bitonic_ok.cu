// launch: sort<<<1, 64>>>(x)
// x: int[128] random
__global__ void sort(int* x) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = x[t];
    s[t + 64] = x[t + 64];
    for (int size = 2; size <= 128; size <<= 1) {
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int pos = 2 * t - (t & (stride - 1));
            bool up = (pos & size) == 0;
            int a = s[pos], b = s[pos + stride];
            if ((a > b) == up) {
                s[pos] = b;
                s[pos + stride] = a;
            }
        }
    }
    __syncthreads();
    x[t] = s[t];
    x[t + 64] = s[t + 64];
}
// told: nothing
