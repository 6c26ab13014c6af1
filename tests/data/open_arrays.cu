#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <cstdio>
#include <cstdlib>
__global__ void k(float* x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] *= 2;
}
int sum(int n, int* given) {
    int own[n], pairs[n + 1][2];
    for (int i = 0; i < n; i++) {
        own[i] = given[i] * i;
        pairs[i][0] = i;
        pairs[i][1] = -i;
    }
    int s = 0;
    for (int i = 0; i < n; i++) s += own[i] + pairs[i][0] + pairs[i][1];
    return s + (int)sizeof(own) + (int)sizeof pairs;
}
int main(int argc, char** argv) {
    int n = 7 + argc;
    int a[n];
    const int m = n;
    float h[m * 2];
    for (int i = 0; i < n; i++) a[i] = i * i;
    for (int i = 0; i < m * 2; i++) h[i] = i;
    printf("%d %d %d\n", sum(n, a), (int)sizeof(a), (int)(sizeof(h) / sizeof(h[0])));
    float* d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    k<<<1, 32>>>(d, m * 2);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (float v : h) printf("%g ", v);
    printf("\n");
    thrust::host_vector<float> x(8, 3.0f);
    thrust::device_vector<float> dx = x;
    k<<<1, 32>>>(dx.data().get(), 8);
    k<<<1, 32>>>(thrust::raw_pointer_cast(dx.data() + 4), 2);
    x = dx;
    for (int i = 0; i < 8; i++) printf("%g ", x[i]);
    printf("%g\n", (float)*(dx.data() + 5));
    struct P {
        int a;
        char c;
    };
    P ps[n];
    ps[n - 1].a = 5;
    printf("%d %d\n", ps[n - 1].a, (int)sizeof ps);
}
