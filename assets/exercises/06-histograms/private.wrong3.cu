// hint 3
    if (threadIdx.x < 16) mine[threadIdx.x] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x < 16) bins[threadIdx.x] = mine[threadIdx.x];
