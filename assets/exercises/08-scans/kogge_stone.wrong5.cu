// hint 4
    int sum = 0;
    for (int i = 0; i <= t; ++i) sum += in[i];
    X[t] = sum;
