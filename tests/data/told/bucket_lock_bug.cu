// the lock is given back before the fence
// launch: insert<<<4, 64>>>(keys, lock, size, bucket)
// keys: int[256] iota    lock: int[8] zeros    size: int[8] zeros    bucket: int[512] zeros
__global__ void insert(const int* keys, int* lock, volatile int* size, volatile int* bucket) {
    int key = keys[blockIdx.x * 64 + threadIdx.x], b = key * 3 % 8;
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[b], 0, 1) == 0) {
            __threadfence();
            int at = size[b];
            bucket[b * 64 + at] = key;
            size[b] = at + 1;
            atomicExch(&lock[b], 0);
            __threadfence();
            done = true;
        }
    }
}
// told: size|bucket|fence
