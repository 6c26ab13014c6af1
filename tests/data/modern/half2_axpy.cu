// y = a x + y two halves at a time: fused by __hfma2, and by operators in two roundings.
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

__global__ void fused(__half a, const __half2* x, __half2* y, int pairs) {
    __half2 both = __half2half2(a);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        y[i] = __hfma2(both, x[i], y[i]);
    }
}

__global__ void apart(__half a, const __half2* x, __half2* y, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) {
        __half2 product = __hmul2_rn(__half2half2(a), x[i]);
        y[i] = __hadd2_rn(product, y[i]);
    }
}

__global__ void tricks(const __half2* x, unsigned* out) {
    int i = threadIdx.x;
    __half2 v = x[i], w = __lowhigh2highlow(v);
    __half2 r[8] = {__hadd2(v, w),       __hsub2(v, w),
                    __hmul2(v, w),       __hneg2(v),
                    __habs2(v),          __hmax2(v, w),
                    __highs2half2(v, w), __hfma2_relu(v, w, __float2half2_rn(-2.0f))};
    for (int k = 0; k < 8; k++) out[i * 8 + k] = *reinterpret_cast<unsigned*>(&r[k]);
}

int main() {
    const int pairs = 200;
    std::vector<__half2> x(pairs), y(pairs), z(pairs);
    for (int i = 0; i < pairs; i++) {
        x[i] = __floats2half2_rn(0.01f * (i % 37) - 0.2f, 1.7f - 0.03f * (i % 53));
        y[i] = __floats2half2_rn(0.3f * (i % 11), -0.05f * (i % 29));
    }
    __half2 *dx, *dy, *dz;
    unsigned *out, host[32 * 8];
    cudaMalloc(&dx, pairs * sizeof(__half2));
    cudaMalloc(&dy, pairs * sizeof(__half2));
    cudaMalloc(&dz, pairs * sizeof(__half2));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(dx, x.data(), pairs * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), pairs * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dz, y.data(), pairs * 4, cudaMemcpyHostToDevice);
    fused<<<2, 64>>>(__float2half(1.37f), dx, dy, pairs);
    apart<<<4, 64>>>(__float2half(1.37f), dx, dz, pairs);
    tricks<<<1, 32>>>(dx, out);
    cudaMemcpy(y.data(), dy, pairs * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(z.data(), dz, pairs * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
    const unsigned* a = reinterpret_cast<const unsigned*>(y.data());
    const unsigned* b = reinterpret_cast<const unsigned*>(z.data());
    for (int i = 0; i < pairs; i += 3) printf("%3d %08x %08x\n", i, a[i], b[i]);
    for (int i = 0; i < 256; i++) printf("%08x%c", host[i], i % 8 == 7 ? '\n' : ' ');
    return 0;
}
