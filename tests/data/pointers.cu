// What cudaPointerGetAttributes says of every kind of memory.
#include <cstdio>
#include <cstdlib>

__device__ int global[4];

void tell(const char* what, void* p) {
    cudaPointerAttributes a;
    cudaError_t error = cudaPointerGetAttributes(&a, p);
    printf("%s: %d type %d device %d %d %d %d %d\n", what, error, a.type, a.device,
           a.devicePointer == p, a.devicePointer == nullptr, a.hostPointer == p,
           a.hostPointer == nullptr);
}

int main() {
    int *device, *managed, *pinned, *mapped, *own = (int*)malloc(64), local[4];
    cudaMalloc(&device, 64);
    cudaMallocManaged(&managed, 64);
    cudaMallocHost(&pinned, 64);
    cudaHostAlloc(&mapped, 64, cudaHostAllocMapped);
    tell("device", device);
    tell("inside", device + 3);
    tell("managed", managed);
    tell("pinned", pinned);
    tell("mapped", mapped + 1);
    tell("malloc", own);
    tell("local", local);
    void* symbol;
    cudaGetSymbolAddress(&symbol, global);
    tell("symbol", symbol);
    tell("null", nullptr);
    cudaFree(device);
    printf("%d %d %d %d\n", cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice,
           cudaMemoryTypeManaged);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
