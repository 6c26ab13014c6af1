// hint 4
    if (i < n) atomicMax(largest, in[i]);
