// exercise: reductions 1
// title:    A sum by halves
// task:     One block adds up its 2 * BLOCK elements: in each round half as many threads add the
//           upper half of what is left to the lower one. sums[0] is the result.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 10
// launch:   add<<<1, BLOCK>>>(in, sums)
// in:       int[2 * BLOCK] random:15          sums: int[1] expect sum(in)
// cases:    BLOCK=1, BLOCK=32, BLOCK=64, BLOCK=256
// limit:    operations <= 2 * BLOCK - 1     limit: excess wavefronts <= 0     limit: threads > 1
// hint:     race | What a round adds was written in the round before, by other threads.
// hint:     fault | A barrier is for all threads of the block: also those that add nothing must
//           come to it.
// hint:     right | With a stride of s, thread t adds element t + s to element t, and there are s
//           such threads.
// hint:     limit | Let the first threads work, and keep what they add side by side: with t % (2 *
//           s) == 0 the words lie in few banks. And one thread alone is slow.
#define BLOCK 256
__global__ void add(const int* in, int* sums) {
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    // hole
    // The first addition can be made while loading: elements t and t + BLOCK.
    // end
}
