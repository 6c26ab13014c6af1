// each lane leaves the loop by a wait of its own, in the same round
// launch: k<<<1, 32>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    __shared__ int s[32];
    int t = threadIdx.x;
    for (int round = 0;; ++round) {
        s[t] = x[t] + round;
        if (round == 3) {
            __syncwarp();
            break;
        }
        if (t % 2 == 0) {
            __syncwarp();
            y[t] = s[t + 1];
            __syncwarp();
            continue;
        }
        __syncwarp();
        y[t] = s[t - 1];
        __syncwarp();
    }
    y[t] += s[31 - t];
}
// told: nothing
