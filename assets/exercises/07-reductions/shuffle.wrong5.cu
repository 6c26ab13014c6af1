// hint 2
    int sum = i < n ? in[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0 && i <= n) sums[i / 32] = sum;
