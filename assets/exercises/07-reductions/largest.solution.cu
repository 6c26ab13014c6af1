    part[threadIdx.x] = i < n ? in[i] : 0;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + s]);
    }
    if (threadIdx.x == 0) atomicMax(largest, part[0]);
