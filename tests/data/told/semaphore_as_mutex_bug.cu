// The last of the three is written when the next one may be in already.
#include <cuda/semaphore>
#include <new>
using Mutex = cuda::binary_semaphore<cuda::thread_scope_device>;
__device__ int account[3];
__global__ void make(Mutex* m) {
    new (m) Mutex(1);
}
__global__ void pay(Mutex* m, int rounds) {
    if (threadIdx.x % 32 != 0) return;
    for (int i = 0; i < rounds; i++) {
        m->acquire();
        account[0] -= 1;
        account[1] += 1;
        m->release();
        account[2] = account[0] + account[1];
    }
}
int main() {
    Mutex* m;
    int got[3];
    cudaMalloc(&m, sizeof(Mutex));
    make<<<1, 1>>>(m);
    pay<<<3, 64>>>(m, 2);
    cudaMemcpyFromSymbol(got, account, sizeof got);
    return got[0] != -12 || got[1] != 12 || got[2] != 0;
}
// told: account
