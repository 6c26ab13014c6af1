// lanes wait for all in as many rounds as each has elements
// launch: k<<<1, 32>>>(x, y)
// x: int[128] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    int t = threadIdx.x, sum = 0;
    for (int i = t; i < 80; i += 32) {
        sum += x[i];
        __syncwarp();
    }
    y[t] = sum;
}
// told: are named in the mask, but are not there
