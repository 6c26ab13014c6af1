// exercise: graphs 3
// title:    A frontier
// task:     frontier has the COUNT vertices of level 0. Vertex v leads to WIDE + v - 1, WIDE + v
//           and WIDE + v + 1, as far as these are below n. Each vertex that is found the first time
//           gets level 1 and goes to the end of found, whose length is found_count[0]; nobody
//           twice. In what order, is all the same: list, launched then, counts how often each is there.
// source:   Hwu, Kirk & El Hajj, 4th edition, chapter 15
// launch:   visit<<<(COUNT + 31) / 32, 32>>>(frontier, level, found, found_count, N)
// launch:   list<<<(N + 31) / 32, 32>>>(found, found_count, times, N)
// frontier: int[COUNT] i / 2 * 5 + i % 2 + 1
// level:    int[N] i < WIDE ? 0 : -1 expect i < WIDE ? 0 : ((i - WIDE) % 5 < 4 ? 1 : -1)
// found:    int[N] zeros
// found_count: int[1] zeros expect N - WIDE - (N - WIDE) / 5
// times:    int[N] zeros expect i >= WIDE && (i - WIDE) % 5 < 4
// cases:    COUNT=1, COUNT=31, COUNT=33, COUNT=100
// limit:    threads > 1
// hint:     race | Two threads that find one vertex at once both see -1. atomicCAS(&level[w], -1,
//           1) says who was first; and the end of found is everybody's, too.
// hint:     right | Only who was first adds the vertex to found: nobody may be in it twice.
// hint:     fault | There are COUNT vertices in the frontier, and more threads.
// hint:     limit | One thread for each vertex of the frontier.
// hint:     right | What is found is w, the neighbour, not v; and v has three neighbours, of which
//           the last one may be missing.
#define COUNT 100
#define LAST ((COUNT - 1) / 2 * 5 + (COUNT - 1) % 2 + 1)
#define WIDE (LAST + 2)
#define N (WIDE + LAST + 1)
__global__ void list(const int *found, const int *found_count, int *times, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < min(found_count[0], n) && found[t] >= 0 && found[t] < n) atomicAdd(&times[found[t]], 1);
}
__global__ void visit(const int *frontier, int *level, int *found, int *found_count, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    // hole
    // Three neighbours; who was first?
    // end
}
