// hint 2
    odd[t] = bit;
    for (int s = 1; s < N; s *= 2) {
        __syncthreads();
        int left = t > s ? odd[t - s] : 0;
        __syncthreads();
        odd[t] += left;
    }
    __syncthreads();
    int before = odd[t] - bit;
    where[t] = bit ? N - odd[N - 1] + before : t - before;
