// hint 3
    odd[t] = bit;
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        int left = odd[t - s];
        __syncthreads();
        if (t >= s) odd[t] += left;
    }
    __syncthreads();
    int before = odd[t] - bit;
    where[t] = bit ? N - odd[N - 1] + before : t - before;
