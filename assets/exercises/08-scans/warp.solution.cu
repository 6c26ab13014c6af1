    int sum = i < n ? in[i] : 0;
    for (int s = 1; s < 32; s *= 2) {
        int left = __shfl_up_sync(0xffffffff, sum, s);
        if (lane >= s) sum += left;
    }
    if (i < n) out[i] = sum;
