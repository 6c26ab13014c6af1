// hint 3
    if (k > n + m) return;
    int i = max(0, k - m);
    while (i < min(k, n) && A[i] <= B[k - i - 1]) ++i;
    ranks[k] = i;
