// A chain of m16n8k8 and m16n8k16 products summed in half, where each step rounds.
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>

union Pair {
    uint32_t word;
    half2 halves;
};

__global__ void chain(const half* a, const half* b, half* shallow, half* deep, int steps) {
    int row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
    Pair c[2], d[2];
    c[0].halves = c[1].halves = d[0].halves = d[1].halves = __float2half2_rn(0.25f);
    int width = steps * 16;
    for (int s = 0; s < steps; s++) {
        Pair ra[4], rb[2];
        for (int i = 0; i < 4; i++) {
            ra[i].halves =
                *(const half2*)(a + (row + i % 2 * 8) * width + s * 16 + column + i / 2 * 8);
        }
        for (int i = 0; i < 2; i++) {
            rb[i].halves = *(const half2*)(b + row * width + s * 16 + column + i * 8);
        }
        for (int i = 0; i < 2; i++) {
            asm volatile(
                "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3}, {%4}, {%0,%1};"
                : "+r"(c[0].word), "+r"(c[1].word)
                : "r"(ra[i * 2].word), "r"(ra[i * 2 + 1].word), "r"(rb[i].word));
        }
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, "
            "{%0,%1};"
            : "+r"(d[0].word), "+r"(d[1].word)
            : "r"(ra[0].word), "r"(ra[1].word), "r"(ra[2].word), "r"(ra[3].word), "r"(rb[0].word),
              "r"(rb[1].word));
    }
    for (int i = 0; i < 2; i++) {
        *(half2*)(shallow + (row + i * 8) * 8 + column) = c[i].halves;
        *(half2*)(deep + (row + i * 8) * 8 + column) = d[i].halves;
    }
}

int main() {
    const int steps = 3, width = steps * 16;
    half *a, *b, *shallow, *deep;
    cudaMallocManaged(&a, 16 * width * sizeof(half));
    cudaMallocManaged(&b, 8 * width * sizeof(half));
    cudaMallocManaged(&shallow, 128 * sizeof(half));
    cudaMallocManaged(&deep, 128 * sizeof(half));
    for (int round = 0; round < 2; round++) {
        // First small integers, whose sums are exact, then numbers whose sums are not.
        float unit = round ? 0.037f : 1.0f;
        for (int i = 0; i < 16 * width; i++) a[i] = __float2half(unit * (i * 7 % 11 - 5));
        for (int i = 0; i < 8 * width; i++) b[i] = __float2half(unit * (i * 5 % 9 - 4));
        chain<<<1, 32>>>(a, b, shallow, deep, steps);
        cudaDeviceSynchronize();
        int same = 0, right = 0;
        for (int i = 0; i < 128; i++) {
            float sum = 0.25f;
            for (int k = 0; k < width; k++) {
                sum += __half2float(a[i / 8 * width + k]) * __half2float(b[i % 8 * width + k]);
            }
            same += __half_as_ushort(shallow[i]) == __half_as_ushort(deep[i]);
            right += __half2float(deep[i]) == sum;
            printf("%04x/%04x%c", __half_as_ushort(shallow[i]), __half_as_ushort(deep[i]),
                   i % 8 == 7 ? '\n' : ' ');
        }
        if (round == 0) printf("%s\n", same == 128 && right == 128 ? "ok" : "wrong");
    }
    return 0;
}
