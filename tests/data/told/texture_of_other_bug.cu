// It writes what others still read through the texture.
__global__ void blur(cudaTextureObject_t tex, int* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) to[i] = tex1Dfetch<int>(tex, i - 1) + tex1Dfetch<int>(tex, i + 1);
}
int main() {
    int *a, *b, h[128], got[128];
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = a;
    res.res.linear.desc = cudaCreateChannelDesc<int>();
    res.res.linear.sizeInBytes = sizeof h;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    blur<<<2, 64>>>(tex, a, 128);
    cudaMemcpy(got, b, sizeof got, cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(tex);
    return got[5] != 10;
}
// told: race on a|race|a\[
