// A warp sorts 64 keys with their values by shuffles, then counts and ranks them by votes.
#include <cstdio>

template <typename T>
__device__ void exchange(T& low, T& high, bool swap) {
    T first = swap ? high : low;
    high = swap ? low : high;
    low = first;
}

struct Item {
    float key;
    int value;
};

__device__ Item across(Item own, int mask, bool keepsSmaller) {
    Item other{__shfl_xor_sync(~0u, own.key, mask), __shfl_xor_sync(~0u, own.value, mask)};
    bool otherFirst = other.key < own.key || (other.key == own.key && other.value < own.value);
    return otherFirst == keepsSmaller ? other : own;
}

__global__ void sort64(const float* keys, float* sorted, int* values, int* counts) {
    int lane = threadIdx.x;
    Item item[2];
    for (int h = 0; h < 2; h++) item[h] = {keys[h * 32 + lane], h * 32 + lane};
    for (int size = 2; size <= 64; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            if (step == 32) {
                bool wrongWay = item[1].key < item[0].key ||
                                (item[1].key == item[0].key && item[1].value < item[0].value);
                exchange(item[0], item[1], wrongWay);
                continue;
            }
            for (int h = 0; h < 2; h++) {
                bool upward = ((h * 32 + lane) & size) == 0;
                bool lower = (lane & step) == 0;
                item[h] = across(item[h], step, upward == lower);
            }
        }
    }
    for (int h = 0; h < 2; h++) {
        sorted[h * 32 + lane] = item[h].key;
        values[h * 32 + lane] = item[h].value;
    }
    float before = __shfl_up_sync(~0u, item[0].key, 1);
    unsigned heads = __ballot_sync(~0u, lane == 0 || before != item[0].key);
    counts[lane] = __popc(heads) * 100 + __popc(heads & (0xffffffffu >> (31 - lane)));
    if (__any_sync(~0u, item[1].key < item[0].key)) counts[lane] = -1;
}

int main() {
    float *keys, *sorted;
    int *values, *counts, wrong = 0;
    cudaMallocManaged(&keys, 64 * sizeof(float));
    cudaMallocManaged(&sorted, 64 * sizeof(float));
    cudaMallocManaged(&values, 64 * sizeof(int));
    cudaMallocManaged(&counts, 32 * sizeof(int));
    for (int i = 0; i < 64; i++) keys[i] = (i * 23 % 41 - 20) * 0.75f;
    sort64<<<1, 32>>>(keys, sorted, values, counts);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        wrong += sorted[i] != keys[values[i]];
        if (i > 0) {
            bool same = sorted[i - 1] == sorted[i];
            wrong += sorted[i - 1] > sorted[i] || (same && values[i - 1] >= values[i]);
        }
        printf("%d %d %d\n", (int)(sorted[i] * 4), values[i], counts[i % 32]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
