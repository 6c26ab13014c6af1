// hint 4
    odd[t] = bit;
    __syncthreads();
    if (t == 0) {
        int ones = 0, zeros = 0;
        for (int k = 0; k < N; ++k) ones += odd[k];
        int next = N - ones;
        for (int k = 0; k < N; ++k) where[k] = odd[k] ? next++ : zeros++;
    }
