// hint 2
    if (k > n + m) return;
    int low = 0, high = k;
    while (low < high) {
        int i = (low + high) / 2;
        if (A[i] <= B[k - i - 1]) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    ranks[k] = low;
