__device__ int flag;
__device__ int look(const int* p) {
    int v;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ void put(int* p, int v) {
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__global__ void k(int* data, int* out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __syncthreads();
        if (threadIdx.x == 0) put(&flag, 1);
    } else if (threadIdx.x == 0) {
        while (look(&flag) != 1) {
        }
        out[0] = data[63];
    }
}
int main() {
    int *data, *out, got;
    cudaMalloc(&data, 256);
    cudaMalloc(&out, 4);
    k<<<2, 64>>>(data, out);
    cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
    return got == 63 ? 0 : 1;
}
// told: nothing
