    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
