// hint 2
    int open = values[first], seen = 0;
    for (int i = first; i < first + 4; ++i) {
        int value = values[i];
        if (value != open) {
            atomicAdd(&bins[open], seen);
            open = value;
            seen = 0;
        }
        ++seen;
    }
    atomicAdd(&bins[open], seen);
