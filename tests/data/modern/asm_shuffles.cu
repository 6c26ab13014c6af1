// shfl.sync by asm in the whole warp and in segments of eight lanes, and a bitonic sort by them.
#include <cstdio>

__device__ int shuffleDown(int v, int offset, int clamp) {
    int r;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, 0xffffffff;"
                 : "=r"(r)
                 : "r"(v), "r"(offset), "r"(clamp));
    return r;
}

__device__ int shuffleXor(int v, int mask) {
    int r;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v), "r"(mask));
    return r;
}

__device__ int inclusiveSum(int v, int width) {
    int lane = threadIdx.x % width;
    for (int d = 1; d < width; d <<= 1) {
        int other;
        asm volatile("shfl.sync.up.b32 %0, %1, %2, %3, 0xffffffff;"
                     : "=r"(other)
                     : "r"(v), "r"(d), "r"((32 - width) << 8));
        if (lane >= d) v += other;
    }
    return v;
}

__global__ void shuffle(const int* in, int* out) {
    int lane = threadIdx.x, v = in[lane], *r = out + lane * 6;
    r[0] = shuffleDown(v, 3, 0x1f);
    r[1] = shuffleDown(v, 5, 0x1807);
    r[2] = inclusiveSum(v, 32);
    r[3] = inclusiveSum(v, 8);
    int sorted = v;
    for (int size = 2; size <= 32; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            int other = shuffleXor(sorted, step);
            bool smaller = ((lane & step) == 0) == ((lane & size) == 0);
            sorted = smaller ? min(sorted, other) : max(sorted, other);
        }
    }
    r[4] = sorted;
    r[5] = (int)__ballot_sync(0xffffffff, v > 40);
}

int main() {
    int *in, *out, sum = 0, part = 0, wrong = 0;
    cudaMallocManaged(&in, 32 * sizeof(int));
    cudaMallocManaged(&out, 32 * 6 * sizeof(int));
    for (int i = 0; i < 32; i++) in[i] = (i * 43 + 17) % 89;
    shuffle<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) {
        if (i % 8 == 0) part = 0;
        sum += in[i];
        part += in[i];
        const int* r = out + i * 6;
        wrong += r[2] != sum || r[3] != part || (i > 0 && r[-2] > r[4]);
        printf("%d %d %d %d %d %08x\n", r[0], r[1], r[2], r[3], r[4], r[5]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
