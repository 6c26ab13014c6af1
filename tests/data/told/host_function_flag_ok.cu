// The function tells main by a flag that what its stream did is over.
#include <unistd.h>
__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
volatile bool done = false;
void tell(void* data) {
    *(volatile bool*)data = true;
}
int main() {
    int *x, *d;
    cudaMallocHost(&x, 64 * sizeof(int));
    cudaMalloc(&d, 64 * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<1, 64, 0, s>>>(d);
    cudaMemcpyAsync(x, d, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, tell, (void*)&done);
    while (!done) usleep(10);
    return x[63] != 63;
}
// told: nothing
