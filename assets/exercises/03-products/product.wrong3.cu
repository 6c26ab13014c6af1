// hint 3
    for (int row = blockIdx.x * 16 + threadIdx.x; row < m; row += 16 * gridDim.x) {
        for (int column = blockIdx.y * 16 + threadIdx.y; column < n; column += 16 * gridDim.y) {
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += A[row * k + i] * B[i * n + column];
            C[row * n + column] = sum;
        }
    }
