// hint 4
    odd[t] = bit;
    __syncthreads();
    int before = 0, ones = 0;
    for (int k = 0; k < N; ++k) {
        if (k < t) before += odd[k];
        ones += odd[k];
    }
    where[t] = bit ? N - ones + before : t - before;
