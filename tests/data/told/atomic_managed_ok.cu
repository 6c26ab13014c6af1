#include <cstdio>
#include <cuda/atomic>
using counter = cuda::atomic<unsigned, cuda::thread_scope_system>;
__global__ void count(counter* n) {
    ++*n;
    n->fetch_max(1u);
}
int main() {
    counter* n;
    cudaMallocManaged(&n, sizeof(counter));
    n->store(0);
    count<<<2, 64>>>(n);
    cudaDeviceSynchronize();
    printf("%u\n", n->load());
    return n->load() != 128;
}
// told: nothing
