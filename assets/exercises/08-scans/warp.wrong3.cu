// hint 3
    __shared__ int X[64];
    X[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    int sum = 0;
    for (int k = threadIdx.x - lane; k <= threadIdx.x; ++k) sum += X[k];
    if (i < n) out[i] = sum;
