// launch: mark<<<4, 64>>>(edges, seen)
// edges: int[256] iota    seen: int[16] zeros
__global__ void mark(const int* edges, int* seen) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (seen[edges[i] % 16] == 0) seen[edges[i] % 16] = 1;
}
// told: race on seen
