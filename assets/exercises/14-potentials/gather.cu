// exercise: potentials 2
// title:    Gather
// task:     One thread for each grid point: it adds up charge / (1 + distance) over all atoms, with
//           the distance |point - place|, in whole numbers. Nobody else writes to its point, so no
//           atomics are needed.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 18
// launch:   gather<<<(N + 63) / 64, 64>>>(places, charges, grid, N)
// places:   int[4] 3, 20, 21, 50          charges: int[4] 1000, 2000, 500, 4000
// grid:     int[N] -1
// expect:   grid = 1000 / (1 + abs(i - 3)) + 2000 / (1 + abs(i - 20)) + 500 / (1 + abs(i - 21)) + 4000 / (1 + abs(i - 50))
// cases:    N=1, N=31, N=65, N=300
// limit:    global atomics <= 0     limit: threads > 1     limit: global requests <= 9 * (N + 31) / 32 + 8
// hint:     right | The distance is never below 0, and every atom counts for every point.
// hint:     fault | There are more threads than grid points.
// hint:     limit | Add up in a register, and store once.
#define N 300
__global__ void gather(const int *places, const int *charges, int *grid, int n) {
    int point = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Four atoms.
    // end
}
