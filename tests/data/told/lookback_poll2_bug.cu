// the value does not lie in the flag's word, and no fence stands between
// launch: k<<<4, 32>>>(state, data, out)
// state: int[4] zeros    data: int[4]    out: int[4]
__global__ void k(volatile int* state, volatile int* data, int* out) {
    if (threadIdx.x != 0) return;
    int b = blockIdx.x, sum = b + 1, before = 0;
    if (b > 0) {
        while (true) {
            int w = state[b - 1];
            if (w == 1) {
                before = data[b - 1];
                break;
            }
            __nanosleep(32);
        }
    }
    data[b] = before + sum;
    state[b] = 1;
    out[b] = before + sum;
}
// told: race on data
