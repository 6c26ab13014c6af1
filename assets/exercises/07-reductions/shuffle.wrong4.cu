// hint 3
    if (lane > 0 || i >= n) return;
    int sum = 0;
    for (int k = i; k < i + 32 && k < n; ++k) sum += in[k];
    sums[i / 32] = sum;
