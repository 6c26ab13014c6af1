// hint 1
    int first = blockIdx.x * BLOCK + threadIdx.x;
    for (int k = 0; k < 4; ++k) {
        int i = first + k * BLOCK;
        if (i < n) C[i] = A[i] + B[i];
    }
