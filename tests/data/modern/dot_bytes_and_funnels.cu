// Products of packed bytes by __dp4a and __dp2a, and a stream of bits cut by funnel shifts.
#include <cstdio>

__global__ void dots(const int* a, const int* b, int* out, int words) {
    int row = blockIdx.x, lane = threadIdx.x;
    int sum = 0, low = 0, high = 0;
    unsigned plain = 0;
    for (int i = lane; i < words; i += warpSize) {
        int x = a[row * words + i], y = b[i];
        sum = __dp4a(x, y, sum);
        low = __dp2a_lo(x, y, low);
        high = __dp2a_hi(x, y, high);
        plain = __dp4a((unsigned)x, (unsigned)y, plain);
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    low = __reduce_add_sync(0xffffffffu, low);
    high = __reduce_max_sync(0xffffffffu, high);
    plain = __reduce_xor_sync(0xffffffffu, plain);
    if (lane == 0) {
        out[row * 4] = sum;
        out[row * 4 + 1] = low;
        out[row * 4 + 2] = high;
        out[row * 4 + 3] = plain;
    }
}

// The value of `width` bits at the bit `first` of a stream of words.
__device__ unsigned cut(const unsigned* stream, unsigned first, unsigned width) {
    unsigned low = stream[first / 32], high = stream[first / 32 + 1];
    unsigned shifted = __funnelshift_r(low, high, first);
    return shifted & (width == 32 ? ~0u : (1u << width) - 1);
}

__global__ void unpack(const unsigned* stream, unsigned* out) {
    unsigned i = threadIdx.x;
    out[i] = cut(stream, i * 11, 11);
    out[64 + i] = __funnelshift_lc(stream[i % 16], stream[i % 16 + 1], i);
    out[128 + i] =
        __funnelshift_l(stream[3], stream[4], i) ^ __funnelshift_rc(stream[5], stream[6], i);
}

int main() {
    const int rows = 6, words = 50;
    int *a, *b, *sums;
    unsigned *stream, *values;
    cudaMallocManaged(&a, rows * words * sizeof(int));
    cudaMallocManaged(&b, words * sizeof(int));
    cudaMallocManaged(&sums, rows * 4 * sizeof(int));
    cudaMallocManaged(&stream, 24 * sizeof(unsigned));
    cudaMallocManaged(&values, 192 * sizeof(unsigned));
    for (int i = 0; i < rows * words; i++) a[i] = (int)(i * 2246822519u + 77);
    for (int i = 0; i < words; i++) b[i] = (int)(i * 3266489917u ^ 0x5a5a1234u);
    for (int i = 0; i < 24; i++) stream[i] = 0;
    for (unsigned i = 0; i < 64; i++) {
        unsigned long long v = (unsigned long long)((i * 37 + 5) & 2047) << (i * 11 % 32);
        stream[i * 11 / 32] |= (unsigned)v;
        stream[i * 11 / 32 + 1] |= (unsigned)(v >> 32);
    }
    dots<<<rows, 32>>>(a, b, sums, words);
    unpack<<<1, 64>>>(stream, values);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        int sum = 0;
        for (int i = 0; i < words * 4; i++) {
            sum += ((signed char*)a)[r * words * 4 + i] * ((signed char*)b)[i];
        }
        wrong += sum != sums[r * 4];
        printf("%d %d %d %08x\n", sums[r * 4], sums[r * 4 + 1], sums[r * 4 + 2], sums[r * 4 + 3]);
    }
    for (unsigned i = 0; i < 64; i++) {
        wrong += values[i] != ((i * 37 + 5) & 2047);
        printf("%u %08x %08x\n", values[i], values[64 + i], values[128 + i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
