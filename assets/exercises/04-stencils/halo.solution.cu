    for (int k = threadIdx.x; k < BLOCK + 6; k += BLOCK) {
        int from = blockIdx.x * BLOCK + k - 3;
        tile[k] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < 7; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
