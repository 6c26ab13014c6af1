// exercise: launches 2
// title:    Quarters of quarters
// task:     divide has a thread for each quarter of the square at (x, y). A quarter that the
//           diagonal goes through, and that is larger than one element, is divided further, one
//           level deeper; any other is filled with its depth, by a grid of half × half threads.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 21 (quadtrees)
// launch:   divide<<<1, dim3(2, 2)>>>(picture, 0, 0, N, 1)
// picture:  int[N][N] 0 expect log2(N) - (i == j ? 0 : floor(log2(i ^ j)))
// cases:    N=2, N=8, N=32
// limit:    threads > 4     hidden: expectation
// hint:     right | The diagonal goes through a quarter where it begins as far to the right as it
//           begins below: qx == qy. What is divided further is one level deeper.
// hint:     right | Each level launches the next one: unless a quarter of one element is left
//           alone, they never come to an end.
// hint:     fault | A quarter has half × half elements. A larger block writes into the next one, and
//           beyond the picture.
// hint:     limit | One thread that fills a quarter alone takes half × half rounds: launch fill.
#define N 32
__global__ void fill(int *picture, int x, int y, int depth) {
    picture[(y + threadIdx.y) * N + x + threadIdx.x] = depth;
}

__global__ void divide(int *picture, int x, int y, int size, int depth) {
    int half = size / 2;
    int qx = x + threadIdx.x * half, qy = y + threadIdx.y * half;
    // hole
    // Divided further, or filled?
    // end
}
