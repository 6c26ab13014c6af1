// exercise: vectors 1
// title:    Hello, thread
// task:     Let each thread write its own number among all threads of the grid: out[i] = i, for
//           every i below n.
// source:   Hwu, Kirk & El Hajj, Programming Massively Parallel Processors, 4th edition, chapter 2
// launch:   hello<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(out, N)
// out:      int[N] zeros expect i
// cases:    N=2, N=31, N=33, N=1000
// limit:    sectors <= 1.1 * ideal     limit: threads > 1
// hint:     right | threadIdx.x begins at 0 in each block. How many threads do the blocks before
//           this one have?
// hint:     fault | The last block is as large as the others. Which of its threads have no element?
// hint:     limit | No loop is needed: there is a thread for each element already.
#define N 1000
#define BLOCK 64
__global__ void hello(int *out, int n) {
    // hole
    // Which thread of the whole grid is this?
    // end
}
