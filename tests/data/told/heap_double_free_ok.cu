// Each thread keeps a buffer that it allocates itself; two ways out of the loop.
#include <cstdio>
__global__ void k(const int* in, int* out, int n) {
    int* stack = new int[n];
    int top = 0, t = threadIdx.x;
    for (int i = 0; i < n; ++i) {
        if (in[i] % (t + 1) == 0) stack[top++] = in[i];
        if (in[i] > 40) {
            top /= 2;
            break;
        }
    }
    int sum = 0;
    while (top > 0) sum += stack[--top];
    out[t] = sum;
    delete[] stack;
}
int main() {
    const int n = 16;
    int h[n], r[32], *in, *out;
    for (int i = 0; i < n; ++i) h[i] = 3 * i + 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);
    return 0;
}
// told: nothing
