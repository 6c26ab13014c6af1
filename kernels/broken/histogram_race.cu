// title:   Histogram without atomics
// summary: Threads that count the same bin read the same number and write the same number back:
//          most of the letters are lost.
// family:  broken          correct: histogram_global
// launch:  histogram_race<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(text, bins, N)
// text:    char[N] 97 + random(26)          bins: unsigned[BINS] expect histogram(text, WIDTH, 97)
// knob:    N 1 … 1000000          knob: BLOCK 32 64 … 1024          knob: WIDTH 1 2 4 13 26
#define N 1024
#define BLOCK 256
#define WIDTH 4
#define BINS ((26 + WIDTH - 1) / WIDTH)

__global__ void histogram_race(const char* text, unsigned* bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) {
            bins[letter / WIDTH] += 1;
        }
    }
}
