// hint 3
    __shared__ int part[128];
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (lane == 0 && i < n) {
        int sum = 0;
        for (int k = 0; k < 32; ++k) sum += part[threadIdx.x + k];
        sums[i / 32] = sum;
    }
