// hint 1
    if (r >= n) return;
    int length = first[r + 1] - first[r];
    if (length > 0) scale<<<1, BLOCK>>>(A, C, factor[r], first[r], length);
