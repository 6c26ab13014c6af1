// Copies past an array's end by cp.async with a source size: what is missing becomes zero.
#include <cstdio>

__global__ void padded(const int* in, int n, int* out) {
    __shared__ alignas(16) int tile[128];
    int t = threadIdx.x;
    for (int i = t; i < 128; i += 32) tile[i] = -1;
    __syncthreads();
    int first = t * 4;
    int left = min(max(n - first, 0), 4);
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[first]);
    const int* from = left > 0 ? in + first : in;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(left * 4)
                 : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int i = t; i < 128; i += 32) out[i] = tile[i];
}

__global__ void everyOther(const int* in, int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[t]);
    int size = t % 2 ? 0 : 4;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(in + t), "r"(size)
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[t] = tile[63 - t];
}

__global__ void partOfEight(const short* in, short* out) {
    __shared__ alignas(8) short tile[32][4];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(tile[t]);
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 8, %2;\n"
        "cp.async.wait_all;\n" ::"r"(to),
        "l"(in + t * 4), "r"(t % 5 * 2)
        : "memory");
    __syncthreads();
    for (int i = 0; i < 4; i++) out[t * 4 + i] = tile[t ^ 1][i];
}

int main() {
    int *in, *out;
    short *narrow, *narrowOut;
    cudaMallocManaged(&in, 128 * sizeof(int));
    cudaMallocManaged(&out, 128 * sizeof(int));
    cudaMallocManaged(&narrow, 128 * sizeof(short));
    cudaMallocManaged(&narrowOut, 128 * sizeof(short));
    for (int i = 0; i < 128; i++) narrow[i] = in[i] = 1000 + i * 3;
    for (int n : {128, 101, 66, 3, 0}) {
        padded<<<1, 32>>>(in, n, out);
        cudaDeviceSynchronize();
        int wrong = 0;
        for (int i = 0; i < 128; i++) wrong += out[i] != (i < n ? in[i] : 0);
        printf("%d: %d %d %d %s\n", n, out[0], out[n / 2], out[127], wrong ? "wrong" : "ok");
    }
    everyOther<<<1, 64>>>(in, out);
    partOfEight<<<1, 32>>>(narrow, narrowOut);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
    for (int i = 0; i < 128; i++) printf("%d%c", narrowOut[i], i % 16 == 15 ? '\n' : ' ');
    return 0;
}
