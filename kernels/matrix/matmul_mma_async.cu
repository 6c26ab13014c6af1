// title:   Matrix product by mma, copied ahead
// summary: While a tile is multiplied, cp.async brings the next one into shared memory.
// source:  PTX ISA, cp.async; Thakkar & Kerr, CUTLASS 3          family: matrix
// launch:  matmul_mma_async<<<dim3(N / TILE, N / TILE), 128>>>(A, B, C, N)
// A:       __half[N][N] random          B: __half[N][N] random:2
// C:       float[N][N] expect matmul(A, B)
// knob:    STAGES 1 2 3          knob: LAYOUT plain padded swizzled          knob: N 64 128 192
#include <cuda_fp16.h>

#define N 192
#define TILE 64   // rows and columns of a tile: a row is 128 bytes, eight chunks of 16
#define STAGES 2  // tiles of each matrix: one is multiplied, the others are on their way
#define LAYOUT swizzled
#include "layouts.cuh"

// Begins to copy a tile; each thread copies its own chunks, and waits for them.
__device__ void fetch(__half* to, const __half* from, int n) {
    for (int i = threadIdx.x; i < TILE * 8; i += 128) {
        int r = i / 8, chunk = i % 8;
        asm volatile(
            "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_place(&to[PLACE(r, chunk)])),
            "l"(&from[r * n + chunk * 8]));
    }
}

__global__ void matmul_mma_async(const __half* A, const __half* B, float* C, int n) {
    __shared__ __align__(128) __half a[STAGES][HALVES];
    __shared__ __align__(128) __half b[STAGES][HALVES];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * TILE, column = blockIdx.x * TILE, tiles = n / TILE;

    float sum[8][4] = {};  // sixteen rows by sixty-four columns for each warp
    // step: fetch ahead
    for (int t = 0; t < STAGES - 1; t++) {
        if (t < tiles) {
            fetch(a[t], &A[row * n + t * TILE], n);
            fetch(b[t], &B[t * TILE * n + column], n);
        }
        asm volatile("cp.async.commit_group;");
    }
    for (int t = 0; t < tiles; t++) {
        // step: fetch
        int next = t + STAGES - 1, stage = t % STAGES;
        if (next < tiles) {
            fetch(a[next % STAGES], &A[row * n + next * TILE], n);
            fetch(b[next % STAGES], &B[next * TILE * n + column], n);
        }
        asm volatile("cp.async.commit_group;");  // an empty group counts as well
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 1));
        __syncthreads();  // now what the other threads have copied is there, too
        // step: multiply
        for (int k = 0; k < TILE / 16; k++) {
            unsigned left[4];
            load_matrices(left, &a[stage][PLACE(warp * 16 + lane % 16, 2 * k + lane / 16)]);
            for (int j = 0; j < 4; j++) {
                unsigned right[4];
                load_transposed(right, &b[stage][PLACE(k * 16 + lane % 16, 2 * j + lane / 16)]);
                multiply(sum[2 * j], left, right[0], right[1]);
                multiply(sum[2 * j + 1], left, right[2], right[3]);
            }
        }
        __syncthreads();  // before a copy overwrites this tile
    }
    // step: store
    for (int j = 0; j < 8; j++) {
        float* to = &C[(row + warp * 16 + lane / 4) * n + column + j * 8 + lane % 4 * 2];
        *(float2*)to = make_float2(sum[j][0], sum[j][1]);
        *(float2*)(to + 8 * n) = make_float2(sum[j][2], sum[j][3]);
    }
}
