// Warps group equal keys by __match_any_sync; one warp waits for the other with __nanosleep.
#include <cstdio>

struct Group {
    unsigned mates;
    int leader, rank, count, sum, everywhere;
};

__global__ void groupByKey(const int* keys, const int* values, Group* out) {
    int i = threadIdx.x, lane = i % 32;
    unsigned before;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
    Group g;
    g.mates = __match_any_sync(0xffffffffu, keys[i]);
    g.leader = __ffs(g.mates) - 1;
    g.rank = __popc(g.mates & before);
    g.count = __popc(g.mates);
    g.sum = 0;
    for (int other = 0; other < 32; other++) {
        int v = __shfl_sync(0xffffffffu, values[i], other);
        if (g.mates >> other & 1) g.sum += v;
    }
    int all;
    unsigned long long wide = (unsigned long long)(keys[i] / 16) << 33;
    unsigned same = __match_all_sync(0xffffffffu, wide, &all);
    g.everywhere = all * 2 + (same == 0xffffffffu);
    if (lane < 24) {
        unsigned m = __match_any_sync(0x00ffffffu, wide + (lane & 4));
        g.everywhere += __popc(m) * 10;
    }
    out[i] = g;
}

__global__ void relay(volatile int* flag, int* data, int* seen) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        data[lane] = lane * lane + 1;
        __threadfence();
        __syncwarp();
        if (lane == 0) *flag = 1;
    } else {
        if (lane == 0) {
            unsigned pause = 8;
            while (*flag == 0) {
                __nanosleep(pause);
                if (pause < 256) pause *= 2;
            }
        }
        __syncwarp();
        __threadfence();
        seen[lane] = ((volatile int*)data)[31 - lane];
    }
}

int main() {
    int *keys, *values, *flag, *data, *seen;
    Group* groups;
    cudaMallocManaged(&keys, 64 * sizeof(int));
    cudaMallocManaged(&values, 64 * sizeof(int));
    cudaMallocManaged(&groups, 64 * sizeof(Group));
    cudaMallocManaged(&flag, sizeof(int));
    cudaMallocManaged(&data, 32 * sizeof(int));
    cudaMallocManaged(&seen, 32 * sizeof(int));
    for (int i = 0; i < 64; i++) {
        keys[i] = i < 32 ? i * i % 6 : 16 + i % 5 * 3 % 7;
        values[i] = i * 3 - 40;
    }
    *flag = 0;
    groupByKey<<<1, 64>>>(keys, values, groups);
    relay<<<1, 64>>>(flag, data, seen);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        int sum = 0;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
            sum += keys[k] == keys[i] ? values[k] : 0;
        const Group& g = groups[i];
        wrong += sum != g.sum;
        printf("%08x %d %d %d %d %d\n", g.mates, g.leader, g.rank, g.count, g.sum, g.everywhere);
    }
    for (int i = 0; i < 32; i++) wrong += seen[i] != (31 - i) * (31 - i) + 1;
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
