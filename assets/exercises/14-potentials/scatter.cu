// exercise: potentials 1
// title:    Scatter
// task:     Each of the ATOMS atoms adds its charge to the four grid points from its place on:
//           places[a] to places[a] + 3. One thread for each atom.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapters 17 and 18
// launch:   scatter<<<(ATOMS + 63) / 64, 64>>>(places, charges, grid, ATOMS)
// places:   int[ATOMS] i          charges: int[ATOMS] random(9, 45) + 1
// grid:     int[ATOMS + 3] zeros expect charges[i] + charges[i - 1] + charges[i - 2] + charges[i - 3]
// cases:    ATOMS=1, ATOMS=31, ATOMS=65, ATOMS=300
// limit:    threads > 1
// hint:     race | Neighbouring atoms reach the same grid points, and their threads add at once.
// hint:     fault | There are more threads than atoms.
// hint:     right | Four points: the atom's own place, and three behind it.
// hint:     limit | One thread for each atom.
#define ATOMS 300
__global__ void scatter(const int *places, const int *charges, int *grid, int atoms) {
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // To four grid points.
    // end
}
