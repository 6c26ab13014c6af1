// hint 4
    if (i < n) atomicAdd(&bins[values[i]], 1);
