// hint 1
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < K; ++k) sum += weights[K * i + k] * x[columns[K * i + k]];
    y[i] = sum;
