// Vectors that are made of elements of another type.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <cstdio>
#include <vector>
__global__ void twice(long long* a, int n) {
    int i = threadIdx.x;
    if (i < n) a[i] *= 2;
}
int main() {
    thrust::host_vector<float> h(5);
    for (int i = 0; i < 5; i++) h[i] = i + 0.75f;
    thrust::device_vector<long long> d = h;
    twice<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), 5);
    cudaDeviceSynchronize();
    std::vector<double> v{1.5, 2.5};
    thrust::device_vector<int> e(v.begin(), v.end()), f = v, g(10, 1), q(d);
    e = h;
    thrust::host_vector<double> back = d;
    f = back;
    thrust::device_vector<float> same(h.begin() + 1, h.end());
    same = h;
    for (long long x : std::vector<long long>(back.begin(), back.end())) printf("%lld ", x);
    printf("| %d %zu %d %d %d %g\n", (int)e[4], g.size(), (int)g[9], (int)f[4], (int)q[1],
           (double)same[1]);
    printf("%g\n", (double)thrust::reduce(d.begin(), d.end(), 0.0f, thrust::plus<float>()));
}
