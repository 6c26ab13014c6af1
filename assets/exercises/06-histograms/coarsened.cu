// exercise: histograms 3
// title:    Fewer atomics
// task:     The values come in runs: the same one often stands four times in a row. Each thread
//           takes four neighbours, adds up in a register while the value stays the same, and only
//           then to bins.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 9
// launch:   count<<<(N / 4 + BLOCK) / BLOCK, BLOCK>>>(values, bins, N)
// values:   int[N] (i + 1 + i / 100 % 2 * 2) / 4 * 5 % 7          bins: int[7] zeros expect histogram(values)
// cases:    N=1, N=31, N=33, N=1002
// limit:    global atomics <= N / 32     limit: threads > 1
// hint:     right | The run that is open when the four are over has to be added, too.
// hint:     fault | The last thread has fewer than four values, or none.
// hint:     limit | Call atomicAdd where a run ends, with its length; not once for each value.
#define N 1002
#define BLOCK 64
__global__ void count(const int *values, int *bins, int n) {
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    // hole
    // From first to first + 3: which value is open, and how often was it seen?
    // end
}
