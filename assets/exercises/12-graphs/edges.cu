// exercise: graphs 2
// title:    Breadth first, by edges
// task:     Edge e leads from vertex from[e] to vertex to[e]. One thread for each edge: where it
//           begins in level NOW and ends where no level is known yet (-1), after of that end
//           becomes NOW + 1. after begins as a copy of level; levels are read from level alone.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 15
// launch:   visit<<<(EDGES + 31) / 32, 32>>>(from, to, level, after, EDGES)
// from:     int[EDGES] i / 2          to: int[EDGES] i + 1
// level:    int[N] (i > 0) + (i > 2) + (i > 6) + (i > 14) <= NOW ? (i > 0) + (i > 2) + (i > 6) + (i > 14) : -1
// after:    int[N] level expect ((i > 0) + (i > 2) + (i > 6) + (i > 14) <= NOW + 1 ? (i > 0) + (i > 2) + (i > 6) + (i > 14) : -1)
// cases:    N=2 NOW=0, N=9 NOW=1, N=31 NOW=2, N=31 NOW=1
// limit:    threads > 1     limit: global requests <= 6
// hint:     right | Two conditions: where the edge begins, and where it ends.
// hint:     fault | The last threads have no edge.
// hint:     limit | One thread for each edge.
#define N 31
#define NOW 1
#define EDGES (N - 1)
__global__ void visit(const int *from, const int *to, const int *level, int *after, int edges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // One edge.
    // end
}
