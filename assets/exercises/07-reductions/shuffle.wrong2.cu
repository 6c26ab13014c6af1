// hint 2
    if (i < n) {
        int sum = in[i];
        for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (lane == 0) sums[i / 32] = sum;
    }
