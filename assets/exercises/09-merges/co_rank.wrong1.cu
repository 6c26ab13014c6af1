// hint 1
    if (k > n + m) return;
    int low = max(0, k - m), high = min(k, n);
    while (low < high) {
        int i = (low + high) / 2;
        if (A[i] > B[k - i - 1]) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    ranks[k] = low;
