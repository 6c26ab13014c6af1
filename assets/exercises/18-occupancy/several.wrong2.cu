// hint 2
    int first = blockIdx.x * 4 * BLOCK + threadIdx.x;
    for (int k = 0; k < 4; ++k) {
        int i = first + k * BLOCK;
        C[i] = A[i] + B[i];
    }
