// Instructions of bits and numbers by asm, special registers too, each beside plain C++.
#include <cstdio>

#define UNARY(name, text)                        \
    __device__ unsigned name(unsigned a) {       \
        unsigned d;                              \
        asm(text " %0, %1;" : "=r"(d) : "r"(a)); \
        return d;                                \
    }

UNARY(reversed, "brev.b32")
UNARY(zeros, "clz.b32")
UNARY(ones, "popc.b32")
UNARY(highest, "bfind.u32")

__device__ unsigned field(unsigned a, unsigned start, unsigned length) {
    unsigned d;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(start), "r"(length));
    return d;
}

__device__ unsigned lanes() {
    unsigned lane, before, from;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
    asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(from));
    return (before ^ from) == ~0u && __popc(before) == lane ? lane : 999;
}

__global__ void bits(const unsigned* in, unsigned* out, float* sums) {
    int i = threadIdx.x;
    unsigned a = in[i], b = in[(i + 1) % 64], *r = out + i * 9, d;
    r[0] = reversed(a);
    r[1] = zeros(a);
    r[2] = ones(a);
    r[3] = highest(a);
    r[4] = field(a, i % 32, i % 13);
    r[5] = lanes();
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(7u));
    r[6] = d;
    asm("and.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(~b));
    r[7] = d;
    asm("xor.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    r[8] = d;
    float x = (a >> 16) * 0.5f, y = (b >> 16) * 0.25f, z;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(z) : "f"(x), "f"(y), "f"(1.0f));
    sums[i] = z;
}

int main() {
    unsigned *in, *out;
    float* sums;
    cudaMallocManaged(&in, 64 * sizeof(unsigned));
    cudaMallocManaged(&out, 64 * 9 * sizeof(unsigned));
    cudaMallocManaged(&sums, 64 * sizeof(float));
    for (unsigned i = 0; i < 64; i++) in[i] = i == 0 ? 0 : (i * 2654435761u ^ i << 9) >> i % 30;
    bits<<<1, 64>>>(in, out, sums);
    cudaDeviceSynchronize();
    int right = 0;
    for (unsigned i = 0; i < 64; i++) {
        unsigned a = in[i], b = in[(i + 1) % 64], *r = out + i * 9, count = 0, leading = 32;
        for (unsigned k = 0; k < 32; k++) {
            count += a >> k & 1;
            if (a >> k & 1) leading = 31 - k;
        }
        right += r[1] == leading && r[2] == count && r[3] == 31 - leading;
        right += r[4] == ((a >> i % 32) & ((1u << i % 13) - 1)) && r[5] == i % 32;
        right += r[6] == a * b + 7 && r[7] == (a & ~b) && r[8] == (a ^ b);
        for (int k = 0; k < 9; k++) printf("%08x ", r[k]);
        printf("%08x\n", *reinterpret_cast<unsigned*>(&sums[i]));
    }
    printf("%s\n", right == 192 ? "ok" : "wrong");
    return 0;
}
