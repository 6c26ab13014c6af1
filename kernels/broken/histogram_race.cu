// title:   Histogram without atomics
// summary: Threads that count the same bin read the same number and write the same number back:
//          most of the letters are lost.
// family:  broken on purpose          correct: histogram_global
// see:     The numbers of letters add up to fewer than there are, and to other ones with another
//          schedule. Elements of bins that two threads race on are named.
// why:     += is a load, an addition and a store. Threads that count the same bin at the same time
//          load the same number, and only one of their stores is left.
// mend:    Use atomicAdd, which does all three at once; count into shared memory first where many
//          threads want the same bin.
// met:     A counter that several threads increment: the first thing that people port from a loop
//          on one core.
// shows:   N > 1 else One letter is counted by one thread alone: choose a larger N.
// launch:  histogram_race<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(text, bins, N)
// text:    char[N] 97 + random(26)          bins: unsigned[BINS] expect histogram(text, WIDTH, 97)
// knob:    N 1 … 67108864           knob: BLOCK 32 64 … 1024          knob: WIDTH 1 2 4 13 26
#define N 1024
#define BLOCK 256
#define WIDTH 4
#define BINS ((26 + WIDTH - 1) / WIDTH)

__global__ void histogram_race(const char* text, unsigned* bins, int n) {
    // step: count
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) {
            bins[letter / WIDTH] += 1;
        }
    }
}
