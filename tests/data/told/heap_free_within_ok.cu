// A list of words, taken apart from the front.
#include <cstdio>
#include <cstdlib>
__global__ void k(int* out) {
    char *text = (char*)malloc(16), *at = text;
    for (int i = 0; i < 15; ++i) text[i] = 'a' + (i + threadIdx.x) % 26;
    text[15] = 0;
    int e = 0;
    while (*at)
        if (*at++ == 'e') ++e;
    out[threadIdx.x] = e;
    free(text);
}
int main() {
    int h[4], *out;
    cudaMalloc(&out, sizeof h);
    k<<<1, 4>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h)
        if (x != 1) return 1;
    printf("ok\n");
}
// told: nothing
