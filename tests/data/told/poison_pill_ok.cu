// messages until one that ends it, each with a flag
// launch: k<<<2, 32>>>(box, full, out)
// box: int[8]    full: int[8] zeros    out: int[1] zeros
__global__ void k(int* box, volatile int* full, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 8; ++i) {
            box[i] = i < 7 ? i + 1 : -1;
            __threadfence();
            full[i] = 1;
        }
    } else {
        int sum = 0;
        for (int i = 0;; ++i) {
            while (full[i] == 0) {
            }
            __threadfence();
            int v = box[i];
            if (v < 0) break;
            sum += v;
        }
        *out = sum;
    }
}
// told: nothing
