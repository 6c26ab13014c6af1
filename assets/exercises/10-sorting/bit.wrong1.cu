// hint 1
    odd[t] = bit;
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        if (t >= s) odd[t] += odd[t - s];
    }
    __syncthreads();
    int before = odd[t] - bit;
    where[t] = bit ? N - odd[N - 1] + before : t - before;
