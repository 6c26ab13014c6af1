// title:   Coarsened histogram
// summary: A few blocks go through all of the text in strides of the grid, so that there are few
//          copies to add up.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors       family: histogram
// launch:  histogram_coarsened<<<GRID, BLOCK>>>(text, bins, N)
// text:    char[N] 97 + random(26)          bins: unsigned[BINS] expect histogram(text, WIDTH, 97)
// knob:    N 1 … 1000000          knob: BLOCK 32 64 … 1024          knob: GRID 1 2 4 … 64
// knob:    WIDTH 1 2 4 13 26
#define N 4096
#define BLOCK 256
#define GRID 2
#define WIDTH 4
#define BINS ((26 + WIDTH - 1) / WIDTH)

__global__ void histogram_coarsened(const char* text, unsigned* bins, int n) {
    __shared__ unsigned mine[BINS];
    // step: clear
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        mine[bin] = 0;
    }
    __syncthreads();

    // step: count
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) {
            atomicAdd(&mine[letter / WIDTH], 1u);
        }
    }
    __syncthreads();

    // step: add up
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        if (mine[bin] > 0) {
            atomicAdd(&bins[bin], mine[bin]);
        }
    }
}
