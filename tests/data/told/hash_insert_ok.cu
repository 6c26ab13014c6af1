#include <cstdio>
#define SLOTS 256
#define NONE 0xffffffffu
struct Slot {
    unsigned key, value;
};
__global__ void insert(Slot* table, const unsigned* keys, const unsigned* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = keys[i], s = k * 2654435761u % SLOTS;
    while (true) {
        unsigned seen = atomicCAS(&table[s].key, NONE, k);
        if (seen == NONE || seen == k) {
            table[s].value = values[i];
            return;
        }
        s = (s + 1) % SLOTS;
    }
}
__global__ void lookup(const Slot* table, const unsigned* keys, unsigned* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned k = keys[i], s = k * 2654435761u % SLOTS;
    while (table[s].key != NONE) {
        if (table[s].key == k) {
            out[i] = table[s].value;
            return;
        }
        s = (s + 1) % SLOTS;
    }
    out[i] = NONE;
}
int main() {
    const int n = 100;
    unsigned hk[n], hv[n], r[n], *k, *v, *o;
    Slot* t;
    for (int i = 0; i < n; ++i) {
        hk[i] = 7 * i + 1;
        hv[i] = i;
    }
    cudaMalloc(&k, sizeof hk);
    cudaMalloc(&v, sizeof hv);
    cudaMalloc(&o, sizeof r);
    cudaMalloc(&t, SLOTS * sizeof(Slot));
    cudaMemset(t, 0xff, SLOTS * sizeof(Slot));
    cudaMemcpy(k, hk, sizeof hk, cudaMemcpyHostToDevice);
    cudaMemcpy(v, hv, sizeof hv, cudaMemcpyHostToDevice);
    insert<<<2, 64>>>(t, k, v, n);
    lookup<<<2, 64>>>(t, k, o, n);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += r[i] != hv[i];
    return bad;
}
// told: nothing
