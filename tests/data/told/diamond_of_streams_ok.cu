__global__ void fill(int* a, int v) {
    a[threadIdx.x] = v;
}
__global__ void twice(const int* a, int* b) {
    b[threadIdx.x] = 2 * a[threadIdx.x];
}
__global__ void add(const int* a, const int* b, int* c) {
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
int main() {
    int *a, *b, *c, *d, got[32];
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMalloc(&c, 128);
    cudaMalloc(&d, 128);
    cudaStream_t s[3];
    cudaEvent_t top, left, right;
    for (int i = 0; i < 3; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreate(&top);
    cudaEventCreate(&left);
    cudaEventCreate(&right);
    fill<<<1, 32, 0, s[0]>>>(a, 3);
    cudaEventRecord(top, s[0]);
    cudaStreamWaitEvent(s[1], top, 0);
    cudaStreamWaitEvent(s[2], top, 0);
    twice<<<1, 32, 0, s[1]>>>(a, b);
    cudaEventRecord(left, s[1]);
    twice<<<1, 32, 0, s[2]>>>(a, c);
    cudaEventRecord(right, s[2]);
    cudaStreamWaitEvent(s[0], left, 0);
    cudaStreamWaitEvent(s[0], right, 0);
    add<<<1, 32, 0, s[0]>>>(b, c, d);
    cudaStreamSynchronize(s[0]);
    cudaMemcpy(got, d, 128, cudaMemcpyDeviceToHost);
    return got[3] != 12;
}
// told: nothing
