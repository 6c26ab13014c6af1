// hint 1
    if (first >= n + m) return;
    int i = co_rank(first, A, n, B, m), j = first - i;
    for (int k = first; k < first + EACH && i < n && j < m; ++k) {
        C[k] = A[i] <= B[j] ? A[i++] : B[j++];
    }
