// hint 1
    if (threadIdx.x < 16) mine[threadIdx.x] = 0;
    if (i < n) atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
