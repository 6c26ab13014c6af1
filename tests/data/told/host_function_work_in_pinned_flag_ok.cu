// The function's struct lies in pinned memory; main waits for its flag.
struct Work {
    int* data;
    int sum;
    volatile int done;
};
__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
void total(void* p) {
    Work* w = (Work*)p;
    for (int i = 0; i < 64; i++) w->sum += w->data[i];
    w->done = 1;
}
int main() {
    Work* w;
    cudaMallocHost(&w, sizeof(Work));
    cudaMallocHost(&w->data, 64 * sizeof(int));
    w->sum = w->done = 0;
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<1, 64, 0, s>>>(w->data);
    cudaLaunchHostFunc(s, total, w);
    while (!w->done) {
    }
    return w->sum != 2016 || w->data[1] != 1;
}
// told: nothing
