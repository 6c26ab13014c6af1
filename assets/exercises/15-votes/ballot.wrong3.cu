// hint 3
    if (lane > 0 || i >= n) return;
    int above = 0;
    for (int k = i; k < i + 32 && k < n; ++k) above += in[k] > 4;
    counts[i / 32] = above;
