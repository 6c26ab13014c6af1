// flag and value are one word
// launch: k<<<4, 32>>>(state, out)
// state: unsigned long long[4] zeros    out: int[4]
__global__ void k(volatile unsigned long long* state, int* out) {
    if (threadIdx.x != 0) return;
    int b = blockIdx.x;
    unsigned before = 0;
    if (b > 0) {
        unsigned long long v;
        do v = state[b - 1];
        while ((v >> 32) == 0);
        before = (unsigned)v;
    }
    state[b] = 1ull << 32 | (before + b);
    out[b] = before;
}
// told: nothing
