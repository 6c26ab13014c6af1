// hint 3
    int first = (blockIdx.x * BLOCK + threadIdx.x) * 4;
    for (int k = 0; k < 4; ++k) {
        int i = first + k;
        if (i < n) C[i] = A[i] + B[i];
    }
