// launch: mark<<<4, 64>>>(edges, owner)
// edges: int[256] iota    owner: int[16] zeros
__global__ void mark(const int* edges, int* owner) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    owner[edges[i] % 16] = i + 1;
}
// told: race on owner
