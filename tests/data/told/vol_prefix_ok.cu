// a chain of sums by volatile words: the sum, a fence, then the flag
// launch: k<<<4, 32>>>(part, done, out)
// part: int[4] zeros    done: int[4] zeros    out: int[4]
__global__ void k(volatile int* part, volatile int* done, int* out) {
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int v = 0;
        if (b > 0) {
            while (done[b - 1] == 0) {
            }
            __threadfence();
            v = part[b - 1];
        }
        part[b] = v + b + 1;
        __threadfence();
        done[b] = 1;
        out[b] = v;
    }
}
// told: nothing
