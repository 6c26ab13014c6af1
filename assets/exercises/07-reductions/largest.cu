// exercise: reductions 3
// title:    The largest of all
// task:     Any number of blocks: each finds its largest element in shared memory, and hands it on
//           to largest[0] by one atomic. All elements are at least 0, and largest[0] begins as 0.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 10
// launch:   find<<<BLOCKS, BLOCK>>>(in, largest, N)
// in:       int[N] random(100000, 17)          largest: int[1] zeros expect max(in)
// cases:    N=1, N=31, N=129, N=2000
// limit:    global atomics <= BLOCKS     limit: excess wavefronts <= 0     limit: global requests <= N / 32 + 2 * BLOCKS
// hint:     race | largest[0] is everybody's: only an atomic may change it. And rounds of the tree
//           need a barrier between them.
// hint:     fault | The last block has threads without an element. They take part with a 0.
// hint:     right | The block's own largest must be known before it is handed on, and it must not
//           overwrite a larger one.
// hint:     limit | One atomic for a block, not for each thread; and no thread looks at all of them.
#define N 2000
#define BLOCK 128
#define BLOCKS ((N + BLOCK - 1) / BLOCK)
__global__ void find(const int *in, int *largest, int n) {
    __shared__ int part[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    // hole
    // A tree, then one atomic.
    // end
}
