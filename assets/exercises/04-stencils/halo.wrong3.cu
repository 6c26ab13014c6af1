// hint 3
    tile[threadIdx.x + 3] = i < n ? in[i] : 0;
    if (threadIdx.x < 3) {
        tile[threadIdx.x] = in[i - 3];
        tile[threadIdx.x + BLOCK + 3] = in[i + BLOCK];
    }
    __syncthreads();
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < 7; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
