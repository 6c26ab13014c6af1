// title:   Radix sort of a warp
// launch:  sort<<<1, N>>>(in, out)
// in:      int[N] (i * 5 + 3) % N          out: int[N] -1 expect i
#define N 32
#define BITS 5
__global__ void sort(const int* in, int* out) {
    __shared__ int keys[N];
    int t = threadIdx.x;
    // step: load
    keys[t] = in[t];
    __syncthreads();
    for (int bit = 0; bit < BITS; bit++) {
        // step: move
        int key = keys[t];
        unsigned ones = __ballot_sync(0xffffffff, key >> bit & 1);
        int ones_before = __popc(ones & ((1u << t) - 1));
        int place = key >> bit & 1 ? N - __popc(ones) + ones_before : t - ones_before;
        __syncthreads();
        keys[place] = key;
        __syncthreads();
    }
    // step: store
    out[t] = keys[t];
}
