// title:   Naive, of all elements
// summary: Each thread adds all that come before its element: no waiting, O(N²) work.
// source:  Hwu, Kirk & El Hajj, the prefix-sum chapter
// family:  scan beyond one block
// launch:  naive_grid<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N)
// in:      T[N] random          out: T[N] expect scan(in)
// knob:    N 1 … 1048576           knob: BLOCK 2 4 … 1024          knob: T float int
#define N 256
#define BLOCK 64
#define T float

__global__ void naive_grid(const T* in, T* out, int n) {
    int k = blockIdx.x * BLOCK + threadIdx.x;
    // step: scan
    if (k < n) {
        T sum = in[0];
        for (int i = 1; i <= k; i++) {
            sum += in[i];
        }
        out[k] = sum;
    }
}
