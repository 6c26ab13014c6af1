// value and flag in one word; polled by do-while, by while(true) with break, with a backoff
// launch: k<<<4, 32>>>(state, out)
// state: int[4] zeros    out: int[4]
__global__ void k(volatile int* state, int* out) {
    if (threadIdx.x != 0) return;
    int b = blockIdx.x, sum = b + 1, before = 0;
    if (b > 0) {
        while (true) {
            int w = state[b - 1];
            if (w & 0x40000000) {
                before = w & 0xffff;
                break;
            }
            __nanosleep(32);
        }
    }
    state[b] = (before + sum) | 0x40000000;
    out[b] = before + sum;
}
// told: nothing
