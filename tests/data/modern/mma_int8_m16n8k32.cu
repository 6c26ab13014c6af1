// mma.sync of bytes: m16n8k32, signed, unsigned, mixed, and with satfinite.
#include <cstdio>

__device__ unsigned word(const signed char* p) {
    return *reinterpret_cast<const unsigned*>(p);
}

#define DEEP(name, types, start)                                                                \
    __global__ void name(const signed char* a, const signed char* b, int* d) {                  \
        int row = threadIdx.x / 4, inGroup = threadIdx.x % 4;                                   \
        unsigned ra[4], rb[2];                                                                  \
        for (int i = 0; i < 4; i++) {                                                           \
            ra[i] = word(a + (row + i % 2 * 8) * 32 + inGroup * 4 + i / 2 * 16);                \
        }                                                                                       \
        for (int i = 0; i < 2; i++) rb[i] = word(b + row * 32 + inGroup * 4 + i * 16);          \
        int c[4] = {start, start, -(start), -(start)};                                          \
        asm volatile("mma.sync.aligned.m16n8k32.row.col" types                                  \
                     " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"                   \
                     : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                           \
                     : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1])); \
        for (int i = 0; i < 4; i++) d[(row + i / 2 * 8) * 8 + inGroup * 2 + i % 2] = c[i];      \
    }

DEEP(deepSigned, ".s32.s8.s8.s32", 0)
DEEP(deepUnsigned, ".s32.u8.u8.s32", 5)
DEEP(deepMixed, ".s32.u8.s8.s32", 0)
DEEP(deepSaturated, ".satfinite.s32.s8.s8.s32", 2147480000)

signed char *a, *b;
int* d;

template <typename A, typename B>
void judge(const char* name, int depth, long long start, bool saturate) {
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 128; i++) {
        long long sum = i < 64 ? start : -start;
        for (int k = 0; k < depth; k++) sum += (A)a[i / 8 * depth + k] * (B)b[i % 8 * depth + k];
        if (saturate && sum > 2147483647ll) sum = 2147483647ll;
        if (saturate && sum < -2147483648ll) sum = -2147483648ll;
        wrong += d[i] != sum;
        printf("%d%c", d[i], i % 8 == 7 ? '\n' : ' ');
    }
    printf("%s %s\n", name, wrong ? "wrong" : "ok");
}

int main() {
    cudaMallocManaged(&a, 512);
    cudaMallocManaged(&b, 256);
    cudaMallocManaged(&d, 128 * sizeof(int));
    for (int i = 0; i < 512; i++) a[i] = (signed char)(i * 57 + 3);
    for (int i = 0; i < 256; i++) b[i] = (signed char)(i * 101 + 77);
    deepSigned<<<1, 32>>>(a, b, d);
    judge<signed char, signed char>("signed", 32, 0, false);
    deepUnsigned<<<1, 32>>>(a, b, d);
    judge<unsigned char, unsigned char>("unsigned", 32, 5, false);
    deepMixed<<<1, 32>>>(a, b, d);
    judge<unsigned char, signed char>("mixed", 32, 0, false);
    deepSaturated<<<1, 32>>>(a, b, d);
    judge<signed char, signed char>("saturated", 32, 2147480000, true);
    return 0;
}
