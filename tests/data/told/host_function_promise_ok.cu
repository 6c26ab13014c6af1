// A promise in main's own frame is kept by the function; main waits for its future.
#include <future>
__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
void keep(void* data) {
    ((std::promise<int>*)data)->set_value(7);
}
int main() {
    int* x;
    cudaMallocHost(&x, 64 * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    std::promise<int> kept;
    std::future<int> given = kept.get_future();
    fill<<<1, 64, 0, s>>>(x);
    cudaLaunchHostFunc(s, keep, &kept);
    if (given.get() != 7) return 2;
    return x[63] != 63;
}
// told: nothing
