__device__ int copied;
__global__ void k(int* x, int* out) {
    __shared__ alignas(16) int s[32];
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(&s[t])),
                     "l"(&x[t]));
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 0;");
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(&copied, 1);
        }
        __syncthreads();
        out[t] = s[31 - t];
    } else {
        if (t == 0) {
            while (atomicAdd(&copied, 0) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        x[t] = -1;
    }
}

int main() {
    int *x, *out, h[32], got[32];
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<2, 32>>>(x, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got[0] != 31;
}
// told: nothing
