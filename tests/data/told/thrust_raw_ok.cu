#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
__global__ void k(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += i;
}
int main() {
    thrust::device_vector<int> d(100, 1);
    k<<<2, 64>>>(thrust::raw_pointer_cast(d.data()), 100);
    thrust::host_vector<int> h = d;
    return h[99] != 100;
}
// told: nothing
