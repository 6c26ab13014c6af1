// hint 3
    if (t >= n + m) return;
    bool of_a = t < n;
    int own = of_a ? t : t - n;
    int value = of_a ? A[own] : B[own];
    const int *other = of_a ? B : A;
    int count = of_a ? m : n, before = 0;
    for (int k = 0; k < count; ++k) {
        if (other[k] < value || (!of_a && other[k] == value)) ++before;
    }
    C[own + before] = value;
