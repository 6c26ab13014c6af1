// hint 1
    int i = threadIdx.x;
    if (i < n) out[i] = i;
