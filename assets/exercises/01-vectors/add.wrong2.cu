// hint 1
    int i = threadIdx.x;
    if (i < n) C[i] = A[i] + B[i];
