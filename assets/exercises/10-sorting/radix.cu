// exercise: sorting 2
// title:    Radix sort of a block
// task:     Sort N keys below 256 in one block: for each of the eight bits, from the lowest to the
//           highest, move the keys to where the bit's zeros come first, in shared memory. places,
//           which is there, says where each goes.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 13
// launch:   sort<<<1, N>>>(in, out)
// in:       int[N] (i * 7 + 3) % N          out: int[N] -1 expect i
// cases:    N=1, N=31, N=33, N=250
// limit:    threads > 1
// hint:     race | All keys must have been read before any is put into its new place, and be there
//           before the next bit.
// hint:     right | Eight bits, the lowest first: a later bit must not undo what an earlier one
//           did, so the order of the rest stays.
// hint:     fault | Every thread comes to every barrier: places has some, too.
#define N 250
__shared__ int counts[N];
/// Where the thread's key goes; all threads of the block call it.
__device__ int places(int bit) {
    int t = threadIdx.x;
    counts[t] = bit;
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        int left = t >= s ? counts[t - s] : 0;
        __syncthreads();
        counts[t] += left;
    }
    __syncthreads();
    int before = counts[t] - bit;
    int place = bit ? N - counts[N - 1] + before : t - before;
    __syncthreads();
    return place;
}
__global__ void sort(const int *in, int *out) {
    __shared__ int keys[N];
    int t = threadIdx.x;
    keys[t] = in[t];
    // hole
    // For each bit: read, ask for the place, write.
    // end
    out[t] = keys[t];
}
