// exercise: graphs 1
// title:    Breadth first, by vertices
// task:     Into vertex v lead edges from before[2 * v] and before[2 * v + 1], where these are not
//           -1. Who has no level yet (-1) and an edge from a vertex of level now, gets now + 1; all
//           others keep theirs. Every vertex is written to after. The kernel is launched once for
//           each level.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 15
// launch:   visit<<<(W * H + 31) / 32, 32>>>(before, level, after, W * H, 0)
// launch:   visit<<<(W * H + 31) / 32, 32>>>(before, after, level, W * H, 1)
// launch:   visit<<<(W * H + 31) / 32, 32>>>(before, level, after, W * H, 2)
// launch:   visit<<<(W * H + 31) / 32, 32>>>(before, after, level, W * H, 3)
// launch:   visit<<<(W * H + 31) / 32, 32>>>(before, level, after, W * H, 4)
// launch:   visit<<<(W * H + 31) / 32, 32>>>(before, after, level, W * H, 5)
// before:   int[W * H * 2] i % 2 == 0 ? (i / 2 % W > 0 ? i / 2 - 1 : -1) : (i / 2 / W > 0 ? i / 2 - W : -1)
// level:    int[W * H] i == 0 ? 0 : -1 expect (i / W + i % W <= 6 ? i / W + i % W : -1)
// after:    int[W * H] -1
// cases:    W=1 H=1, W=31 H=1, W=5 H=7, W=9 H=9
// limit:    threads > 1
// hint:     right | Only vertices of level now count, not those that were reached long ago; and who
//           has a level keeps it.
// hint:     fault | -1 is no vertex, and there are more threads than vertices.
// hint:     limit | One thread for each vertex.
#define W 9
#define H 9
__global__ void visit(const int *before, const int *level, int *after, int n, int now) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Has v a level? Else look at those before it.
    // end
}
