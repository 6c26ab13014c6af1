// Main waits at a condition variable for what the function counts.
#include <condition_variable>
#include <mutex>
__global__ void fill(int* x, int v) {
    x[threadIdx.x] = v;
}
std::mutex m;
std::condition_variable changed;
int finished = 0;
void CUDART_CB count(cudaStream_t stream, cudaError_t status, void* data) {
    std::lock_guard<std::mutex> lock(m);
    ++finished;
    changed.notify_one();
}
int main() {
    int* x[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&x[i], 64 * sizeof(int));
        cudaStreamCreate(&s[i]);
        fill<<<1, 64, 0, s[i]>>>(x[i], i + 1);
        cudaStreamAddCallback(s[i], count, nullptr, 0);
    }
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return finished == 2; });
    return x[0][5] != 1 || x[1][5] != 2;
}
// told: nothing
