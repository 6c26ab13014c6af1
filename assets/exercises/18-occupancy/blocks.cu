// exercise: occupancy 1
// title:    How many blocks fit
// task:     A multiprocessor holds at most 32 blocks, 2048 threads, 65536 registers and 102400
//           bytes of shared memory. Write to fits[c] how many blocks of configuration c are
//           resident at once: threads[c] for each block, registers[c] for each thread, bytes[c] of
//           shared memory for each block. Threads come in whole warps.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 4
// launch:   fit<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(threads, registers, bytes, fits, N)
// threads:  int[N] 32 + i * 37 % 993          registers: int[N] 16 + i * 13 % 48
// bytes:    int[N] i % 3 * 3000               fits: int[N] -1
// expect:   fits = min(min(32, 2048 / ((threads + 31) / 32 * 32)), min(65536 / ((threads + 31) / 32 * 32 * registers), 102400 / max(bytes, 1)))
// cases:    N=1, N=31, N=33, N=1000
// limit:    sectors <= 1.1 * ideal     limit: threads > 1     hidden: expectation
// hint:     right | The scarcest of the four decides. A block of 33 threads takes two warps, of
//           registers too.
// hint:     fault | Where a block takes no shared memory you must not divide by it. And the last
//           block of this grid has more threads than there are configurations.
// hint:     limit | Thread c looks at configuration c, and its neighbour at the next one.
#define N 1000
#define BLOCK 128
__global__ void fit(const int *threads, const int *registers, const int *bytes, int *fits, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // The least of four numbers.
    // end
}
