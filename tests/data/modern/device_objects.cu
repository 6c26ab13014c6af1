// Objects on the device that constexpr constructors make before anything runs.
#include <cstdio>
#include <cuda/atomic>
struct Config {
    int n;
    float scale;
    const char* none;
    Config() = default;
    constexpr Config(int count, float by) : n(count), scale(by), none(nullptr) {}
};
struct Box {
    Config inner;
    int extra = 7;
    Box() = default;
    constexpr Box(int e) : inner(3, 0.5f), extra(e) {}
};
struct Sum {
    int s;
    Sum() = default;
    constexpr Sum(int a, int b) : s(a * 10 + b) {}
};
__device__ Config config(12, 2.5f);
__device__ Config list[2] = {Config(1, 1.5f), {2, 2.5f}};
__device__ Box box(9);
__device__ Sum sum(4, 2);
__device__ cuda::atomic<long long, cuda::thread_scope_device> a{5}, b(6);
__device__ cuda::atomic<int, cuda::thread_scope_device> c = 7;
__device__ cuda::atomic<bool, cuda::thread_scope_device> d{true};
__global__ void k() {
    printf("%d %.1f %d %.1f %d %.1f %d %.1f %d %d %lld %lld %d %d\n", config.n, config.scale,
           list[0].n, list[0].scale, list[1].n, list[1].scale, box.inner.n, box.inner.scale,
           box.extra, sum.s, a.load(), b.load(), c.load(), (int)d.load());
}
int main() {
    k<<<1, 1>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
