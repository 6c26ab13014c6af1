    if (i >= n) return;
    int sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; ++k) sum += weights[k] * x[columns[k]];
    y[i] = sum;
