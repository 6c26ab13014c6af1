// Algorithms and iterators of thrust: what it makes of them on the host, by its own headers.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>
#include <cstdio>

struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Twice {
    __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct SameTens {
    __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};
struct ByLast {
    __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};
struct Dot {
    __host__ __device__ int operator()(const thrust::tuple<int, int>& t) const {
        return thrust::get<0>(t) * thrust::get<1>(t);
    }
};
struct Add {
    template <typename T>
    __host__ __device__ void operator()(T t) const {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
    }
};
struct Pair {
    int x, y;
};

template <typename V>
void show(const char* name, const V& v, long count = -1) {
    std::printf("%s:", name);
    for (long i = 0; i < (count < 0 ? (long)v.size() : count); ++i) std::printf(" %d", (int)v[i]);
    std::printf("\n");
}

int main() {
    thrust::universal_vector<int> v{31, 4, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79};
    const int n = (int)v.size();
    thrust::device_vector<int> out(2 * n), other(n),
        keys{1, 1, 1, 2, 2, 5, 5, 5, 5, 7, 8, 8, 9, 9, 9, 9};
    thrust::host_vector<int> few{5, 6};
    thrust::universal_vector<Pair> pairs = {{1, 2}, {3, 4}};
    std::printf("sizes: %d %d %d %d\n", n, (int)few.size(), (int)pairs.size(), ((Pair)pairs[1]).x);

    auto found = thrust::find_if(thrust::device, v.begin(), v.end(), Even());
    std::printf("find: %d %d %d\n", (int)(found - v.begin()),
                (int)(thrust::find_if_not(v.begin() + 3, v.end(), Even()) - v.begin()),
                (int)(thrust::find(thrust::device, v.begin(), v.end(), 89) - v.begin()));
    auto both = thrust::minmax_element(v.begin(), v.end());
    std::printf("extremes: %d %d %d %d\n", (int)(both.first - v.begin()),
                (int)(both.second - v.begin()),
                (int)(thrust::max_element(thrust::host, v.begin(), v.end(), ByLast()) - v.begin()),
                (int)(thrust::min_element(v.begin(), v.end(), ByLast()) - v.begin()));
    std::printf("all: %d %d %d %d\n", thrust::all_of(thrust::device, v.begin(), v.end(), Even()),
                thrust::any_of(v.begin(), v.end(), Even()),
                thrust::none_of(v.begin(), v.end(), Even()),
                thrust::equal(thrust::device, v.begin(), v.end(), v.begin()));
    std::printf(
        "mismatch: %d\n",
        (int)(thrust::mismatch(v.begin(), v.end(), keys.begin(), thrust::greater<int>()).first -
              v.begin()));

    auto end = thrust::remove_copy_if(thrust::device, v.begin(), v.end(), out.begin(), Even());
    show("remove_copy_if", out, end - out.begin());
    end = thrust::remove_copy(v.begin(), v.end(), out.begin(), 38);
    show("remove_copy", out, end - out.begin());
    thrust::device_vector<int> w = v;
    thrust::replace_if(thrust::device, w.begin(), w.end(), Even(), -1);
    show("replace_if", w);
    thrust::replace_copy_if(v.begin(), v.end(), w.begin(), Even(), 0);
    show("replace_copy_if", w);
    thrust::replace_copy(v.begin(), v.end(), w.begin(), 32, 1000);
    show("replace_copy", w);
    w = v;
    std::printf("partition: %d ",
                (int)(thrust::stable_partition(w.begin(), w.end(), Even()) - w.begin()));
    show("", w);
    auto ends = thrust::partition_copy(v.begin(), v.end(), out.begin(), other.begin(), Even());
    show("yes", out, ends.first - out.begin());
    show("no", other, ends.second - other.begin());
    std::printf("is_partitioned: %d %d\n", thrust::is_partitioned(w.begin(), w.end(), Even()),
                thrust::is_partitioned(v.begin(), v.end(), Even()));
    end = thrust::unique_copy(v.begin(), v.end(), out.begin(), SameTens());
    show("unique_copy", out, end - out.begin());
    std::printf("unique_count: %d\n", (int)thrust::unique_count(keys.begin(), keys.end()));
    thrust::device_vector<int> k = keys;
    w = v;
    auto last = thrust::unique_by_key(thrust::device, k.begin(), k.end(), w.begin());
    show("unique_by_key", k, last.first - k.begin());
    show("values", w, last.second - w.begin());

    thrust::device_vector<int> a = v, b{3, 15, 32, 32, 40, 99};
    thrust::sort(thrust::device, a.begin(), a.end());
    show("merge", out,
         thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("union", out,
         thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("intersection", out,
         thrust::set_intersection(thrust::device, a.begin(), a.end(), b.begin(), b.end(),
                                  out.begin()) -
             out.begin());
    show("difference", out,
         thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("symmetric", out,
         thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin()) -
             out.begin());
    std::printf("search: %d %d %d %d\n", thrust::binary_search(a.begin(), a.end(), 43),
                thrust::binary_search(a.begin(), a.end(), 44),
                (int)(thrust::lower_bound(a.begin(), a.end(), 38) - a.begin()),
                (int)(thrust::upper_bound(thrust::device, a.begin(), a.end(), 38) - a.begin()));
    thrust::binary_search(thrust::device, a.begin(), a.end(), b.begin(), b.end(), out.begin());
    show("searches", out, b.size());
    std::printf("sorted: %d %d %d\n", thrust::is_sorted(a.begin(), a.end()),
                thrust::is_sorted(v.begin(), v.end(), ByLast()),
                (int)(thrust::is_sorted_until(v.begin(), v.end()) - v.begin()));

    thrust::swap_ranges(a.begin(), a.begin() + 3, b.begin());
    show("swapped", a, 4);
    thrust::reverse_copy(v.begin(), v.end(), out.begin());
    show("reverse_copy", out, n);
    thrust::adjacent_difference(thrust::device, v.begin(), v.end(), out.begin(),
                                thrust::plus<int>());
    show("adjacent", out, n);
    thrust::fill(out.begin(), out.end(), 7);
    thrust::transform_if(v.begin(), v.end(), out.begin(), Twice(), Even());
    show("transform_if", out, n);
    thrust::transform_if(thrust::device, v.begin(), v.end(), keys.begin(), out.begin(),
                         thrust::negate<int>(), Even());
    show("by stencil", out, n);
    thrust::device_vector<int> map{3, 0, 2, 1};
    thrust::gather_if(map.begin(), map.end(), keys.begin(), v.begin(), out.begin(), Even());
    show("gather_if", out, 4);
    thrust::scatter_if(v.begin(), v.begin() + 4, map.begin(), v.begin(), out.begin(), Even());
    show("scatter_if", out, 4);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), v.begin(), out.begin());
    show("inclusive_scan_by_key", out, n);
    thrust::exclusive_scan_by_key(thrust::device, keys.begin(), keys.end(), v.begin(), out.begin(),
                                  100);
    show("exclusive_scan_by_key", out, n);
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), v.begin(), out.begin());
    show("from nothing", out, n);
    thrust::transform_exclusive_scan(thrust::device, v.begin(), v.end(), out.begin(), Twice(), 5,
                                     thrust::plus<int>());
    show("transform_exclusive_scan", out, n);
    thrust::tabulate(thrust::device, out.begin(), out.begin() + n, Twice());
    show("tabulate", out, n);
    w = v;
    show("remove_if", w, thrust::remove_if(w.begin(), w.end(), keys.begin(), Even()) - w.begin());
    thrust::stable_sort_by_key(k.begin(), k.begin() + 4, w.begin(), thrust::greater<int>());
    show("stable_sort_by_key", w, 4);

    auto products =
        thrust::make_transform_iterator(thrust::make_zip_iterator(v.begin(), keys.begin()), Dot());
    std::printf("dot: %d\n", thrust::reduce(thrust::device, products, products + n));
    auto triple = thrust::make_zip_iterator(v.begin(), keys.begin(), out.begin());
    thrust::for_each(thrust::device, triple, triple + n, Add());
    show("zipped", out, n);
    auto reduced = thrust::reduce_by_key(keys.begin(), keys.end(), v.begin(),
                                         thrust::make_discard_iterator(), out.begin());
    show("discarded keys", out, reduced.second - out.begin());
    auto back = thrust::make_reverse_iterator(v.end());
    thrust::copy(back, back + 5, out.begin());
    thrust::inclusive_scan(back, back + n, out.begin() + 5);
    show("backwards", out, 5 + n);
    std::printf("counted: %d\n", (int)thrust::count_if(thrust::make_counting_iterator(3),
                                                       thrust::make_counting_iterator(30), Even()));
    return 0;
}
