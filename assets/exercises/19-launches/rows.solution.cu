    if (r >= n) return;
    int length = first[r + 1] - first[r];
    int blocks = (length + BLOCK - 1) / BLOCK;
    if (blocks > 0) scale<<<blocks, BLOCK>>>(A, C, factor[r], first[r], length);
