#include <cstdio>
__global__ void k(const int* in, int* out, int a) {
    out[threadIdx.x] = in[threadIdx.x] + a;
}
__global__ void k(const int2* in, int* out, int a) {
    out[threadIdx.x] = in[threadIdx.x].x * in[threadIdx.x].y + a;
}
template <typename T>
__global__ void t(T* p) {
    p[threadIdx.x] *= 2;
}
template <typename T>
__global__ void t(T* p, T q) {
    p[threadIdx.x] += q;
}
int twice(int x) {
    return 2 * x;
}
float twice(float x) {
    return 2 * x;
}
template <class F>
int app(F f, int x) {
    return f(x);
}
int app2(int (*f)(int), int x) {
    return f(x);
}
typedef void (*Kern)(int*);
int main() {
    int *in, *out;
    cudaMallocManaged(&in, 64 * 4);
    cudaMallocManaged(&out, 32 * 4);
    for (int i = 0; i < 64; i++) in[i] = i;
    void (*f1)(const int*, int*, int);
    void (*f2)(const int2*, int*, int);
    f1 = k;
    f2 = k;
    (*f1)<<<1, 32>>>(in, out, 1);
    cudaDeviceSynchronize();
    printf("%d\n", out[5]);
    f2<<<1, 32>>>((const int2*)in, out, 1);
    cudaDeviceSynchronize();
    printf("%d\n", out[5]);
    Kern g = t;
    g<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", out[5]);
    void (*h)(int*, int) = t<int>;
    h<<<1, 32>>>(out, 3);
    cudaDeviceSynchronize();
    printf("%d\n", out[5]);
    int (*w)(int) = twice;
    float (*v)(float) = &twice;
    printf("%d %f %d\n", w(4), v(1.5f), app2(twice, 9));
    auto z = static_cast<float (*)(float)>(twice);
    printf("%f %d\n", z(2), ((int (*)(int))twice)(5));
    return 0;
}
