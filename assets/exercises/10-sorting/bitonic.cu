// exercise: sorting 3
// title:    A bitonic network
// task:     N, a power of two, keys in one block. For size = 2, 4, … N and distance = size / 2,
//           size / 4, … 1 thread t compares keys[t] with keys[t ^ distance], and the pair is put in
//           order: upwards where t & size is 0, else downwards.
// source:   Batcher, 1968
// launch:   sort<<<1, N>>>(in, out)
// in:       int[N] (i * 5 + 3) % N          out: int[N] -1 expect i
// cases:    N=2, N=32, N=64, N=256
// limit:    threads > 1
// hint:     race | Each pair is worked on by one of its two threads; between two distances all
//           wait.
// hint:     right | Half of the pairs are put in order downwards: that is what makes the next size
//           bitonic.
// hint:     fault | All N threads come to each barrier, also those that leave their pair to the
//           other thread.
#define N 256
__global__ void sort(const int *in, int *out) {
    __shared__ int keys[N];
    int t = threadIdx.x;
    keys[t] = in[t];
    // hole
    // Two loops, one in the other.
    // end
    out[t] = keys[t];
}
