// hint 2
    bool of_a = t < n;
    int own = of_a ? t : t - n;
    int value = of_a ? A[own] : B[own];
    const int *other = of_a ? B : A;
    int low = 0, high = of_a ? m : n;
    while (low < high) {
        int middle = (low + high) / 2;
        int there = other[middle];
        if (there < value || (!of_a && there == value)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (t < n + m) C[own + low] = value;
