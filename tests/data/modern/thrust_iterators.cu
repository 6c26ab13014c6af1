// thrust's iterators and raw pointers: counting, zipped and transformed input, and a kernel.
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <cstdio>
#include <cstring>

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};

struct Triangle {
    __host__ __device__ int operator()(int i) const { return i * (i + 1) / 2; }
};

struct Saxpy {
    float a;
    template <typename Tuple>
    __host__ __device__ void operator()(Tuple t) const {
        thrust::get<2>(t) = a * thrust::get<0>(t) + thrust::get<1>(t);
    }
};

__global__ void halve(float* v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] *= 0.5f;
}

unsigned bits(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main() {
    const int n = 300;
    thrust::host_vector<float> hx(n), hy(n);
    for (int i = 0; i < n; i++) {
        hx[i] = (i % 23 - 11) * 0.25f;
        hy[i] = (i % 17) * 0.5f;
    }
    thrust::device_vector<float> x = hx, y = hy, z(n);
    auto first = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), z.begin()));
    auto last = thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end(), z.end()));
    thrust::for_each(first, last, Saxpy{2.0f});
    halve<<<3, 128>>>(thrust::raw_pointer_cast(z.data()), n);
    thrust::host_vector<float> hz = z;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += hz[i] != (2.0f * hx[i] + hy[i]) * 0.5f;
        if (i % 19 == 0) printf("%d %08x\n", i, bits(hz[i]));
    }
    printf("saxpy %s\n", wrong ? "wrong" : "ok");

    float norm =
        thrust::transform_reduce(z.begin(), z.end(), Square(), 0.0f, thrust::plus<float>());
    float dot = thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f);
    printf("norm %08x, dot %08x\n", bits(norm), bits(dot));
    auto least = thrust::min_element(z.begin(), z.end());
    auto most = thrust::max_element(thrust::device, z.begin(), z.end());
    printf("least at %d, most at %d\n", (int)(least - z.begin()), (int)(most - z.begin()));

    auto triangles = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Triangle());
    int total = thrust::reduce(triangles, triangles + 100);
    printf("tetrahedron %d %s\n", total, total == 99 * 100 * 101 / 6 ? "ok" : "wrong");

    int* raw;
    cudaMalloc(&raw, 64 * sizeof(int));
    thrust::device_ptr<int> p(raw);
    thrust::copy(triangles, triangles + 64, p);
    thrust::fill(p + 5, p + 6, 1000);
    printf("%d %d %d\n", (int)p[4], (int)p[5], (int)thrust::reduce(p, p + 64));
    cudaFree(raw);
    return 0;
}
