// hint 2
    int sum = 0;
    for (int k = 0; k < K; ++k) sum += weights[k * n + i] * x[columns[k * n + i]];
    y[i] = sum;
