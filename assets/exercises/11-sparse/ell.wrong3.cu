// hint 3
    if (i > 0) return;
    for (int row = 0; row < n; ++row) {
        int sum = 0;
        for (int k = 0; k < K; ++k) sum += weights[k * n + row] * x[columns[k * n + row]];
        y[row] = sum;
    }
