// Elements on the device that the host reads and writes one by one, through thrust's pointers and
// references.
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/sort.h>
#include <cmath>
#include <cstdio>
#include <sstream>

__global__ void triple(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 3;
}

int main() {
    int* raw;
    cudaMalloc(&raw, 10 * sizeof(int));
    thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
    thrust::fill(p, p + 10, 7);
    p[2] = 5;
    *(p + 3) = p[2] + 1;
    p[4] += 10;
    p[5]++;
    p[6] = p[4];
    for (int i = 7; i < 10; i++) p[i] = i;
    triple<<<1, 32>>>(thrust::raw_pointer_cast(p), 10);
    thrust::device_reference<int> first = p[0];
    first = 100;
    first -= 1;
    int seen = p[1], expected[10] = {99, 21, 15, 18, 51, 24, 51, 21, 24, 27}, wrong = seen != 21;
    for (int i = 0; i < 10; i++) wrong += p[i] != expected[i];
    thrust::device_vector<float> v(4, 1.5f);
    v[1] = 2.5f;
    v[2] += v[1];
    *v.begin() = 9;
    v.front() -= 1.0f;
    v.back() = v[2] * 2;
    const float want[4] = {8, 2.5f, 4, 8};
    for (int i = 0; i < 4; i++) wrong += v[i] != want[i];
    thrust::device_ptr<int> q = p + 4;
    wrong += q - p != 4 || !(p < q) || p == q || thrust::raw_pointer_cast(q) != raw + 4;
    ++q;
    q -= 2;
    wrong += *q != 18;
    thrust::sort(p, p + 10);
    wrong += p[0] != 15 || p[9] != 99;
    thrust::device_ptr<float> mine = thrust::device_malloc<float>(3);
    mine[0] = 1;
    mine[1] = mine[0] + 1;
    thrust::device_reference<float> one = mine[0], two = mine[1];
    swap(one, two);
    wrong += mine[0] != 2.0f || mine[1] != 1.0f;
    wrong += mine[0] < mine[1] || mine[0] + mine[1] != 3 || fabsf(mine[0]) != 2;
    std::ostringstream text;
    text << mine[0] << ' ' << p[1];
    wrong += text.str() != "2 18";
    thrust::device_free(mine);
    thrust::device_ptr<int> nothing;
    nothing = p;
    wrong += nothing.get() != raw;
    cudaFree(raw);
    printf("%s\n", wrong ? "wrong" : "ok");
    return wrong;
}
