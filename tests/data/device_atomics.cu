#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>
__managed__ cuda::std::atomic<int> a{0}, b{5};
__device__ cuda::atomic<int, cuda::thread_scope_device> c{3};
struct P {
    int x, y;
};
__managed__ P p{1, 2};
__device__ P q[2] = {{1, 2}, {3, 4}};
__global__ void k() {
    a.fetch_add(1);
    b++;
    c.fetch_add(2, cuda::memory_order_relaxed);
    a.fetch_add(q[1].y + p.y * 0);
}
int main() {
    k<<<2, 32>>>();
    cudaDeviceSynchronize();
    printf("%d\n%d\n", a.load(), b.load());
    return 0;
}
