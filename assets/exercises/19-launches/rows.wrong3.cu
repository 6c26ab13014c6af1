// hint 3
    if (r >= n) return;
    for (int i = first[r]; i < first[r + 1]; ++i) C[i] = A[i] * factor[r];
