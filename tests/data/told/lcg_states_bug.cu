// blocks share their states
// launch: walk<<<3, 64>>>(state, hits)
// state: uint[192] iota    hits: int[1] zeros
__global__ void walk(unsigned* state, int* hits) {
    unsigned id = threadIdx.x;
    unsigned s = state[id];
    int in = 0;
    for (int r = 0; r < 20; ++r) {
        s = s * 1664525u + 1013904223u;
        float x = (s >> 8) / 16777216.f;
        s = s * 1664525u + 1013904223u;
        float y = (s >> 8) / 16777216.f;
        in += x * x + y * y < 1;
    }
    state[id] = s;
    atomicAdd(hits, in);
}
// told: race on state
