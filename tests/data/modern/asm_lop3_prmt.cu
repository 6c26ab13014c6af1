// lop3 with several tables, prmt and bit fields, each beside plain C++.
#include <cstdio>

template <int Table>
__device__ unsigned lop3(unsigned a, unsigned b, unsigned c) {
    unsigned d;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(Table));
    return d;
}

__device__ unsigned prmt(unsigned a, unsigned b, unsigned selector) {
    unsigned d;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(selector));
    return d;
}

// Four signed nibbles become four bytes, as readers of compressed weights do.
__device__ unsigned nibblesToBytes(unsigned nibbles) {
    unsigned low = lop3<(0xf0 & 0xcc) ^ 0xaa>(nibbles, 0x0f0f0f0f, 0x08080808);
    return low - 0x08080808u + 0x80808080u;
}

__global__ void logic(const unsigned* in, unsigned* out) {
    int i = threadIdx.x;
    unsigned a = in[i], b = in[(i + 1) % 64], c = in[(i + 2) % 64], *r = out + i * 10, d;
    r[0] = lop3<0x96>(a, b, c);
    r[1] = lop3<0xe8>(a, b, c);
    r[2] = lop3<0xca>(a, b, c);
    r[3] = lop3<(0xf0 & 0xcc) | 0xaa>(a, b, c);
    r[4] = prmt(a, b, 0x0123);
    r[5] = prmt(a, b, c & 0xffff);
    r[6] = __byte_perm(a, b, 0x5410);
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 3));
    r[7] = d;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(7), "r"(11));
    r[8] = d;
    r[9] = nibblesToBytes(a);
}

unsigned bytesChosen(unsigned a, unsigned b, unsigned selector) {
    unsigned long long both = (unsigned long long)b << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned s = selector >> (4 * i), byte = both >> (8 * (s & 7)) & 255;
        if (s & 8) byte = byte & 128 ? 255 : 0;
        result |= byte << (8 * i);
    }
    return result;
}

int main() {
    unsigned *in, *out;
    cudaMallocManaged(&in, 64 * sizeof(unsigned));
    cudaMallocManaged(&out, 640 * sizeof(unsigned));
    for (int i = 0; i < 64; i++) in[i] = (i + 1) * 2654435761u ^ (i * 40503u << 7);
    logic<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    int right = 0;
    for (int i = 0; i < 64; i++) {
        unsigned a = in[i], b = in[(i + 1) % 64], c = in[(i + 2) % 64], *r = out + i * 10;
        right += r[0] == (a ^ b ^ c) && r[1] == ((a & b) | (a & c) | (b & c));
        right += r[2] == ((a & b) | (~a & c)) && r[3] == ((a & b) | c);
        right += r[4] == bytesChosen(a, b, 0x0123) && r[5] == bytesChosen(a, b, c);
        right += r[8] == ((b & ~(0x7ffu << 7)) | (a & 0x7ff) << 7);
        for (int k = 0; k < 10; k++) printf("%08x%c", r[k], k == 9 ? '\n' : ' ');
    }
    printf("%s\n", right == 256 ? "ok" : "wrong");
    return 0;
}
