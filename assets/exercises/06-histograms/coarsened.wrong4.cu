// hint 1
    int open = -1, seen = 0;
    for (int i = first; i < first + 4 && i < n; ++i) {
        int value = values[i];
        if (value != open) {
            if (seen > 0) atomicAdd(&bins[open], seen);
            open = value;
            seen = 0;
        }
        ++seen;
    }
    if (seen > 1) atomicAdd(&bins[open], seen);
