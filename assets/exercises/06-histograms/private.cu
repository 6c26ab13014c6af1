// exercise: histograms 2
// title:    A histogram for each block
// task:     Values are 0 to 15. Let each block count in shared memory, and add its counts to bins
//           once at the end.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 9
// launch:   count<<<BLOCKS, BLOCK>>>(values, bins, N)
// values:   int[N] random(16, 4)          bins: int[16] zeros expect histogram(values)
// cases:    N=1, N=33, N=257, N=2000
// limit:    global atomics <= BLOCKS     limit: sectors <= 1.2 * ideal
// hint:     race | Between clearing, counting and adding up the block must wait for all its
//           threads.
// hint:     fault | Shared memory holds nothing at first, not even zeros.
// hint:     right | Each block's counts are to be added to what is in bins, whatever the other
//           blocks have done.
// hint:     limit | To global memory go 16 additions for each block, not one for each value.
#define N 2000
#define BLOCK 256
#define BLOCKS ((N + BLOCK - 1) / BLOCK)
__global__ void count(const int *values, int *bins, int n) {
    __shared__ int mine[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Clear, count, add up.
    // end
}
