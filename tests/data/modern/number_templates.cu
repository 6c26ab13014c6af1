// One polynomial for float, half and bfloat16, by a template and traits of each kind of number.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <cstring>
#include <type_traits>

template <typename T>
struct Number;

template <>
struct Number<float> {
    static __device__ float of(float f) { return f; }
    static __device__ float fma(float a, float b, float c) { return __fmaf_rn(a, b, c); }
};

template <>
struct Number<__half> {
    static __device__ __half of(float f) { return __float2half_rn(f); }
    static __device__ __half fma(__half a, __half b, __half c) { return __hfma(a, b, c); }
};

template <>
struct Number<__nv_bfloat16> {
    static __device__ __nv_bfloat16 of(float f) { return __float2bfloat16_rn(f); }
    static __device__ __nv_bfloat16 fma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
        return __hfma(a, b, c);
    }
};

template <typename T, typename... Coefficients>
__device__ T horner(T x, Coefficients... coefficients) {
    T sum = Number<T>::of(0.0f);
    ((sum = Number<T>::fma(sum, x, Number<T>::of(coefficients))), ...);
    return sum;
}

template <typename T>
__global__ void evaluate(float* out) {
    int i = threadIdx.x;
    T x = Number<T>::of(-1.0f + i * 0.0631f);
    T p = horner(x, 0.0416667f, 0.1666667f, 0.5f, 1.0f, 1.0f);
    if constexpr (!std::is_same_v<T, float>) {
        p += x;
        p -= x * x;
        p = -p;
    }
    out[i] = static_cast<float>(p);
}

template <typename T>
void show(const char* name) {
    float* out;
    cudaMallocManaged(&out, 33 * sizeof(float));
    evaluate<T><<<1, 33>>>(out);
    cudaDeviceSynchronize();
    printf("%s, %d bytes:", name, (int)sizeof(T));
    for (int i = 0; i < 33; i++) {
        unsigned u;
        memcpy(&u, &out[i], 4);
        printf("%s%08x", i % 8 == 0 ? "\n  " : " ", u);
    }
    printf("\n");
    cudaFree(out);
}

int main() {
    show<float>("float");
    show<__half>("half");
    show<__nv_bfloat16>("bfloat16");
    return 0;
}
