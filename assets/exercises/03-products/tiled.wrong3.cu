// hint 4
    for (int k = 0; k < n; ++k) {
        if (row < n && column < n) sum += A[row * n + k] * B[k * n + column];
    }
