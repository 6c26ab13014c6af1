// hint 4
    if (i >= n) return;
    int sum = 0;
    for (int k = max(0, i - 3); k <= min(n - 1, i + 3); ++k) sum += in[k];
    out[i] = sum;
