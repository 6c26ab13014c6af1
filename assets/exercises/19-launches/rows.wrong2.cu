// hint 2
    if (r >= n) return;
    int length = first[r + 1] - first[r];
    scale<<<(length + BLOCK - 1) / BLOCK, BLOCK>>>(A, C, factor[r], first[r], length);
