// Zeros, subnormals, infinities and NaN of half: arithmetic, comparisons, minima and tests.
#include <cuda_fp16.h>
#include <cstdio>

struct Answers {
    unsigned short sum, product, quotient, least, greatest, leastNan;
    unsigned compared;
};

__global__ void ask(const unsigned short* values, Answers* out) {
    __half a = __ushort_as_half(values[threadIdx.y]), b = __ushort_as_half(values[threadIdx.x]);
    Answers r;
    r.sum = __half_as_ushort(a + b);
    r.product = __half_as_ushort(a * b);
    r.quotient = __hisnan(__hdiv(a, b)) ? 0x7fff : __half_as_ushort(__hdiv(a, b));
    r.least = __half_as_ushort(__hmin(a, b));
    r.greatest = __half_as_ushort(__hmax(a, b));
    r.leastNan = __half_as_ushort(__hmin_nan(a, b));
    unsigned c = 0;
    c = c * 2 + __heq(a, b);
    c = c * 2 + __hne(a, b);
    c = c * 2 + __hlt(a, b);
    c = c * 2 + __hge(a, b);
    c = c * 2 + __hequ(a, b);
    c = c * 2 + __hltu(a, b);
    c = c * 2 + (a > b);
    c = c * 2 + (a != b);
    c = c * 4 + __hisinf(a) + 1;
    c = c * 2 + __hisnan(b);
    r.compared = c;
    out[threadIdx.y * blockDim.x + threadIdx.x] = r;
}

int main() {
    const unsigned short host[] = {0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x3c00,
                                   0xc248, 0x7bff, 0x7c00, 0xfc00, 0x7fff, 0x3555};
    const int n = 12;
    unsigned short* values;
    Answers* out;
    cudaMallocManaged(&values, sizeof(host));
    cudaMallocManaged(&out, n * n * sizeof(Answers));
    for (int i = 0; i < n; i++) values[i] = host[i];
    ask<<<1, dim3(n, n)>>>(values, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n * n; i++) {
        const Answers& r = out[i];
        printf("%04x %04x: %04x %04x %04x %04x %04x %04x %03x\n", host[i / n], host[i % n], r.sum,
               r.product, r.quotient, r.least, r.greatest, r.leastNan, r.compared);
    }
    return 0;
}
