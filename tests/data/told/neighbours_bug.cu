// each writes what its neighbour reads
// launch: k<<<1, 64>>>(y)
// y: int[64]
__global__ void k(int* y) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = t;
    if (t == 0) s[64] = 0;
    __syncthreads();
    int left = s[t], right = s[t + 1];

    s[t] = left + right;
    __syncthreads();
    y[t] = s[(t + 1) % 64];
}
// told:  race on
