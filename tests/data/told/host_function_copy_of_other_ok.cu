// The function fills what another stream copies behind an event.
void choose(void* data) {
    for (int i = 0; i < 32; i++) ((int*)data)[i] = i;
}
int main() {
    int *x, *h;
    cudaMalloc(&x, 128);
    cudaHostAlloc(&h, 128, cudaHostAllocDefault);
    for (int i = 0; i < 32; i++) h[i] = -1;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEvent_t chosen;
    cudaEventCreateWithFlags(&chosen, cudaEventDisableTiming);
    cudaLaunchHostFunc(s, choose, h);
    cudaEventRecord(chosen, s);
    cudaStreamWaitEvent(t, chosen, 0);
    cudaMemcpyAsync(x, h, 128, cudaMemcpyHostToDevice, t);
    cudaDeviceSynchronize();
    return 0;
}
// told: nothing
