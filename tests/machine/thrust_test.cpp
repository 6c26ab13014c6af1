// <thrust/…>: vectors and algorithms, against what the standard library makes of the same numbers.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace thrust_test {

/// What a main with this body prints, and what is said about it.
std::string printed(const std::string& statements, const std::string& before = "") {
    const std::string text =
        "#include <thrust/device_vector.h>\n#include <thrust/host_vector.h>\n"
        "#include <thrust/execution_policy.h>\n"
        "template <typename V> void show(const V &v) {\n"
        "    for (size_t i = 0; i < v.size(); ++i) printf(\"%d \", (int)v[i]);\n}\n" +
        before + "\nint main() {\n" + statements + "\n}\n";
    const language::Parsed parsed = language::parse("test.cu", text);
    std::string out;
    for (const language::Fault& f : parsed.faults) out += f.message + '\n';
    GlobalMemory memory;
    try {
        allocate_globals(*parsed.unit, memory);
        const HostRecord record = run_main(*parsed.unit, memory);
        out += record.output;
        if (record.stopped) out += "stopped: " + record.stopped->message;
        for (const Diagnostic& d : record.diagnostics) out += "told: " + d.message;
        for (const LaunchRecord& launch : record.launches) {
            for (const Diagnostic& d : launch.diagnostics) out += "kernel: " + d.message;
        }
    } catch (const language::FaultError& error) {
        out += error.what();
    }
    return out;
}

std::string shown(const std::vector<int>& values) {
    std::string out;
    for (const int v : values) out += fmt::format("{} ", v);
    return out;
}

constexpr int count = 300;
std::vector<int> numbers() {
    std::vector<int> all;
    for (int i = 0; i < count; ++i) all.push_back(i * 37 % 101 - 30);
    return all;
}
const std::string make =
    "thrust::device_vector<int> v(300);\nfor (int i = 0; i < 300; ++i) v[i] = i * 37 % 101 - 30;\n";

TEST(Thrust, SortsAsTheStandardLibrary) {
    std::vector<int> want = numbers();
    std::ranges::sort(want);
    EXPECT_EQ(printed(make + "thrust::sort(v.begin(), v.end()); show(v);"), shown(want));
    std::ranges::reverse(want);
    EXPECT_EQ(printed(make + "thrust::sort(thrust::device, v.begin(), v.end(), "
                             "thrust::greater<int>()); show(v);"),
              shown(want));
}

TEST(Thrust, MakesVectorsOfWhatIteratorsCount) {
    EXPECT_EQ(
        printed("thrust::counting_iterator<int> from(3);\n"
                "thrust::device_vector<int> v(from, from + 4);\n"
                "int few[3] = {1, 2, 3}; thrust::device_vector<float> f(few, few + 3);\n"
                "thrust::host_vector<long> h(thrust::make_counting_iterator(7L),\n"
                "                            thrust::make_counting_iterator(9L));\n"
                "f[0] = f[0] / 2;\n"
                "show(v); show(h); printf(\"%g %g %d\", (float)f[0], (float)f[2], (int)f.size());"),
        "3 4 5 6 7 8 0.5 3 3");
}

TEST(Thrust, SortsByKeysAndKeepsTheOrderOfEqualOnes) {
    const std::vector<int> keys = numbers();
    std::vector<int> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](int i) { return keys[static_cast<std::size_t>(i)]; });
    EXPECT_EQ(printed(make + "thrust::device_vector<int> w(300);\n"
                             "thrust::sequence(w.begin(), w.end());\n"
                             "thrust::sort_by_key(v.begin(), v.end(), w.begin()); show(w);"),
              shown(order));
}

TEST(Thrust, ScansAndReducesAsTheStandardLibrary) {
    const std::vector<int> all = numbers();
    std::vector<int> with(all.size()), before(all.size()), most(all.size());
    std::inclusive_scan(all.begin(), all.end(), with.begin());
    std::exclusive_scan(all.begin(), all.end(), before.begin(), 7);
    std::inclusive_scan(all.begin(), all.end(), most.begin(),
                        [](int a, int b) { return std::max(a, b); });
    EXPECT_EQ(
        printed(make + "thrust::host_vector<int> to(300);\n"
                       "thrust::inclusive_scan(v.begin(), v.end(), to.begin()); show(to);\n"
                       "thrust::exclusive_scan(v.begin(), v.end(), to.begin(), 7); show(to);\n"
                       "thrust::inclusive_scan(v.begin(), v.end(), to.begin(), "
                       "thrust::maximum<int>()); show(to);"),
        shown(with) + shown(before) + shown(most));
    const int sum = std::accumulate(all.begin(), all.end(), 0);
    long long squares = 0;
    for (const int v : all) squares += static_cast<long long>(v) * v;
    EXPECT_EQ(printed(make + "printf(\"%d %d %d %lld %d\", thrust::reduce(v.begin(), v.end()),\n"
                             "thrust::reduce(v.begin(), v.end(), 5),\n"
                             "thrust::reduce(thrust::device, v.begin(), v.end(), 1000, "
                             "thrust::minimum<int>()),\n"
                             "thrust::transform_reduce(v.begin(), v.end(), "
                             "thrust::square<long long>(), 0ll, thrust::plus<long long>()),\n"
                             "thrust::inner_product(v.begin(), v.end(), v.begin(), 0));"),
              fmt::format("{} {} {} {} {}", sum, sum + 5, *std::ranges::min_element(all), squares,
                          squares));
}

TEST(Thrust, CountsFindsAndRemoves) {
    const std::vector<int> all = numbers();
    const auto even = [](int v) { return v % 2 == 0; };
    std::vector<int> kept;
    std::ranges::copy_if(all, std::back_inserter(kept), even);
    std::vector<int> sorted = all;
    std::ranges::sort(sorted);
    const auto end = std::unique(sorted.begin(), sorted.end());
    EXPECT_EQ(
        printed(make + "printf(\"%d %d %d %d %d \", (int)thrust::count_if(v.begin(), v.end(), "
                       "even()), (int)thrust::count(v.begin(), v.end(), 3),\n"
                       "(int)(thrust::max_element(v.begin(), v.end()) - v.begin()),\n"
                       "(int)(thrust::min_element(v.begin(), v.end()) - v.begin()),\n"
                       "(int)(thrust::find(v.begin(), v.end(), 20) - v.begin()));\n"
                       "thrust::device_vector<int> to(300);\n"
                       "to.resize(thrust::copy_if(v.begin(), v.end(), to.begin(), even()) - "
                       "to.begin()); show(to);\n"
                       "thrust::sort(v.begin(), v.end());\n"
                       "printf(\"%d\", (int)(thrust::unique(v.begin(), v.end()) - v.begin()));",
                "struct even { __host__ __device__ bool operator()(int v) const "
                "{ return v % 2 == 0; } };"),
        fmt::format("{} {} {} {} {} ", std::ranges::count_if(all, even), std::ranges::count(all, 3),
                    std::ranges::max_element(all) - all.begin(),
                    std::ranges::min_element(all) - all.begin(),
                    std::ranges::find(all, 20) - all.begin()) +
            shown(kept) + fmt::format("{}", end - sorted.begin()));
}

/// What cudaMalloc gives is reached by pointers of thrust's, and by its own with a policy.
TEST(Thrust, WorksOnWhatCudaMallocGives) {
    EXPECT_EQ(printed("int *raw, back[4]; cudaMalloc(&raw, 4 * sizeof(int));\n"
                      "thrust::device_ptr<int> p(raw);\n"
                      "thrust::fill(p, p + 4, 3); thrust::exclusive_scan(p, p + 4, p);\n"
                      "k<<<1, 4>>>(thrust::raw_pointer_cast(p + 0));\n"
                      "thrust::inclusive_scan(thrust::device, raw, raw + 4, raw);\n"
                      "thrust::copy(p, p + 4, back);\n"
                      "printf(\"%d %d %d %d, %d\", back[0], back[1], back[2], back[3], "
                      "(int)*thrust::max_element(p, p + 4));",
                      "__global__ void k(int *a) { a[threadIdx.x] += 1; }"),
              "1 5 12 22, 22");
}

/// Kernels reach through device_ptr by themselves, the host by copies.
TEST(Thrust, PointersOfVectorsAreReachedByKernels) {
    EXPECT_EQ(
        printed("int n = 100; thrust::universal_vector<int> x(n), y(n, 1);\n"
                "for (int i = 0; i < n; ++i) x[i] = i;\n"
                "each<<<2, 32>>>(n, [x = x.data(), y = y.data()] __device__(int i) {"
                " x[i] = 2 * x[i] + y[i]; *(y + i) += 4; });\n"
                "cudaDeviceSynchronize();\n"
                "thrust::device_vector<int> d(4, 2); auto p = d.data(); p[1] = 7;\n"
                "each<<<1, 32>>>(4, [=] __device__(int i) { p[i] += i; });\n"
                "int sum = 0; thrust::for_each(d.cbegin(), d.cend(), Sum{&sum});\n"
                "printf(\"%d %d %d %d %d %d\", (int)x[0], (int)x[99], (int)y[99], (int)d[3],"
                " (int)p[1], sum);",
                "#include <thrust/universal_vector.h>\n"
                "struct Sum { int *all; __host__ __device__ void operator()(const int &x) const {"
                " *all += x; } };\n"
                "template <class F> __global__ void each(int n, F f) {\n"
                "    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;"
                " i += blockDim.x * gridDim.x) f(i);\n}"),
        "1 199 5 5 8 19");
}

TEST(Thrust, VectorsAreCopiedWithWhatIsInThem) {
    EXPECT_EQ(printed("thrust::host_vector<int> h(3, 4); thrust::device_vector<int> d = h, e(d);\n"
                      "h[0] = 1; d[1] = 2; e.push_back(9); show(h); show(d); show(e);\n"
                      "h = e; d.swap(e); show(h); show(d); printf(\"%d\", (int)e.size());\n"
                      "std::vector<int> s = {6, 7}; thrust::device_vector<int> f = s; show(f);"),
              "1 4 4 4 2 4 4 4 4 9 4 4 4 9 4 4 4 9 36 7 ");
}

/// A functor of a text's own, of the device alone, and numbers that are counted.
TEST(Thrust, CallsWhatATextBringsAlong) {
    EXPECT_EQ(
        printed("thrust::device_vector<float> x(3, 2.0f), y(3);\n"
                "thrust::sequence(y.begin(), y.end(), 10);\n"
                "thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy(3));\n"
                "show(y); thrust::counting_iterator<int> c(5);\n"
                "thrust::for_each(thrust::host, c, c + 3, show_one());\n"
                "thrust::transform(c, c + 3, y.begin(), [=] __device__ (int i) "
                "{ return i * 0.5f; }); printf(\"%g\", (float)y[1]);",
                "struct saxpy { float a; saxpy(float a) : a(a) {}\n"
                "__device__ float operator()(float x, float y) const { return a * x + y; } };\n"
                "struct show_one { __host__ __device__ void operator()(int i) const "
                "{ printf(\"<%d>\", i); } };"),
        "16 17 18 <5><6><7>3");
}

TEST(Thrust, IteratorsZipPermuteAndTransform) {
    EXPECT_EQ(
        printed(
            "thrust::device_vector<float> a(3, 2), b(3), c(3, 1), d(3);\n"
            "thrust::sequence(b.begin(), b.end());\n"
            "auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), "
            "c.begin(), d.begin()));\n"
            "thrust::for_each(first, first + 3, fused()); show(d);\n"
            "auto two = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), d.begin()));\n"
            "printf(\"%g \", thrust::transform_reduce(two, two + 3, product(), 0.0f, "
            "thrust::plus<float>()));\n"
            "thrust::device_vector<int> map = std::vector<int>{2, 0};\n"
            "auto some = thrust::make_permutation_iterator(d.begin(), map.begin());\n"
            "printf(\"%g \", thrust::reduce(some, some + 2));\n"
            "auto doubled = thrust::make_transform_iterator(d.begin(), twice());\n"
            "printf(\"%g\", thrust::reduce(doubled, doubled + 3, 0.0f));",
            "struct fused { template <typename T> __host__ __device__ void operator()(T t) "
            "{ thrust::get<3>(t) = thrust::get<0>(t) * thrust::get<1>(t) + thrust::get<2>(t); "
            "} };\n"
            "struct product { __host__ __device__ float operator()(thrust::tuple<float, float> "
            "t) const { return thrust::get<0>(t) * thrust::get<1>(t); } };\n"
            "struct twice { __host__ __device__ float operator()(float x) const { return 2 * x; "
            "} };"),
        "1 3 5 18 6 18");
}

TEST(Thrust, PlacesInAnExpressionAreWhatItIsGiven) {
    EXPECT_EQ(
        printed(
            "using namespace thrust::placeholders;\n"
            "thrust::device_vector<float> a(3), b(3, 2.0f);\n"
            "thrust::sequence(a.begin(), a.end());\n"
            "thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), _1 * 3 + _2);\n"
            "show(b);\n"
            "thrust::transform(a.begin(), a.end(), a.begin(), -(_1 - 1) * 4 / 2.0f);\n"
            "show(a);\n"
            "printf(\"%d \", (int)thrust::count_if(b.begin(), b.end(), 2 < _1 && !(_1 == 8)));\n"
            "thrust::replace_if(b.begin(), b.end(), _1 >= 5.0f, 7.0f); show(b);\n"
            "thrust::device_vector<int> n(4);\n"
            "thrust::sequence(n.rbegin(), n.rend()); show(n);\n"
            "printf(\"%d\", thrust::reduce(n.begin(), n.end(), 1, _1 * 2 | _2 % 2));"),
        "2 5 8 2 0 -2 1 2 7 7 3 2 1 0 26");
}

TEST(Thrust, NeighboursOfOneKeyAreTakenTogether) {
    EXPECT_EQ(printed("thrust::device_vector<int> k = std::vector<int>{1, 1, 2, 2, 2, 1};\n"
                      "thrust::device_vector<int> v(6, 3), keys(6), sums(6), out(6);\n"
                      "auto end = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), "
                      "keys.begin(), sums.begin());\n"
                      "int n = end.first - keys.begin(); keys.resize(n); sums.resize(n);\n"
                      "show(keys); show(sums);\n"
                      "thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());\n"
                      "show(out);\n"
                      "thrust::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());\n"
                      "show(out);\n"
                      "k.erase(thrust::unique(k.begin(), k.end()), k.end()); show(k);\n"
                      "thrust::copy(k.begin(), k.end(), std::ostream_iterator<int>(std::cout, "
                      "\";\"));\n"
                      "printf(\"%d\", thrust::inner_product(k.begin(), k.end(), k.begin(), 0, "
                      "thrust::maximum<int>(), thrust::multiplies<int>()));"),
              "1 2 1 6 9 3 3 6 3 6 9 3 0 3 0 3 6 0 1 2 1 1;2;1;4");
}

}  // namespace thrust_test
}  // namespace stridescope::machine
