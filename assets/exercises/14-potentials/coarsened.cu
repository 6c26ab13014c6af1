// exercise: potentials 3
// title:    Four points each
// task:     The same sum, but each thread takes four neighbouring grid points, so that an atom is
//           loaded once for all four. grid has 4 * N points.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 18
// launch:   gather<<<(N + 63) / 64, 64>>>(places, charges, grid, N)
// places:   int[4] 3, 20, 21, 50          charges: int[4] 1000, 2000, 500, 4000
// grid:     int[4 * N] -1
// expect:   grid = 1000 / (1 + abs(i - 3)) + 2000 / (1 + abs(i - 20)) + 500 / (1 + abs(i - 21)) + 4000 / (1 + abs(i - 50))
// cases:    N=1, N=31, N=65, N=100
// limit:    global requests <= (8 + 4) * ((N + 31) / 32) + 8     limit: threads > 1
// hint:     right | The thread's points are 4 * t to 4 * t + 3, and each has a sum of its own.
// hint:     fault | N threads have points; the others have none.
// hint:     limit | The loop over atoms is the outer one: place and charge are loaded there, and
//           used four times.
#define N 100
__global__ void gather(const int *places, const int *charges, int *grid, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Four sums in registers.
    // end
}
