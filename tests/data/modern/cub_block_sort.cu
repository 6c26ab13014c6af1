// cub's BlockLoad, BlockRadixSort and BlockStore: keys, pairs, descending, some bits only, a tail.
#include <climits>
#include <cstdio>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>

template <int Threads, int Items>
__global__ void sortKeys(const int* in, int* out, int n) {
    using Load = cub::BlockLoad<int, Threads, Items, cub::BLOCK_LOAD_TRANSPOSE>;
    using Sort = cub::BlockRadixSort<int, Threads, Items>;
    using Store = cub::BlockStore<int, Threads, Items, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Sort::TempStorage sort;
        typename Store::TempStorage store;
    } storage;
    int keys[Items];
    int first = blockIdx.x * Threads * Items, valid = min(n - first, Threads * Items);
    Load(storage.load).Load(in + first, keys, valid, INT_MAX);
    __syncthreads();
    Sort(storage.sort).Sort(keys);
    __syncthreads();
    Store(storage.store).Store(out + first, keys, valid);
}

__global__ void sortPairs(const unsigned* in, unsigned* keysOut, int* valuesOut) {
    using Sort = cub::BlockRadixSort<unsigned, 32, 2, int>;
    __shared__ typename Sort::TempStorage storage;
    unsigned keys[2];
    int values[2];
    for (int i = 0; i < 2; i++) {
        values[i] = threadIdx.x * 2 + i;
        keys[i] = in[values[i]];
    }
    Sort(storage).SortDescending(keys, values, 4, 8);
    for (int i = 0; i < 2; i++) {
        keysOut[threadIdx.x * 2 + i] = keys[i];
        valuesOut[threadIdx.x * 2 + i] = values[i];
    }
}

int main() {
    const int n = 600;
    int *in, *out, *values;
    unsigned *raw, *keys;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&raw, 64 * sizeof(unsigned));
    cudaMallocManaged(&keys, 64 * sizeof(unsigned));
    cudaMallocManaged(&values, 64 * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = (i * 7919 + 31) % 2003 - 1000;
    for (int i = 0; i < 64; i++) raw[i] = i * 97 + 13;
    sortKeys<64, 4><<<3, 64>>>(in, out, n);
    sortPairs<<<1, 32>>>(raw, keys, values);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += i % 256 > 0 && out[i - 1] > out[i];
        if (i % 23 == 0) printf("%d: %d\n", i, out[i]);
    }
    for (int i = 0; i < 64; i++) {
        wrong += keys[i] != raw[values[i]];
        if (i > 0) {
            int a = keys[i - 1] >> 4 & 15, b = keys[i] >> 4 & 15;
            wrong += a < b || (a == b && values[i - 1] > values[i]);
        }
        printf("%u:%d%c", keys[i], values[i], i % 8 == 7 ? '\n' : ' ');
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}
