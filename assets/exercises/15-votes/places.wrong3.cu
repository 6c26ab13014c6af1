// hint 3
    __shared__ int kept[128];
    bool keep = i < n && in[i] > 4;
    kept[threadIdx.x] = keep;
    __syncthreads();
    int before = 0;
    for (int k = threadIdx.x - lane; k < threadIdx.x; ++k) before += kept[k];
    if (i < n) where[i] = keep ? i / 32 * 32 + before : -1;
