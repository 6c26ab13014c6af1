// exercise: vectors 3
// title:    More elements than threads
// task:     The grid has 4 blocks of 64 threads, however many elements there are. Let each thread
//           go on by the number of all threads until none is left: y[i] = a * x[i] + y[i].
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 3; Harris, CUDA Pro Tip: Grid-Stride Loops,
//           2013
// launch:   saxpy<<<4, 64>>>(3.0f, x, y, N)
// x:        float[N] random:3          y: float[N] random:4 expect 3 * x + y
// cases:    N=1, N=31, N=257, N=1000
// limit:    sectors <= 1.1 * ideal     limit: threads > 32
// hint:     right | One round does 256 elements. What comes behind them?
// hint:     race | Two threads came to one element: by how much must i grow so that all threads of
//           the grid move on together?
// hint:     limit | In each round the threads of a warp should stand side by side, not each at the
//           head of a piece of its own.
#define N 1000
__global__ void saxpy(float a, const float *x, float *y, int n) {
    // hole
    // Where does this thread begin, and how far does it go each time?
    // end
}
