#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
__global__ void k(__half* a, __half2* b, __nv_bfloat16* c, __nv_bfloat162* d, unsigned short* s,
                  __half* old) {
    __shared__ __half sh[3];
    __shared__ __half2 sp;
    int t = threadIdx.x;
    if (t < 3) sh[t] = __float2half(0.5f * t);
    if (t == 0) sp = __floats2half2_rn(0.f, 1.f);
    __syncthreads();
    atomicAdd(&sh[t % 3], __float2half(0.125f * (t % 8)));
    atomicAdd(&sp, __floats2half2_rn(t % 16, -t % 8));
    old[t] = atomicAdd(&a[t % 5], __float2half(10.f + t));
    atomicAdd(&b[t & 1], __floats2half2_rn(0.25f * (t % 4), 3.f * (t % 5)));
    atomicAdd(c, __float2bfloat16(1.0f + t % 2));
    atomicAdd(d + 1, __floats2bfloat162_rn(0.5f, t % 3));
    unsigned short was = *(volatile unsigned short*)&s[t % 4], seen;
    do {
        seen = was;
        was = atomicCAS(&s[t % 4], seen, (unsigned short)(seen + 3 * t));
    } while (was != seen);
    __syncthreads();
    if (t < 3) a[5 + t] = sh[t];
    if (t == 0) b[2] = sp;
}
int main() {
    __half *a, *old;
    __half2* b;
    __nv_bfloat16* c;
    __nv_bfloat162* d;
    unsigned short* s;
    cudaMallocManaged(&a, 16 * sizeof *a);
    cudaMallocManaged(&b, 3 * sizeof *b);
    cudaMallocManaged(&c, 4);
    cudaMallocManaged(&d, 8);
    cudaMallocManaged(&s, 8);
    cudaMallocManaged(&old, 128);
    for (int i = 0; i < 16; i++) a[i] = __float2half(i);
    for (int i = 0; i < 3; i++) b[i] = __floats2half2_rn(i, -i);
    c[0] = c[1] = __float2bfloat16(2);
    d[0] = d[1] = __floats2bfloat162_rn(1, 2);
    for (int i = 0; i < 4; i++) s[i] = 65530 + i;
    k<<<1, 64>>>(a, b, c, d, s, old);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int i = 0; i < 16; i++) printf("%g ", __half2float(a[i]));
    printf("\n");
    for (int i = 0; i < 3; i++) printf("%g %g ", __low2float(b[i]), __high2float(b[i]));
    printf("\n%g %g %g %g\n", __bfloat162float(c[0]), __bfloat162float(c[1]), __low2float(d[1]),
           __high2float(d[1]));
    for (int i = 0; i < 4; i++) printf("%d ", s[i]);
    printf("\n");
    return 0;
}
