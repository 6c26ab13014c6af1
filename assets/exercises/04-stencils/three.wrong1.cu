// hint 1
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i - 1] + in[i] + in[i + 1];
