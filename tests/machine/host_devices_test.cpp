// Mains for several devices, and what runs beside a main: threads, kernels' own heap.
#include <gtest/gtest.h>

#include <string>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace host_devices_test {

constexpr const char* devices = R"(
#include <cstdio>
__global__ void k(int *a) { a[threadIdx.x] += 1; }
int main() {
    int count, now;
    cudaGetDeviceCount(&count);
    if (count < 2) {
        printf("one\n");
        return 0;
    }
    for (int d = 0; d < count; d++) {
        cudaSetDevice(d);
        cudaGetDevice(&now);
        int *a, b[32];
        cudaMalloc(&a, 128);
        cudaMemset(a, 0, 128);
        k<<<1, 32>>>(a);
        cudaMemcpy(b, a, 128, cudaMemcpyDeviceToHost);
        printf("%d %d\n", now, b[31]);
    }
    printf("%s\n", cudaGetErrorName(cudaSetDevice(2)));
}
)";

HostRecord record_of(int count) {
    const language::Parsed parsed = language::parse("text.cu", devices);
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    Settings settings;
    settings.devices = count;
    return run_main(*parsed.unit, memory, settings);
}

TEST(HostDevices, ThereIsOneUnlessMoreAreToldOf) {
    const HostRecord one = record_of(1);
    EXPECT_EQ(one.output, "one\n");
    EXPECT_TRUE(one.asked_devices);
    EXPECT_TRUE(one.launches.empty());
    const HostRecord two = record_of(2);
    EXPECT_EQ(two.output, "0 1\n1 1\ncudaErrorInvalidDevice\n");
    EXPECT_EQ(two.launches.size(), 2U);
    ASSERT_EQ(two.diagnostics.size(), 1U);
    EXPECT_NE(two.diagnostics[0].message.find("there are 2 devices here, and no device 2"),
              std::string::npos);
}

TEST(HostDevices, ThreadsRunToTheirEnd) {
    EXPECT_EQ(output_of_main(R"(
#include <pthread.h>
#include <cstdio>
void *add(void *to) { *(int *)to += 5; return 0; }
int main() {
    int x = 1;
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, &x);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    printf("%d\n", x);
}
)"),
              "16\n");
}

TEST(KernelHeap, EachThreadHasWhatItAsksFor) {
    // Thread t adds up t, t + 1, … of t % 4 + 1 numbers that lie in its own piece.
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void k(int *out) {
    int n = threadIdx.x % 4 + 1;
    int *own = (int *)malloc(n * sizeof(int));
    float *more = new float[3];
    for (int i = 0; i < n; i++) own[i] = threadIdx.x + i;
    more[2] = 0.5f;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; i++) sum += own[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum + (int)(2 * more[2]);
    free(own);
    delete[] more;
}
__global__ void too_much(int *out) { out[0] = malloc((size_t)1 << 30) == 0; }
int main() {
    int *d, h[256], wrong = 0;
    cudaMalloc(&d, sizeof(h));
    k<<<4, 64>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) {
        int t = i % 64, n = t % 4 + 1, sum = 1;
        for (int j = 0; j < n; j++) sum += t + j;
        wrong += h[i] != sum;
    }
    too_much<<<1, 1>>>(d);
    cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", wrong, h[0]);
}
)"),
              "0 1\n");
}

TEST(KernelHeap, EndsWhatIsDeletedAsItsClassSays) {
    // Each thread notes who ended: digits from the first to the last. Through a pointer to the base
    // an object ends as what it is, and what lies where the text puts it is found there.
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__device__ int ended[4];
__device__ void note(int by) { ended[threadIdx.x] = ended[threadIdx.x] * 10 + by; }
struct Base {
    int n;
    __device__ Base(int n) : n(n) {}
    __device__ virtual ~Base() { note(n); }
};
struct More : Base {
    int *own;
    __device__ More(int n) : Base(n), own(new int[2]) { own[1] = n + 5; }
    __device__ ~More() { note(own[1]); delete[] own; }
};
__global__ void make(Base **p) {
    p[threadIdx.x] = threadIdx.x % 2 ? new Base(threadIdx.x) : new More(threadIdx.x);
}
__global__ void end(Base **p) {
    delete p[threadIdx.x];
    __shared__ double room[4][4];
    Base *placed = new (room[threadIdx.x]) More(3);
    note((void *)placed == (void *)room[threadIdx.x]);
    placed->~Base();
}
int main() {
    Base **p;
    cudaMalloc(&p, 4 * sizeof(Base *));
    make<<<1, 4>>>(p);
    end<<<1, 4>>>(p);
    int h[4];
    cudaMemcpyFromSymbol(h, ended, sizeof h);
    for (int i = 0; i < 4; i++) printf("%d ", h[i]);
}
)"),
              "50183 1183 72183 3183 ");
}

}  // namespace host_devices_test
}  // namespace stridescope::machine
