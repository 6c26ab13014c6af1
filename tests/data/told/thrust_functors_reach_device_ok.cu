// What thrust calls on the device reaches memory of the device by pointers of its own.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform_reduce.h>

struct Twice {
    int* at;
    __device__ void operator()(int i) const { at[i] *= 2; }
};

struct Get {
    const int* at;
    __host__ __device__ int operator()(int i) const { return at[i]; }
};

struct Through {
    __device__ int operator()(thrust::tuple<int, int*> pair) const {
        return thrust::get<1>(pair)[thrust::get<0>(pair)];
    }
};

int main() {
    int host[10], *device;
    for (int i = 0; i < 10; i++) host[i] = i;
    cudaMalloc(&device, sizeof(host));
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    thrust::counting_iterator<int> first(0);
    thrust::for_each(first, first + 10, Twice{device});
    thrust::for_each(thrust::device, first, first + 10, Twice{device});
    thrust::for_each_n(thrust::device, first, 10, Twice{device});
    int sum = thrust::transform_reduce(first, first + 10, Get{device}, 0, thrust::plus<int>());
    if (sum != 45 * 8) return 1;
    thrust::constant_iterator<int*> same(device);
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(first, same));
    sum = thrust::transform_reduce(pairs, pairs + 10, Through(), 0, thrust::plus<int>());
    cudaFree(device);
    return sum != 45 * 8;
}
// told: nothing
