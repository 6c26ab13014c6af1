// hint 3
    if (i >= n) return;
    atomicAdd(&y[i], 1);
    for (int k = starts[i]; k < starts[i + 1]; ++k) atomicAdd(&y[i], weights[k] * x[columns[k]]);
