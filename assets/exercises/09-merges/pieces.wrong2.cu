// hint 2
    int i = co_rank(first, A, n, B, m), j = first - i;
    for (int k = first; k < first + EACH; ++k) {
        C[k] = A[i] <= B[j] ? A[i++] : B[j++];
    }
