// hint 4
    if (threadIdx.x > 0) return;
    int most = 0;
    for (int k = i; k < i + BLOCK && k < n; ++k) most = max(most, in[k]);
    atomicMax(largest, most);
