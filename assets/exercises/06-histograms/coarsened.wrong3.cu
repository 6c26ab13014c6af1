// hint 3
    for (int i = first; i < first + 4 && i < n; ++i) atomicAdd(&bins[values[i]], 1);
