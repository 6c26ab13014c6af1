// title:   Histogram in global memory
// summary: Each thread counts one letter. Threads that count the same bin wait for each other.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors       family: histogram
// launch:  histogram_global<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(text, bins, N)
// text:    char[N] 97 + random(26)          bins: unsigned[BINS] expect histogram(text, WIDTH, 97)
// knob:    N 1 … 1000000          knob: BLOCK 32 64 … 1024          knob: WIDTH 1 2 4 13 26
#define N 1024
#define BLOCK 256
#define WIDTH 4  // letters that share a bin
#define BINS ((26 + WIDTH - 1) / WIDTH)

__global__ void histogram_global(const char* text, unsigned* bins, int n) {
    // step: count
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) {
            atomicAdd(&bins[letter / WIDTH], 1u);
        }
    }
}
