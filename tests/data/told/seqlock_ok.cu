// a reader that looks again whether it was disturbed
// launch: k<<<3, 1>>>(seq, x, out)
// seq: unsigned[1] zeros    x: int[2] zeros    out: int[3]
__global__ void k(volatile unsigned* seq, volatile int* x, int* out) {
    if (blockIdx.x == 0) {
        for (int i = 1; i < 4; ++i) {
            *seq = 2 * i - 1;
            __threadfence();
            x[0] = i;
            x[1] = i;
            __threadfence();
            *seq = 2 * i;
        }
    } else {
        unsigned a, b;
        int u, v;
        do {
            a = *seq;
            __threadfence();
            u = x[0];
            v = x[1];
            __threadfence();
            b = *seq;
        } while (a != b || a % 2);
        out[blockIdx.x] = u - v;
    }
}
// told: nothing
