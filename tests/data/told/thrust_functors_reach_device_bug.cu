// A function for both reaches memory of the device where main itself calls it.
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform_reduce.h>

__host__ __device__ int get(const int* at, int i) {
    return at[i];
}

struct Get {
    const int* at;
    __host__ __device__ int operator()(int i) const { return get(at, i); }
};

int main() {
    int host[10], *device;
    for (int i = 0; i < 10; i++) host[i] = i;
    cudaMalloc(&device, sizeof(host));
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    thrust::counting_iterator<int> first(0);
    int sum = thrust::transform_reduce(first, first + 10, Get{device}, 0, thrust::plus<int>());
    return sum != 45 || get(device, 3) != 3;
}
// told: main reaches through memory of the device, which it cannot reach(?! \()
