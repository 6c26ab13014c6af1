#include <utility>
__global__ void k(int* x) {
    x[threadIdx.x] = 1;
}
struct Buffer {
    int* p = nullptr;
    explicit Buffer(size_t n) { cudaMalloc(&p, n); }
    Buffer(Buffer&& o) noexcept : p(std::exchange(o.p, nullptr)) {}
    Buffer(const Buffer&) = delete;
    ~Buffer() { cudaFree(p); }
};
Buffer use(Buffer b) {
    k<<<1, 32>>>(b.p);
    return b;
}
int main() {
    Buffer b = use(Buffer(128));
    int h[32];
    cudaMemcpy(h, b.p, 128, cudaMemcpyDeviceToHost);
    return h[31] != 1;
}
// told: nothing
