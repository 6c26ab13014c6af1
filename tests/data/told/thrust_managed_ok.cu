#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
__global__ void fill(int* x) {
    x[threadIdx.x] = 1;
}
int main() {
    int* x;
    cudaMallocManaged(&x, 256);
    fill<<<1, 64>>>(x);
    int s = thrust::reduce(thrust::device, x, x + 64);
    return s != 64;
}
// told: nothing
