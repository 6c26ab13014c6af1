// Main asks for the stream until it is over.
void choose(void* data) {
    *(int*)data = 5;
}
int main() {
    int* h;
    cudaMallocHost(&h, sizeof(int));
    *h = 0;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaLaunchHostFunc(s, choose, h);
    while (cudaStreamQuery(s) == cudaErrorNotReady) {
    }
    return *h != 5;
}
// told: nothing
