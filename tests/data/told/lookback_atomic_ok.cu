// launch: k<<<8, 32>>>(state, out)
// state: ulong[8] zeros    out: int[8]
__global__ void k(unsigned long long* state, int* out) {
    if (threadIdx.x != 0) return;
    int b = blockIdx.x;
    atomicExch(&state[b], (1ull << 32) | (b + 1));
    int sum = 0;
    for (int k = b; k >= 0; --k) {
        unsigned long long w;
        do {
            w = atomicAdd(&state[k], 0ull);
        } while ((w >> 32) == 0);
        sum += (int)w;
    }
    out[b] = sum;
}
// told: nothing
