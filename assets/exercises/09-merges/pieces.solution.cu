    if (first >= n + m) return;
    int i = co_rank(first, A, n, B, m), j = first - i;
    for (int k = first; k < first + EACH && k < n + m; ++k) {
        bool from_a = i < n && (j >= m || A[i] <= B[j]);
        C[k] = from_a ? A[i++] : B[j++];
    }
