// hint 3
    if (first > 0) return;
    int i = 0, j = 0;
    for (int k = 0; k < n + m; ++k) {
        bool from_a = i < n && (j >= m || A[i] <= B[j]);
        C[k] = from_a ? A[i++] : B[j++];
    }
