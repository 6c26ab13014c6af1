// thrust's vectors and usual algorithms on integers, beside those of the standard library.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

struct Mix {
    int factor;
    __host__ __device__ int operator()(int a, int b) const { return (a * factor + b) % 257; }
};

struct Multiple {
    __host__ __device__ bool operator()(int v) const { return v % 7 == 0; }
};

template <typename Vector>
void show(const char* name, const Vector& v) {
    thrust::host_vector<int> h(v.begin(), v.end());
    unsigned hash = 2166136261u;
    for (int x : h) hash = (hash ^ (unsigned)x) * 16777619u;
    printf("%s: %d, first %d, last %d, %08x\n", name, (int)h.size(), h[0], h[h.size() - 1], hash);
}

int main() {
    const int n = 777;
    thrust::device_vector<int> a(n), b(n, 5), c(n);
    thrust::sequence(a.begin(), a.end(), 3, 2);
    thrust::fill(b.begin() + 10, b.begin() + 300, 11);
    thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), Mix{31});
    show("mixed", c);
    std::vector<int> expected(n);
    thrust::copy(c.begin(), c.end(), expected.begin());
    int sum = thrust::reduce(c.begin(), c.end(), 0, thrust::plus<int>());
    int best = thrust::reduce(c.begin(), c.end(), -1, thrust::maximum<int>());
    bool ok = sum == std::accumulate(expected.begin(), expected.end(), 0) &&
              best == *std::max_element(expected.begin(), expected.end());
    printf("sum %d, largest %d, multiples %d %s\n", sum, best,
           (int)thrust::count_if(c.begin(), c.end(), Multiple()), ok ? "ok" : "wrong");
    thrust::inclusive_scan(c.begin(), c.end(), a.begin());
    show("inclusive", a);
    thrust::exclusive_scan(c.begin(), c.end(), b.begin(), 100);
    show("exclusive", b);

    thrust::device_vector<int> index(n);
    thrust::sequence(index.begin(), index.end());
    thrust::device_vector<int> keys = c;
    thrust::stable_sort_by_key(keys.begin(), keys.end(), index.begin());
    show("order", index);
    thrust::sort(c.begin(), c.end(), thrust::greater<int>());
    show("sorted", c);
    std::sort(expected.begin(), expected.end(), std::greater<int>());
    std::vector<int> sorted(n);
    thrust::copy(c.begin(), c.end(), sorted.begin());
    printf("%s\n", sorted == expected ? "ok" : "wrong");
    c.erase(thrust::unique(c.begin(), c.end()), c.end());
    show("different", c);

    thrust::device_vector<int> chosen(n);
    auto end = thrust::copy_if(keys.begin(), keys.end(), chosen.begin(), Multiple());
    chosen.resize(end - chosen.begin());
    show("chosen", chosen);
    thrust::device_vector<int> sums(n), names(n);
    auto ends =
        thrust::reduce_by_key(keys.begin(), keys.end(), index.begin(), names.begin(), sums.begin());
    sums.resize(ends.second - sums.begin());
    show("sums", sums);
    return 0;
}
